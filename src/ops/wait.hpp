// Point-to-point synchronisation: waiting for, and testing, a local symmetric variable.
#pragma once
#include <atomic>

#include "base/arrivals.hpp"
#include "base/wait.hpp"
#include "comm/context.hpp"
#include "memkind/copies.hpp"
#include "shmem/constants.h"

namespace isthmus::ops {

[[noreturn, gnu::cold]] void bad_comparison(const char* call, int op);

/// Under SHMEM_CHECK, ends the job unless the `n` variables of `size` bytes of this PE are symmetric and aligned.
[[gnu::cold]] void check_variables(const comm::Context& context, const char* call, const void* variables, std::size_t n,
                                   std::size_t size);

/// Compares numerically in the type T. Ends the job if `op` is not one of SHMEM_CMP_*.
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

/// The acquire side of fence and quiet: what was put before the variable changed is visible after the load that sees
/// the change.
template <class T>
[[gnu::always_inline]] inline T load_acquire(const T* variable) {
  return __atomic_load_n(variable, __ATOMIC_ACQUIRE);
}

/// The kind of a variable of this PE if it is in device memory, or null if the CPU can load it.
inline const memkind::Kind* device_of(const comm::Context& context, const void* variable) {
  if (!context.careful() || context.surely_host(variable)) return nullptr;
  const memkind::Kind& kind = context.kind_of(variable);
  return kind.device ? &kind : nullptr;
}

/// Loads a variable in memory of any kind: `device` is what device_of() returned for it.
template <class T>
[[gnu::always_inline]] inline T load_acquire(const T* variable, const memkind::Kind* device) {
  if (!device) [[likely]]
    return load_acquire(variable);
  T value;
  memkind::copy({memkind::kHost, reinterpret_cast<char*>(&value)},
                {*device, reinterpret_cast<char*>(const_cast<T*>(variable))}, sizeof value);
  std::atomic_thread_fence(std::memory_order_acquire);
  return value;
}

template <class T>
[[gnu::always_inline]] inline bool holds(const char* call, const T* variable, int op, T value,
                                         const memkind::Kind* device = nullptr) {
  return compare(call, load_acquire(variable, device), op, value);
}

/// Must be called when the first load satisfied the condition. The value may then be this PE's own store, which other
/// PEs need not see yet, although a wait may end only when the update is complete: the fence makes what this PE stores
/// from here on visible after it.
[[gnu::always_inline]] inline void settle() { std::atomic_thread_fence(std::memory_order_release); }

/// The same where the update may have come over the wire.
inline void settle_arrival() {
  settle();
  base::arrivals.see();
}

template <class T>
[[gnu::noinline]] void keep_waiting(const char* call, const T* variable, int op, T value,
                                    const memkind::Kind* device = nullptr) {
  base::wait_until([&] { return holds(call, variable, op, value, device); }, call,
                   [&] { return base::waits_for_variable(variable, op, value, device); });
}

// The forms for SHMEM_CHECK, for device memory and for the wire are out of line, so that the common case saves no
// registers for them.
template <class T>
[[gnu::cold, gnu::noinline]] bool test_careful(const comm::Context& context, const char* call, const T* variable,
                                               int op, T value) {
  check_variables(context, call, variable, 1, sizeof(T));
  const bool met = holds(call, variable, op, value, device_of(context, variable));
  met ? settle_arrival() : base::after_failed_test();
  return met;
}

template <class T>
[[gnu::cold, gnu::noinline]] void wait_until_careful(const comm::Context& context, const char* call, const T* variable,
                                                     int op, T value) {
  check_variables(context, call, variable, 1, sizeof(T));
  keep_waiting(call, variable, op, value, device_of(context, variable));
  settle_arrival();
}

template <class T>
[[gnu::always_inline]] inline bool test(const comm::Context& context, const char* call, const T* variable, int op,
                                        T value) {
  if (context.careful()) [[unlikely]]
    return test_careful(context, call, variable, op, value);
  const bool met = holds(call, variable, op, value);
  met ? settle() : base::after_failed_test();
  return met;
}

template <class T>
[[gnu::always_inline]] inline void wait_until(const comm::Context& context, const char* call, const T* variable, int op,
                                              T value) {
  if (context.careful()) [[unlikely]]
    return wait_until_careful(context, call, variable, op, value);
  if (!holds(call, variable, op, value)) [[unlikely]]
    return keep_waiting(call, variable, op, value);
  settle();
}

}  // namespace isthmus::ops
