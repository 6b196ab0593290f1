#include "ops/put_get.hpp"

#include "base/error.hpp"
#include "base/overlap.hpp"

namespace isthmus::ops {
namespace {

/// Under SHMEM_CHECK, checks that the local buffer is not null and does not overlap the other one, which happens when a
/// PE puts to itself.
void check(const Context& context, const char* call, const void* there, const void* local, std::size_t bytes) {
  if (!context.checks()) return;
  if (!local)
    base::fatal(
        call,
        base::text("the local buffer is null, but %zu bytes are to be moved; pass a buffer, or 0 elements", bytes));
  if (there && base::overlap(there, bytes, local, bytes))
    base::fatal(call, base::text("dest and source overlap on this PE (%zu bytes); use disjoint buffers", bytes));
}

void write(ofi::Endpoint& endpoint, int pe, ofi::Target to, const void* source, std::size_t bytes, When when) {
  if (bytes <= ofi::Endpoint::kSmall)
    endpoint.write_small(pe, to, source, bytes);
  else if (when == When::now)
    endpoint.write(pe, to, source, bytes);
  else
    endpoint.write_later(pe, to, source, bytes);
}

void read(ofi::Endpoint& endpoint, int pe, ofi::Target from, void* dest, std::size_t bytes, When when) {
  if (when == When::now)
    endpoint.read(pe, from, dest, bytes);
  else
    endpoint.read_later(pe, from, dest, bytes);
}

[[gnu::cold, gnu::noinline]] void put_elsewhere(const Context& context, const char* call, void* dest,
                                                const void* source, std::size_t bytes, std::size_t size, int pe,
                                                When when) {
  const comm::Reached to = context.reach(call, dest, bytes, pe, size);
  if (bytes == 0) return;  // the pointers may be null
  check(context, call, to.mapped, source, bytes);
  if (needs_device(context, to, source))
    put_device(context, call, to, source, bytes, when == When::later);
  else if (to.mapped)
    base::store_once(to.mapped, source, bytes);
  else
    write(*context.endpoint(), to.pe, to.target(), source, bytes, when);
}

[[gnu::cold, gnu::noinline]] void get_elsewhere(const Context& context, const char* call, void* dest,
                                                const void* source, std::size_t bytes, std::size_t size, int pe,
                                                When when) {
  const comm::Reached from = context.reach(call, source, bytes, pe, size);
  if (bytes == 0) return;
  check(context, call, from.mapped, dest, bytes);
  if (needs_device(context, from, dest))
    get_device(context, call, from, dest, bytes, when == When::later);
  else if (from.mapped)
    base::copy(dest, from.mapped, bytes);
  else
    read(*context.endpoint(), from.pe, from.target(), dest, bytes, when);
}

}  // namespace

void put_far(void* dest, const void* source, std::size_t bytes, int pe, const Context& context, const char* call,
             std::size_t size, When when) {
  void* there;
  if (context.surely_host(source) && context.near_static(dest, bytes, pe, there))
    return base::store_once(there, source, bytes);
  put_elsewhere(context, call, dest, source, bytes, size, pe, when);
}

void get_far(void* dest, const void* source, std::size_t bytes, int pe, const Context& context, const char* call,
             std::size_t size, When when) {
  void* there;
  if (context.surely_host(dest) && context.near_static(source, bytes, pe, there)) return base::copy(dest, there, bytes);
  get_elsewhere(context, call, dest, source, bytes, size, pe, when);
}

// Contexts that check the alignment of addresses have no such way, so the elements' size does not matter here.

template <When when>
void put_more_by_wire(void* dest, const void* source, std::size_t bytes, int pe, const Context& context,
                      const char* call) {
  const auto put = [&](const comm::WirePlace& to) {
    base::must_be_outside_handlers(call);
    write(to.endpoint(), to.pe(), to.target(), source, bytes, when);
  };
  if (context.surely_host(source) && context.on_wire(dest, bytes, pe, put)) return;
  put_elsewhere(context, call, dest, source, bytes, 1, pe, when);
}
template void put_more_by_wire<When::now>(void*, const void*, std::size_t, int, const Context&, const char*);
template void put_more_by_wire<When::later>(void*, const void*, std::size_t, int, const Context&, const char*);

template <When when>
void get_more_by_wire(void* dest, const void* source, std::size_t bytes, int pe, const Context& context,
                      const char* call) {
  const auto get = [&](const comm::WirePlace& from) {
    base::must_be_outside_handlers(call);
    read(from.endpoint(), from.pe(), from.target(), dest, bytes, when);
  };
  if (context.surely_host(dest) && context.on_wire(source, bytes, pe, get)) return;
  get_elsewhere(context, call, dest, source, bytes, 1, pe, when);
}
template void get_more_by_wire<When::now>(void*, const void*, std::size_t, int, const Context&, const char*);
template void get_more_by_wire<When::later>(void*, const void*, std::size_t, int, const Context&, const char*);

}  // namespace isthmus::ops
