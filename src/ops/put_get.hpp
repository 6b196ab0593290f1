// Put and get. A put is a store when the peer's memory is mapped here, and a write on the wire otherwise.
//
// Each operation has four forms. Inline in the API call are the near one, for the mapped heap of a peer, and that of
// the wire, for few bytes in the heap of a PE of another node; where they can they end in a plain return or a jump,
// without a stack frame. Out of line are the far one, for static data of a peer, and that of the wire for more bytes.
// `elsewhere` is everything else: other segments, devices, argument checks, errors.
#pragma once
#include <cstddef>
#include <cstring>

#include "base/copy.hpp"
#include "base/product.hpp"
#include "base/wait.hpp"
#include "comm/context.hpp"
#include "ops/device.hpp"

namespace isthmus::ops {

using comm::Context;

/// `later` is nbi: the call may return before the local buffer can be reused, or is filled.
enum class When { now, later };

/// Stores one value by a plain access, as load() reads one: each compiles to one instruction, so that up to 8 bytes
/// never tear. Programs that poll on flags set by shmem_p rely on that.
template <class T>
[[gnu::always_inline]] inline void store(void* there, T value) {
  *static_cast<T*>(there) = value;
}

template <class T>
[[gnu::always_inline]] inline T load(const void* there) {
  return *static_cast<const T*>(there);
}

template <class T>
[[gnu::cold, gnu::noinline]] void put_value_elsewhere(T* dest, T value, int pe, const Context& context,
                                                      const char* call) {
  const comm::Reached to = context.reach(call, dest, sizeof(T), pe, alignof(T));
  if (to.on_device())
    put_device(context, call, to, &value, sizeof value, false);
  else if (to.mapped)
    store(to.mapped, value);
  else
    context.endpoint()->write_small(to.pe, to.target(), &value, sizeof value);
}

/// A value in the heap of a PE of another node went to the endpoint already, unless it has more than 8 bytes or begins
/// in the last bytes of the heap (Context::kMargin).
template <class T>
[[gnu::noinline]] void put_value_far(T* dest, T value, int pe, const Context& context, const char* call) {
  if (void* there; context.near_static(dest, pe, there)) return store(there, value);
  put_value_elsewhere(dest, value, pe, context, call);
}

template <class T>
[[gnu::cold, gnu::noinline]] T get_value_elsewhere(const T* source, int pe, const Context& context, const char* call) {
  const comm::Reached from = context.reach(call, source, sizeof(T), pe, alignof(T));
  T value;
  if (from.on_device()) {
    get_device(context, call, from, &value, sizeof value, false);
    return value;
  }
  if (from.mapped) return load<T>(from.mapped);
  context.endpoint()->read(from.pe, from.target(), &value, sizeof value);
  return value;
}

template <class T>
[[gnu::noinline]] T get_value_far(const T* source, int pe, const Context& context, const char* call) {
  if (void* there; context.near_static(source, pe, there)) return load<T>(there);
  return get_value_elsewhere(source, pe, context, call);
}

// Their parameters have the order of the API call, too.
void put_far(void* dest, const void* source, std::size_t bytes, int pe, const Context& context, const char* call,
             std::size_t size, When when);
void get_far(void* dest, const void* source, std::size_t bytes, int pe, const Context& context, const char* call,
             std::size_t size, When when);
// The same for the heap of a PE of another node: whatever the short ways do not take. With so few parameters that none
// is on the stack, for which the whole API call would need a frame.
template <When when>
void put_more_by_wire(void* dest, const void* source, std::size_t bytes, int pe, const Context& context,
                      const char* call);
template <When when>
void get_more_by_wire(void* dest, const void* source, std::size_t bytes, int pe, const Context& context,
                      const char* call);

template <class T>
[[gnu::always_inline]] inline void put_value(const Context& context, const char* call, T* dest, T value, int pe) {
  // put_value_far takes its arguments in the order of the API call, so that they are in the right registers already.
  context.put_near(
      dest, value, pe, [&](T * p) __attribute__((always_inline)) { put_value_far(p, value, pe, context, call); });
}

template <class T>
[[gnu::always_inline]] inline T get_value_by_wire(const comm::WirePlace& from, const T* source, int pe,
                                                  const Context& context, const char* call) {
  comm::as_new(source, pe);
  static_assert(sizeof(T) <= ofi::Endpoint::kSmall);
  if (base::in_handler) [[unlikely]]
    return get_value_far(source, pe, context, call);
  T value;
  from.endpoint().read_small(&value, sizeof value, from.key(), from.entry, from.offset);
  return value;
}

template <class T>
[[gnu::always_inline]] inline T get_value(const Context& context, const char* call, const T* source, int pe) {
  return context.in_heap(
      source, pe, load<T>,
      [&](const comm::WirePlace& from)
          __attribute__((always_inline)) { return get_value_by_wire(from, source, pe, context, call); },
      [&]() __attribute__((always_inline)) { return get_value_far(source, pe, context, call); });
}

/// Whether the endpoint's short ways take `n` elements of `size` bytes between the window and a buffer of this PE.
[[gnu::always_inline]] inline bool is_short(const Context& context, std::size_t n, std::size_t size,
                                            const void* local) {
  return n - 1 < ofi::Endpoint::kSmall / size && context.surely_host(local) && !base::in_handler;
}

// The ways of the wire: by the endpoint's short way where that takes it.

[[gnu::always_inline]] inline void put_by_wire(const comm::WirePlace& to, void* dest, const void* source, std::size_t n,
                                               int pe, const Context& context, const char* call, std::size_t size,
                                               When when) {
  comm::as_new(dest, source, n, pe);
  if (is_short(context, n, size, source))
    to.endpoint().write_bytes(source, n * size, to.key(), to.entry, to.offset);
  else if (when == When::now)
    put_more_by_wire<When::now>(dest, source, base::product(n, size), pe, context, call);
  else
    put_more_by_wire<When::later>(dest, source, base::product(n, size), pe, context, call);
}

[[gnu::always_inline]] inline void get_by_wire(const comm::WirePlace& from, void* dest, const void* source,
                                               std::size_t n, int pe, const Context& context, const char* call,
                                               std::size_t size, When when) {
  comm::as_new(dest, source, n, pe);
  if (when == When::later)
    get_more_by_wire<When::later>(dest, source, base::product(n, size), pe, context, call);
  else if (is_short(context, n, size, dest))
    from.endpoint().read_small(dest, n * size, from.key(), from.entry, from.offset);
  else
    get_more_by_wire<When::now>(dest, source, base::product(n, size), pe, context, call);
}

/// Puts `n` elements of `size` bytes. Copies like memmove, because a PE may put to itself and programs easily break the
/// specification's rule against overlap by accident.
[[gnu::always_inline]] inline void put(const Context& context, const char* call, void* dest, const void* source,
                                       std::size_t n, std::size_t size, int pe, When when = When::now) {
  const auto far = [&]() __attribute__((always_inline)) {
    put_far(dest, source, base::product(n, size), pe, context, call, size, when);
  };
  const auto near = [&](void* there) __attribute__((always_inline)) {
    if (!context.surely_host(source)) [[unlikely]]
      return far();
    base::store_once(there, source, n * size);
  };
  const auto wire = [&](const comm::WirePlace& to) __attribute__((always_inline)) {
    put_by_wire(to, dest, source, n, pe, context, call, size, when);
  };
  context.in_heap(dest, pe, near, wire, far);
}

[[gnu::always_inline]] inline void get(const Context& context, const char* call, void* dest, const void* source,
                                       std::size_t n, std::size_t size, int pe, When when = When::now) {
  const auto far = [&]() __attribute__((always_inline)) {
    get_far(dest, source, base::product(n, size), pe, context, call, size, when);
  };
  const auto near = [&](void* there) __attribute__((always_inline)) {
    if (!context.surely_host(dest)) [[unlikely]]
      return far();
    base::copy(dest, there, n * size);
  };
  const auto wire = [&](const comm::WirePlace& from) __attribute__((always_inline)) {
    get_by_wire(from, dest, source, n, pe, context, call, size, when);
  };
  context.in_heap(source, pe, near, wire, far);
}

}  // namespace isthmus::ops
