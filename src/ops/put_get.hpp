// Put and get. A put is a store when the peer's memory is mapped here, and a write on the wire otherwise.
//
// Each operation has three forms. The near one, inline in the API call, is for the mapped heap of a peer; it ends in a
// plain return or a jump, so it needs no stack frame. The far one, out of line, is for the heap of a PE of another node
// and for static data of a peer. `elsewhere` is everything else: other segments, devices, argument checks, errors.
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

/// A value in the heap of a PE of another node went to the endpoint already, unless it has more than 8 bytes.
template <class T>
[[gnu::noinline]] void put_value_far(T* dest, T value, int pe, const Context& context, const char* call) {
  if (void* there; context.near_static(dest, pe, there)) return store(there, value);
  put_value_elsewhere(dest, value, pe, context, call);
}

template <class T>
[[gnu::cold, gnu::noinline]] T get_value_elsewhere(const Context& context, const char* call, const T* source, int pe) {
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
[[gnu::noinline]] T get_value_far(const Context& context, const char* call, const T* source, int pe) {
  if (void* there; context.near_static(source, pe, there)) return load<T>(there);
  if constexpr (sizeof(T) <= sizeof(std::uint64_t)) {
    std::uint64_t bits;
    const auto read = [&](const comm::WirePlace& from) {
      base::must_be_outside_handlers(call);
      bits = from.endpoint.read_value(sizeof(T), from.key, from.entry, from.offset);
    };
    if (context.on_wire(source, sizeof(T), pe, read)) return comm::value_of<T>(bits);
  }
  return get_value_elsewhere(context, call, source, pe);
}

// Their parameters have the order of the API call, too.
void put_far(void* dest, const void* source, std::size_t bytes, int pe, const Context& context, const char* call,
             std::size_t size, When when);
void get_far(void* dest, const void* source, std::size_t bytes, int pe, const Context& context, const char* call,
             std::size_t size, When when);

template <class T>
[[gnu::always_inline]] inline void put_value(const Context& context, const char* call, T* dest, T value, int pe) {
  // put_value_far takes its arguments in the order of the API call, so that they are in the right registers already.
  context.put_near(
      dest, value, pe, [&](T * p) __attribute__((always_inline)) { put_value_far(p, value, pe, context, call); });
}

template <class T>
[[gnu::always_inline]] inline T get_value(const Context& context, const char* call, const T* source, int pe) {
  if (void* there; context.near(source, pe, there)) [[likely]]
    return load<T>(there);
  return get_value_far(context, call, source, pe);
}

/// Puts `n` elements of `size` bytes. Copies like memmove, because a PE may put to itself and programs easily break the
/// specification's rule against overlap by accident.
[[gnu::always_inline]] inline void put(const Context& context, const char* call, void* dest, const void* source,
                                       std::size_t n, std::size_t size, int pe, When when = When::now) {
  if (void* there; context.near(dest, pe, there) && context.surely_host(source)) [[likely]]
    base::store_once(there, source, n * size);
  else
    put_far(dest, source, base::product(n, size), pe, context, call, size, when);
}

[[gnu::always_inline]] inline void get(const Context& context, const char* call, void* dest, const void* source,
                                       std::size_t n, std::size_t size, int pe, When when = When::now) {
  if (void* there; context.near(source, pe, there) && context.surely_host(dest)) [[likely]]
    base::copy(dest, there, n * size);
  else
    get_far(dest, source, base::product(n, size), pe, context, call, size, when);
}

}  // namespace isthmus::ops
