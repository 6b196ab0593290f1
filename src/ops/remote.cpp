#include "ops/remote.hpp"

#include <atomic>
#include <cstring>

#include "base/copy.hpp"
#include "base/error.hpp"

namespace isthmus::ops {
namespace {

char* mapped(const Place& place) {
  const std::uintptr_t copy = place.segment.mapped(place.pe);
  return copy ? reinterpret_cast<char*>(copy + place.offset) : nullptr;
}

ofi::Target target(const Place& place) { return place.segment.wire.at(place.pe, place.offset); }

/// The endpoint for a PE whose memory is not mapped here. Ends the job if there is none.
ofi::Endpoint& wire(const comm::Context& world, const Place& place) {
  const bool refused = !place.segment.kind->device && place.segment.wire.refused.contains(place.pe);
  if (!world.endpoint() || refused)
    base::fatal("a collective", base::text("the %s of PE %d cannot be reached from this PE (another program?)",
                                           place.segment.name, place.pe));
  return *world.endpoint();
}

}  // namespace

void read(const comm::Context& world, Place from, void* into, std::size_t bytes) {
  if (const char* there = mapped(from))
    base::copy(into, there, bytes);
  else
    wire(world, from).read(from.pe, target(from), into, bytes);
}

void write(const comm::Context& world, Place to, const void* from, std::size_t bytes) {
  if (char* there = mapped(to))
    base::store_once(there, from, bytes);
  else
    wire(world, to).write(to.pe, target(to), from, bytes);
}

void post(const comm::Context& world, Place to, std::uint64_t value) {
  if (char* there = mapped(to)) {
    __atomic_store_n(reinterpret_cast<std::uint64_t*>(there), value, __ATOMIC_RELEASE);
  } else {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    wire(world, to).before_write();
    wire(world, to).write_internal(to.pe, target(to), &value, sizeof value);
  }
}

void post(const comm::Context& world, Place to, const void* from, std::size_t bytes, Place flag, std::uint64_t value) {
  if (mapped(flag)) {
    write(world, to, from, bytes);
    return post(world, flag, value);
  }
  std::atomic_thread_fence(std::memory_order_seq_cst);
  wire(world, to).before_write();
  wire(world, to).write_flagged(to.pe, target(to), from, bytes, target(flag), value);
}

void add(const comm::Context& world, Place to, std::uint64_t value) {
  if (char* there = mapped(to)) {
    __atomic_fetch_add(reinterpret_cast<std::uint64_t*>(there), value, __ATOMIC_ACQ_REL);
    return;
  }
  std::atomic_thread_fence(std::memory_order_seq_cst);
  wire(world, to).before_message();
  wire(world, to).atomic_later({ofi::Atomic::add, sizeof value, to.pe, to.segment.wire, to.offset, value}, nullptr);
  wire(world, to).leave();
}

}  // namespace isthmus::ops
