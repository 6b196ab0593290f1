// Point-to-point synchronisation: waiting for, and testing, a local symmetric variable.
#pragma once
#include <atomic>

#include "base/wait.hpp"
#include "comm/context.hpp"
#include "memkind/copies.hpp"
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

/// The device kind of a variable of this PE, or null where it can simply be loaded.
inline const memkind::Kind* device_of(const comm::Context& context, const void* variable) {
  if (!context.careful() || context.surely_host(variable)) return nullptr;
  const memkind::Kind& kind = context.kind_of(variable);
  return kind.device ? &kind : nullptr;
}

/// The same, of memory of any kind.
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

/// After a look that found its condition held at once: the value may be this PE's own store, which others need not see
/// yet, and a wait ends when the update is complete. What this PE stores from here on comes after it.
[[gnu::always_inline]] inline void settle() { std::atomic_thread_fence(std::memory_order_release); }

template <class T>
[[gnu::noinline]] void keep_waiting(const char* call, const T* variable, int op, T value,
                                    const memkind::Kind* device = nullptr) {
  base::wait_until([&] { return holds(call, variable, op, value, device); }, call);
}

// With checks, or devices, out of line, so that without them no register has to be saved for them.
template <class T>
[[gnu::cold, gnu::noinline]] bool test_careful(const comm::Context& context, const char* call, const T* variable,
                                               int op, T value) {
  check_variables(context, call, variable, 1, sizeof(T));
  const bool met = holds(call, variable, op, value, device_of(context, variable));
  met ? settle() : base::tested_in_vain();
  return met;
}

template <class T>
[[gnu::cold, gnu::noinline]] void wait_until_careful(const comm::Context& context, const char* call, const T* variable,
                                                     int op, T value) {
  check_variables(context, call, variable, 1, sizeof(T));
  keep_waiting(call, variable, op, value, device_of(context, variable));
  settle();
}

template <class T>
[[gnu::always_inline]] inline bool test(const comm::Context& context, const char* call, const T* variable, int op,
                                        T value) {
  if (context.careful()) [[unlikely]]
    return test_careful(context, call, variable, op, value);
  const bool met = holds(call, variable, op, value);
  met ? settle() : base::tested_in_vain();
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
