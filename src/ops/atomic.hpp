// Atomic memory operations: CPU atomics on mapped memory; on the wire, CPU atomics that the target's node carries out.
// One atomic domain; device memory has one of its own, kept by locks. They acquire and release: programs build locks
// and queues from them.
#pragma once
#include <bit>
#include <cstdint>
#include <type_traits>

#include "base/cpu.hpp"
#include "base/error.hpp"
#include "comm/context.hpp"
#include "ops/device.hpp"

namespace isthmus::ops {

using comm::Context;

/// The unsigned integer of the same size: floating-point values are swapped, set and fetched as bits.
template <class T>
using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

// Each operation, given where the target is mapped.
struct Fetch {
  static constexpr ofi::Atomic kWire = ofi::Atomic::fetch;
  template <class T>
  [[gnu::always_inline]] static T apply(const T* there) {
    return std::bit_cast<T>(__atomic_load_n(reinterpret_cast<const Bits<T>*>(there), __ATOMIC_ACQUIRE));
  }
};
struct Set {
  static constexpr ofi::Atomic kWire = ofi::Atomic::set;
  template <class T>
  [[gnu::always_inline]] static void apply(T* there, T value) {
    __atomic_store_n(reinterpret_cast<Bits<T>*>(there), std::bit_cast<Bits<T>>(value), __ATOMIC_RELEASE);
  }
};
struct Swap {
  static constexpr ofi::Atomic kWire = ofi::Atomic::swap;
  template <class T>
  [[gnu::always_inline]] static T apply(T* there, T value) {
    return std::bit_cast<T>(base::exchange(reinterpret_cast<Bits<T>*>(there), std::bit_cast<Bits<T>>(value)));
  }
};
struct CompareSwap {
  static constexpr ofi::Atomic kWire = ofi::Atomic::compare_swap;
  template <class T>
  [[gnu::always_inline]] static T apply(T* there, T expected, T value) {
    return base::compare_exchange(there, expected, value);
  }
};
struct FetchAdd {
  static constexpr ofi::Atomic kWire = ofi::Atomic::add;
  template <class T>
  [[gnu::always_inline]] static T apply(T* there, T value) {
    return base::fetch_add(there, value);
  }
};
struct FetchAnd {
  static constexpr ofi::Atomic kWire = ofi::Atomic::bit_and;
  template <class T>
  [[gnu::always_inline]] static T apply(T* there, T value) {
    return base::fetch_and(there, value);
  }
};
struct FetchOr {
  static constexpr ofi::Atomic kWire = ofi::Atomic::bit_or;
  template <class T>
  [[gnu::always_inline]] static T apply(T* there, T value) {
    return base::fetch_or(there, value);
  }
};
struct FetchXor {
  static constexpr ofi::Atomic kWire = ofi::Atomic::bit_xor;
  template <class T>
  [[gnu::always_inline]] static T apply(T* there, T value) {
    return base::fetch_xor(there, value);
  }
};

/// Op without its result.
template <class Op>
struct Forget {
  static constexpr ofi::Atomic kWire = Op::kWire;
  template <class T>
  [[gnu::always_inline]] static void apply(T* there, T value) {
    Op::apply(there, value);
  }
};
using Add = Forget<FetchAdd>;
using And = Forget<FetchAnd>;
using Or = Forget<FetchOr>;
using Xor = Forget<FetchXor>;

/// One word of device memory: fetched, changed by `change` and written back, under the lock that its PE has for it.
/// Under the lock nothing is waited for but the driver: a device proxy may want the lock.
template <class T, class Change>
auto on_device_word(const Context& context, const comm::Reached& to, Change&& change) {
  if (memkind::copies_begun.load(std::memory_order_acquire)) memkind::finish_copies();
  const DeviceLock lock(context.memory()->internal(), to.pe, to.offset);
  std::remove_const_t<T> word;
  const memkind::Place here{memkind::kHost, reinterpret_cast<char*>(&word)};
  memkind::copy(here, to.place(), sizeof word);
  using Result = decltype(change(&word));
  if constexpr (std::is_void_v<Result>) {
    change(&word);
    memkind::copy(to.place(), here, sizeof word);
  } else {
    const std::remove_const_t<T> before = word;
    const Result result = change(&word);
    if (std::bit_cast<Bits<T>>(word) != std::bit_cast<Bits<T>>(before)) memkind::copy(to.place(), here, sizeof word);
    return result;
  }
}

/// To a local variable of any kind.
template <class T>
void put_back(const Context& context, T* fetch, T value) {
  memkind::copy({context.kind_of(fetch), reinterpret_cast<char*>(fetch)},
                {memkind::kHost, reinterpret_cast<char*>(&value)}, sizeof value);
}

/// The operation as the wire takes it: the last value is the operand, the one before it what is compared.
template <class Op, class T, class... Values>
ofi::AtomicRequest on_wire(const comm::Reached& to, Values... values) {
  ofi::AtomicRequest request{Op::kWire, sizeof(T), to.pe, to.segment->wire, to.offset};
  ((request.compare = request.operand, request.operand = std::bit_cast<Bits<T>>(values)), ...);
  return request;
}

/// The same where it is not mapped here: the PE that owns the word does it.
template <class Op, class T, class... Values>
auto by_proxy(const char* call, const comm::Reached& to, Values... values) {
  using Result = decltype(Op::apply(static_cast<T*>(nullptr), values...));
  const ofi::AtomicRequest request = on_wire<Op, T>(to, values...);
  const std::uint64_t old = proxy_atomic(call, to, request.op, request.bytes, request.operand, request.compare);
  if constexpr (!std::is_void_v<Result>) return std::bit_cast<Result>(static_cast<Bits<T>>(old));
}

template <class Op, class T, class... Values>
[[gnu::cold, gnu::noinline]] auto atomic_far(const Context& context, const char* call, T* target, int pe,
                                             Values... values) {
  const comm::Reached to = context.reach(call, target, sizeof(T), pe, sizeof(T));
  using Result = decltype(Op::apply(target, values...));
  if (to.on_device() && !to.mapped) return by_proxy<Op, T>(call, to, values...);
  if (to.on_device()) return on_device_word<T>(context, to, [&](T* word) { return Op::apply(word, values...); });
  if (to.mapped) return Op::apply(static_cast<T*>(to.mapped), values...);
  if constexpr (std::is_void_v<Result>)
    context.endpoint()->atomic_later(on_wire<Op, T>(to, values...), nullptr);
  else
    return std::bit_cast<Result>(static_cast<Bits<T>>(context.endpoint()->fetch_atomic(on_wire<Op, T>(to, values...))));
}

/// Applies Op to `target` on PE `pe`. Tail calls in both branches: no stack frame.
template <class Op, class T, class... Values>
[[gnu::always_inline]] inline auto atomic(const Context& context, const char* call, T* target, int pe,
                                          Values... values) {
  if (void* there; context.near(target, pe, there)) [[likely]]
    return Op::apply(static_cast<T*>(there), values...);
  return atomic_far<Op>(context, call, target, pe, values...);
}

template <class Op, class T, class Target, class... Values>
[[gnu::cold, gnu::noinline]] void atomic_nbi_far(const Context& context, const char* call, T* fetch, Target* target,
                                                 int pe, Values... values) {
  if (context.checks() && !fetch) base::fatal(call, "the address for the fetched value is null; pass a variable's");
  const comm::Reached to = context.reach(call, target, sizeof(T), pe, sizeof(T));
  if (to.on_device() || needs_device(context, to, fetch))
    put_back(context, fetch, atomic_far<Op>(context, call, target, pe, values...));
  else if (to.mapped)
    *fetch = Op::apply(static_cast<Target*>(to.mapped), values...);
  else
    context.endpoint()->atomic_later(on_wire<Op, T>(to, values...), fetch);
}

/// The old value is in `fetch` after quiet.
template <class Op, class T, class Target, class... Values>
[[gnu::always_inline]] inline void atomic_nbi(const Context& context, const char* call, T* fetch, Target* target,
                                              int pe, Values... values) {
  if (void* there; context.near(target, pe, there) && context.surely_host(fetch)) [[likely]]
    *fetch = Op::apply(static_cast<Target*>(there), values...);
  else
    atomic_nbi_far<Op>(context, call, fetch, target, pe, values...);
}

}  // namespace isthmus::ops
