// Atomic memory operations. On mapped memory they are CPU atomics; on the wire they are requests that the target's node
// carries out with CPU atomics, so host memory is one atomic domain. Device memory is another, of the device's own
// atomics; where the host cannot have them, locks make its operations atomic. All of them acquire and release, because
// programs build locks and queues from them.
#pragma once
#include <bit>
#include <cstdint>
#include <type_traits>

#include "base/cpu.hpp"
#include "base/error.hpp"
#include "base/wait.hpp"
#include "comm/context.hpp"
#include "ops/device.hpp"

namespace isthmus::ops {

using comm::Context;

/// The unsigned integer of the same size: floating-point values are swapped, set and fetched as bits.
template <class T>
using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

// One struct per operation: apply() performs it at the address where the target is mapped, kWire names it on the wire.
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

/// Op with its result discarded, for the atomics that do not fetch.
template <class Op>
struct Discard {
  static constexpr ofi::Atomic kWire = Op::kWire;
  template <class T>
  [[gnu::always_inline]] static void apply(T* there, T value) {
    Op::apply(there, value);
  }
};
using Add = Discard<FetchAdd>;
using And = Discard<FetchAnd>;
using Or = Discard<FetchOr>;
using Xor = Discard<FetchXor>;

/// Builds the request for the wire. The last value is the operand; the one before it, if any, is the comparand.
template <class Op, class T, class... Values>
[[gnu::always_inline]] inline ofi::AtomicRequest on_wire(const comm::WirePlace& to, Values... values) {
  ofi::AtomicRequest request{Op::kWire, sizeof(T), to.pe(), to.heap(), to.offset};
  ((request.compare = request.operand, request.operand = std::bit_cast<Bits<T>>(values)), ...);
  return request;
}
template <class Op, class T, class... Values>
ofi::AtomicRequest on_wire(const comm::Reached& to, Values... values) {
  ofi::AtomicRequest request{Op::kWire, sizeof(T), to.pe, to.segment->wire, to.offset};
  ((request.compare = request.operand, request.operand = std::bit_cast<Bits<T>>(values)), ...);
  return request;
}

/// Performs Op on one word of mapped device memory: as kernels do it or, where the device cannot, by fetching the word,
/// changing it and writing it back. Holds the lock that the owning PE has for that word, without which the second way
/// would not be atomic. Pending copies are finished before the lock is taken: the owner's device proxy takes the same
/// locks, so whoever holds one may wait for nothing but the driver.
template <class Op, class T, class... Values>
auto on_device_word(const Context& context, const comm::Reached& to, Values... values) {
  using Word = std::remove_const_t<T>;
  using Result = decltype(Op::apply(static_cast<T*>(nullptr), values...));
  if (memkind::copies_begun.load(std::memory_order_acquire)) memkind::finish_copies();
  const DeviceLock lock(context.memory()->internal(), to.pe, to.offset);
  const ofi::AtomicRequest request = on_wire<Op, T>(to, values...);
  if (std::uint64_t old; change_word(to.place(), Op::kWire, sizeof(T), request.operand, request.compare, old)) {
    if constexpr (std::is_void_v<Result>)
      return;
    else
      return std::bit_cast<Result>(static_cast<Bits<T>>(old));
  }
  Word word;
  const memkind::Place here{memkind::kHost, reinterpret_cast<char*>(&word)};
  memkind::copy(here, to.place(), sizeof word);
  if constexpr (std::is_void_v<Result>) {
    Op::apply(&word, values...);
    memkind::copy(to.place(), here, sizeof word);
  } else {
    const Word before = word;
    const Result result = Op::apply(&word, values...);
    if (std::bit_cast<Bits<T>>(word) != std::bit_cast<Bits<T>>(before)) memkind::copy(to.place(), here, sizeof word);
    return result;
  }
}

/// Stores `value` in a local variable, which may be in device memory.
template <class T>
void put_back(const Context& context, T* fetch, T value) {
  memkind::copy({context.kind_of(fetch), reinterpret_cast<char*>(fetch)},
                {memkind::kHost, reinterpret_cast<char*>(&value)}, sizeof value);
}

/// Performs Op by the endpoint.
template <class Op, class T, class Result>
[[gnu::always_inline]] inline Result perform(ofi::Endpoint& endpoint, const ofi::AtomicRequest& request) {
  if constexpr (std::is_void_v<Result>)
    endpoint.atomic_later(request, nullptr);
  else
    return std::bit_cast<Result>(static_cast<Bits<T>>(endpoint.fetch_atomic(request)));
}

/// Performs Op on a word of device memory that is not mapped here: the device proxy of the PE that owns it does it.
template <class Op, class T, class... Values>
auto by_proxy(const char* call, const comm::Reached& to, Values... values) {
  using Result = decltype(Op::apply(static_cast<T*>(nullptr), values...));
  const ofi::AtomicRequest request = on_wire<Op, T>(to, values...);
  const std::uint64_t old = proxy_atomic(call, to, request.op, request.bytes, request.operand, request.compare);
  if constexpr (!std::is_void_v<Result>) return std::bit_cast<Result>(static_cast<Bits<T>>(old));
}

/// Whether a word is aligned to its size. On the node the processor accepts one that is not; a PE of another node would
/// drop the request and never answer.
template <class T>
[[gnu::always_inline]] inline bool is_aligned(const T* target) {
  return reinterpret_cast<std::uintptr_t>(target) % sizeof(T) == 0;
}

template <class Op, class T, class... Values>
[[gnu::cold, gnu::noinline]] auto atomic_elsewhere(const Context& context, const char* call, T* target, int pe,
                                                   Values... values) {
  const comm::Reached to = context.reach(call, target, sizeof(T), pe, sizeof(T));
  using Result = decltype(Op::apply(target, values...));
  if (to.on_device() && !to.mapped) return by_proxy<Op, T>(call, to, values...);
  if (to.on_device()) return on_device_word<Op, T>(context, to, values...);
  if (to.mapped) return Op::apply(static_cast<T*>(to.mapped), values...);
  if (!is_aligned(target)) comm::refuse_misaligned(call, target, sizeof(T));
  return perform<Op, T, Result>(*context.endpoint(), on_wire<Op, T>(to, values...));
}

/// As put_value_far: static data of a peer and, for operations without a result, the heap of a PE of another node.
template <class Op, class T, class... Values>
[[gnu::noinline]] auto atomic_far(const Context& context, const char* call, T* target, int pe, Values... values) {
  if (void* there; context.near_static(target, pe, there)) return Op::apply(static_cast<T*>(there), values...);
  if constexpr (std::is_void_v<decltype(Op::apply(target, values...))>) {
    const auto perform_it = [&](const comm::WirePlace& to) {
      base::must_be_outside_handlers(call);
      perform<Op, T, void>(to.endpoint(), on_wire<Op, T>(to, values...));
    };
    if (is_aligned(target) && context.on_wire(target, sizeof(T), pe, perform_it)) return;
  }
  return atomic_elsewhere<Op>(context, call, target, pe, values...);
}

/// By the endpoint's short way if the operation has a result. An aligned word that begins in the window is in the heap.
template <class Op, class T, class... Values>
[[gnu::always_inline]] inline auto atomic_by_wire(const comm::WirePlace& to, const Context& context, const char* call,
                                                  T* target, int pe, Values... values) {
  using Result = decltype(Op::apply(target, values...));
  comm::as_new(target, pe, values...);
  if constexpr (!std::is_void_v<Result>) {
    if (is_aligned(target) && !base::in_handler) [[likely]] {
      std::uint64_t operand = 0, compare = 0;
      ((compare = operand, operand = std::bit_cast<Bits<T>>(values)), ...);
      const std::uint64_t head = ofi::atomic_head({Op::kWire, sizeof(T)}, to.region());
      const std::uint64_t old = to.endpoint().fetch_word(operand, compare, head, to.entry, to.offset);
      return std::bit_cast<Result>(static_cast<Bits<T>>(old));
    }
  }
  return atomic_far<Op>(context, call, target, pe, values...);
}

/// Applies Op to `target` on PE `pe`.
template <class Op, class T, class... Values>
[[gnu::always_inline]] inline auto atomic(const Context& context, const char* call, T* target, int pe,
                                          Values... values) {
  const auto near = [&](void* there) __attribute__((always_inline)) {
    return Op::apply(static_cast<T*>(there), values...);
  };
  const auto wire = [&](const comm::WirePlace& to) __attribute__((always_inline)) {
    return atomic_by_wire<Op>(to, context, call, target, pe, values...);
  };
  const auto far = [&]() __attribute__((always_inline)) {
    return atomic_far<Op>(context, call, target, pe, values...);
  };
  return context.in_heap(target, pe, near, wire, far);
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
  else if (!is_aligned(target))
    comm::refuse_misaligned(call, target, sizeof(T));
  else
    context.endpoint()->atomic_later(on_wire<Op, T>(to, values...), fetch);
}

/// Applies Op without waiting for it; `fetch` holds the old value after quiet.
template <class Op, class T, class Target, class... Values>
[[gnu::always_inline]] inline void atomic_nbi(const Context& context, const char* call, T* fetch, Target* target,
                                              int pe, Values... values) {
  if (void* there; context.near(target, pe, there) && context.surely_host(fetch)) [[likely]]
    *fetch = Op::apply(static_cast<Target*>(there), values...);
  else
    atomic_nbi_far<Op>(context, call, fetch, target, pe, values...);
}

}  // namespace isthmus::ops
