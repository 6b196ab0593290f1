#include "ops/put_get.hpp"

#include "base/error.hpp"
#include "base/overlap.hpp"
#include "base/product.hpp"

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

}  // namespace

void put_far(const Context& context, const char* call, void* dest, const void* source, std::size_t n, std::size_t size,
             int pe, When when) {
  const std::size_t bytes = base::product(n, size);
  const comm::Reached to = context.reach(call, dest, bytes, pe, size);
  if (bytes == 0) return;  // the pointers may be null
  check(context, call, to.mapped, source, bytes);
  if (needs_device(context, to, source))
    put_device(context, call, to, source, bytes, when == When::later);
  else if (to.mapped)
    base::copy(to.mapped, source, bytes);
  else if (when == When::now)
    context.endpoint()->write(to.pe, to.target(), source, bytes);
  else
    context.endpoint()->write_later(to.pe, to.target(), source, bytes);
}

void get_far(const Context& context, const char* call, void* dest, const void* source, std::size_t n, std::size_t size,
             int pe, When when) {
  const std::size_t bytes = base::product(n, size);
  const comm::Reached from = context.reach(call, source, bytes, pe, size);
  if (bytes == 0) return;
  check(context, call, from.mapped, dest, bytes);
  if (needs_device(context, from, dest))
    get_device(context, call, from, dest, bytes, when == When::later);
  else if (from.mapped)
    base::copy(dest, from.mapped, bytes);
  else if (when == When::now)
    context.endpoint()->read(from.pe, from.target(), dest, bytes);
  else
    context.endpoint()->read_later(from.pe, from.target(), dest, bytes);
}

}  // namespace isthmus::ops
