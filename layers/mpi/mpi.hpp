// What we know of every MPI without its mpi.h: handles are passed on as words, and counts are int or, in the forms with
// _c, 64 bits wide. What differs between MPIs is in abi/.
#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace isthmus::mpi {

/// A handle of any kind as it came in a register. Where handles are ints (MPICH's ABI), the upper half is undefined:
/// abi().handle() cuts it off before a handle is compared or kept.
using Word = std::uintptr_t;

using CopyAttribute = int(Word handle, int keyval, void* extra, void* from, void* to, int* flag);
using DeleteAttribute = int(Word handle, int keyval, void* value, void* extra);
using ErrorHandler = void(void* handle, int* code, ...);
using GrequestQuery = int(void* extra, void* status);
using GrequestFree = int(void* extra);
using GrequestCancel = int(void* extra, int complete);

inline constexpr int kSuccess = 0;

/// For attributes that copies of an object do not get.
inline int copy_nothing(Word, int, void*, void*, void*, int* flag) {
  *flag = 0;
  return kSuccess;
}

/// A count of either width. Becomes what a function of the MPI takes when it is passed on.
struct Count {
  std::int64_t value = 0;

  template <std::integral T>
  Count(T count) : value(count) {}  // NOLINT: converts from both widths
  template <std::integral T>
  operator T() const {
    return static_cast<T>(value);
  }
};

/// An array of counts or displacements of either width, which may be null where it is not significant.
class Counts {
 public:
  Counts(const int* narrow) : base_(narrow), wide_(false) {}      // NOLINT: converts from both widths
  Counts(const std::int64_t* wide) : base_(wide), wide_(true) {}  // NOLINT
  std::int64_t operator[](int i) const {
    return wide_ ? static_cast<const std::int64_t*>(base_)[i] : static_cast<const int*>(base_)[i];
  }
  explicit operator bool() const { return base_ != nullptr; }
  /// Whether both are one array.
  bool is(Counts other) const { return base_ == other.base_; }
  operator const int*() const { return static_cast<const int*>(base_); }                    // NOLINT
  operator const std::int64_t*() const { return static_cast<const std::int64_t*>(base_); }  // NOLINT

 private:
  const void* base_;
  bool wide_;
};

}  // namespace isthmus::mpi
