// Kernels, run on the host: DOUBLE_KERNELS names a shared object with a table `double_kernels` of them, or a program
// registers its own. The images that a program loads are looked at only for the names of the kernels in them.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "core/stream.hpp"

extern "C" {
struct DoubleLaunch {
  unsigned grid[3];
  unsigned block[3];
  unsigned shared_bytes;
  /// Translates an address that the kernel finds in memory, of a device or not, to one that the host can dereference.
  void* (*usable)(const void* address) = nullptr;
};
/// A row of the table, which ends with a row without a name.
struct DoubleKernel {
  const char* name;
  /// Does the work of the whole grid. Device addresses among the arguments were replaced by addresses that the host can
  /// use.
  void (*run)(const DoubleLaunch* launch, void* const* arguments);
  const std::size_t* sizes;  ///< of the arguments, ending with 0
};
}

namespace doubles {

/// The size in bytes of the image that begins there, if it is PTX, ELF or a bundle of clang's; otherwise 0.
std::size_t image_size(const void* image);

struct Module {
  std::string image{};
  bool has(const std::string& kernel) const { return image.find(kernel) != std::string::npos; }
  /// How many functions the PTX has.
  std::size_t functions() const;
};

/// Null when there is none of that name.
const DoubleKernel* find_kernel(const std::string& name);
std::size_t arguments_of(const DoubleKernel& kernel);

/// Copies the arguments (pointers to each). False when one of them is the address of memory that `device` does not
/// reach.
bool prepare_launch(const DoubleKernel& kernel, const DoubleLaunch& launch, void* const* arguments, int device,
                    bool (*reaches)(int device, int other), Operation& operation);

/// CUDA's and HIP's other way to give arguments: pairs of 1 and a buffer, 2 and its size; each argument lies at a
/// multiple of its size or of 8. Empty when the buffer is too short.
std::vector<void*> arguments_in_buffer(const DoubleKernel& kernel, void** extra);

}  // namespace doubles
