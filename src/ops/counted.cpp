#include "ops/counted.hpp"

#include "base/error.hpp"
#include "ops/device.hpp"
#include "ops/order.hpp"
#include "ops/put_get.hpp"

namespace isthmus::ops {
namespace {

void must_count(const char* call, const std::uint64_t* completed) {
  if (!completed) base::fatal(call, "completed is null; pass the address of a counter");
}

void count(std::uint64_t* completed) { __atomic_fetch_add(completed, 1, __ATOMIC_RELEASE); }

}  // namespace

bool put_counted(const comm::Context& world, const char* call, void* dest, const void* source, std::size_t bytes,
                 int pe, std::uint64_t* completed, ofi::NoRoom no_room) {
  must_count(call, completed);
  const comm::Reached to = world.reach(call, dest, bytes, pe);
  if (bytes > 0 && !to.mapped && !needs_device(world, to, source))
    return world.endpoint()->write_counted(to.pe, to.target(), source, bytes, completed, no_room);
  if (bytes > 0) {
    put(world, call, dest, source, bytes, 1, pe);
    quiet(world);
  }
  count(completed);
  return true;
}

bool get_counted(const comm::Context& world, const char* call, void* dest, const void* source, std::size_t bytes,
                 int pe, std::uint64_t* completed, ofi::NoRoom no_room) {
  must_count(call, completed);
  const comm::Reached from = world.reach(call, source, bytes, pe);
  if (bytes > 0 && !from.mapped && !needs_device(world, from, dest))
    return world.endpoint()->read_counted(from.pe, from.target(), dest, bytes, completed, no_room);
  get(world, call, dest, source, bytes, 1, pe);
  count(completed);
  return true;
}

}  // namespace isthmus::ops
