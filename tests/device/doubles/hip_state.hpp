// What the double of libamdhip64 keeps for the process and for each thread, and the frame of every entry point.
#pragma once
#include <array>
#include <memory>
#include <mutex>
#include <set>

#include "core/context.hpp"
#include "core/failures.hpp"
#include "core/kernels.hpp"
#include "core/memory.hpp"
#include "core/settings.hpp"
#include "hip.hpp"

namespace hip {

struct LoadedModule {
  doubles::Module content;
};

struct Function {
  const LoadedModule* module;
  std::string name;
  const DoubleKernel* kernel;  ///< null if DOUBLE_KERNELS has none; then it cannot be launched
};

struct Process {
  std::mutex mutex;
  std::array<std::unique_ptr<doubles::Context>, 64> contexts;  ///< one for each device, from its first use
  std::array<std::set<int>, 64> peers;                         ///< which devices' memory each one may reach
  std::set<LoadedModule*> modules;
  std::set<Function*> functions;
};
Process& process();

/// 0 at first, as HIP has it.
int& current_device();
Error& last_error();
extern const doubles::ErrorName kErrorNames[];

doubles::Context& context_of(int device);
inline doubles::Context& current() { return context_of(current_device()); }
/// What the first call of HIP does: initialises the HSA runtime.
void start_runtime();
/// Gives an operation to a stream.
Error submit(StreamHandle handle, doubles::Operation operation, doubles::Return when);
inline bool is_device(int device) { return device >= 0 && device < doubles::settings().devices; }
inline bool is_place(const void* pointer, doubles::Place place) {
  const doubles::BlockRef block = doubles::memory().find(pointer);
  return (block != nullptr ? block->place : doubles::Place::pageable) == place;
}

/// The frame of an entry point: there must be a device, and a failure is kept for hipGetLastError.
template <class Body>
Error call(const char* name, Error usual_failure, Body body) {
  const auto outcome = [&]() -> Error {
    if (doubles::settings().devices == 0) return no_device;
    start_runtime();
    if (const int error = current().broken()) return static_cast<Error>(error);
    if (const int error = doubles::injected(name, usual_failure, kErrorNames)) return static_cast<Error>(error);
    return body();
  }();
  if (outcome != success && outcome != not_ready) last_error() = outcome;
  return outcome;
}

}  // namespace hip
