// Atomic memory operations: CPU atomics on mapped memory, the one atomic domain of a job on one node. They acquire and
// release: programs build locks and queues from them.
#pragma once
#include <bit>
#include <cstdint>
#include <type_traits>

#include "base/cpu.hpp"
#include "base/error.hpp"
#include "comm/context.hpp"

namespace isthmus::ops {

using comm::Context;

/// The unsigned integer of the same size: floating-point values are swapped, set and fetched as bits.
template <class T>
using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

// Each operation, given where the target is mapped.
struct Fetch {
  template <class T>
  [[gnu::always_inline]] static T apply(const T* there) {
    return std::bit_cast<T>(__atomic_load_n(reinterpret_cast<const Bits<T>*>(there), __ATOMIC_ACQUIRE));
  }
};
struct Set {
  template <class T>
  [[gnu::always_inline]] static void apply(T* there, T value) {
    __atomic_store_n(reinterpret_cast<Bits<T>*>(there), std::bit_cast<Bits<T>>(value), __ATOMIC_RELEASE);
  }
};
struct Swap {
  template <class T>
  [[gnu::always_inline]] static T apply(T* there, T value) {
    return std::bit_cast<T>(base::exchange(reinterpret_cast<Bits<T>*>(there), std::bit_cast<Bits<T>>(value)));
  }
};
struct CompareSwap {
  template <class T>
  [[gnu::always_inline]] static T apply(T* there, T expected, T value) {
    return base::compare_exchange(there, expected, value);
  }
};
struct FetchAdd {
  template <class T>
  [[gnu::always_inline]] static T apply(T* there, T value) {
    return base::fetch_add(there, value);
  }
};
struct FetchAnd {
  template <class T>
  [[gnu::always_inline]] static T apply(T* there, T value) {
    return base::fetch_and(there, value);
  }
};
struct FetchOr {
  template <class T>
  [[gnu::always_inline]] static T apply(T* there, T value) {
    return base::fetch_or(there, value);
  }
};
struct FetchXor {
  template <class T>
  [[gnu::always_inline]] static T apply(T* there, T value) {
    return base::fetch_xor(there, value);
  }
};

/// Op without its result.
template <class Op>
struct Forget {
  template <class T>
  [[gnu::always_inline]] static void apply(T* there, T value) {
    Op::apply(there, value);
  }
};
using Add = Forget<FetchAdd>;
using And = Forget<FetchAnd>;
using Or = Forget<FetchOr>;
using Xor = Forget<FetchXor>;

template <class Op, class T, class... Values>
[[gnu::cold, gnu::noinline]] auto atomic_far(const Context& context, const char* call, T* target, int pe,
                                             Values... values) {
  return Op::apply(static_cast<T*>(context.reach(call, target, sizeof(T), pe, sizeof(T))), values...);
}

/// Applies Op to `target` on PE `pe`. Tail calls in both branches: no stack frame.
template <class Op, class T, class... Values>
[[gnu::always_inline]] inline auto atomic(const Context& context, const char* call, T* target, int pe,
                                          Values... values) {
  if (void* there; context.near(target, pe, there)) [[likely]]
    return Op::apply(static_cast<T*>(there), values...);
  return atomic_far<Op>(context, call, target, pe, values...);
}

/// Where a non-blocking fetch puts its result; ends the job under SHMEM_CHECK when that is null.
template <class T>
T& result(const Context& context, const char* call, T* fetch) {
  if (context.checks() && !fetch) base::fatal(call, "the address for the fetched value is null; pass a variable's");
  return *fetch;
}

}  // namespace isthmus::ops
