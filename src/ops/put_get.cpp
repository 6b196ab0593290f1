#include "ops/put_get.hpp"

#include "base/error.hpp"
#include "base/overlap.hpp"

namespace isthmus::ops {
namespace {

/// Under SHMEM_CHECK: the local buffer, and that the two do not overlap, which can be when a PE puts to itself.
void check(const Context& context, const char* call, const void* there, const void* local, std::size_t bytes) {
  if (!context.checks()) return;
  if (!local)
    base::fatal(
        call,
        base::text("the local buffer is null, but %zu bytes are to be moved; pass a buffer, or 0 elements", bytes));
  if (base::overlap(there, bytes, local, bytes))
    base::fatal(call, base::text("dest and source overlap on this PE (%zu bytes); use disjoint buffers", bytes));
}

/// A product that does not fit is more than any segment holds.
std::size_t product(std::size_t n, std::size_t size) {
  std::size_t bytes = 0;
  return __builtin_mul_overflow(n, size, &bytes) ? SIZE_MAX : bytes;
}

}  // namespace

void put_far(const Context& context, const char* call, void* dest, const void* source, std::size_t n, std::size_t size,
             int pe) {
  const std::size_t bytes = product(n, size);
  void* there = context.reach(call, dest, bytes, pe, size);
  if (bytes == 0) return;  // the pointers may be null
  check(context, call, there, source, bytes);
  std::memmove(there, source, bytes);
}

void get_far(const Context& context, const char* call, void* dest, const void* source, std::size_t n, std::size_t size,
             int pe) {
  const std::size_t bytes = product(n, size);
  const void* there = context.reach(call, source, bytes, pe, size);
  if (bytes == 0) return;
  check(context, call, there, dest, bytes);
  std::memmove(dest, there, bytes);
}

}  // namespace isthmus::ops
