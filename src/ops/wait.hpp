// Point-to-point synchronisation: waiting for, and testing, a local symmetric variable.
#pragma once
#include "base/wait.hpp"
#include "comm/context.hpp"
#include "shmem/constants.h"

namespace isthmus::ops {

[[noreturn, gnu::cold]] void bad_comparison(const char* call, int op);

/// Under SHMEM_CHECK: `n` variables of `size` bytes, of this PE, must be symmetric and aligned.
[[gnu::cold]] void check_variables(const comm::Context& context, const char* call, const void* variables, std::size_t n,
                                   std::size_t size);

/// Numeric in the declared type. Ends the job on an operator that is none.
template <class T>
[[gnu::always_inline]] inline bool compare(const char* call, T left, int op, T right) {
  switch (op) {
    case SHMEM_CMP_EQ:
      return left == right;
    case SHMEM_CMP_NE:
      return left != right;
    case SHMEM_CMP_GT:
      return left > right;
    case SHMEM_CMP_GE:
      return left >= right;
    case SHMEM_CMP_LT:
      return left < right;
    case SHMEM_CMP_LE:
      return left <= right;
  }
  bad_comparison(call, op);
}

/// The acquire side of fence and quiet: what was put before the variable changed is visible after.
template <class T>
[[gnu::always_inline]] inline T load_acquire(const T* variable) {
  return __atomic_load_n(variable, __ATOMIC_ACQUIRE);
}

template <class T>
[[gnu::always_inline]] inline bool holds(const char* call, const T* variable, int op, T value) {
  return compare(call, load_acquire(variable), op, value);
}

template <class T>
[[gnu::noinline]] void keep_waiting(const char* call, const T* variable, int op, T value) {
  base::wait_until([&] { return holds(call, variable, op, value); });
}

// With checks, out of line, so that without them no register has to be saved for them.
template <class T>
[[gnu::cold, gnu::noinline]] bool test_checked(const comm::Context& context, const char* call, const T* variable,
                                               int op, T value) {
  check_variables(context, call, variable, 1, sizeof(T));
  const bool met = holds(call, variable, op, value);
  if (!met) base::tested_in_vain();
  return met;
}

template <class T>
[[gnu::cold, gnu::noinline]] void wait_until_checked(const comm::Context& context, const char* call, const T* variable,
                                                     int op, T value) {
  check_variables(context, call, variable, 1, sizeof(T));
  keep_waiting(call, variable, op, value);
}

template <class T>
[[gnu::always_inline]] inline bool test(const comm::Context& context, const char* call, const T* variable, int op,
                                        T value) {
  if (context.checks()) [[unlikely]]
    return test_checked(context, call, variable, op, value);
  const bool met = holds(call, variable, op, value);
  if (!met) base::tested_in_vain();
  return met;
}

template <class T>
[[gnu::always_inline]] inline void wait_until(const comm::Context& context, const char* call, const T* variable, int op,
                                              T value) {
  if (context.checks()) [[unlikely]]
    return wait_until_checked(context, call, variable, op, value);
  if (!holds(call, variable, op, value)) [[unlikely]]
    keep_waiting(call, variable, op, value);
}

}  // namespace isthmus::ops
