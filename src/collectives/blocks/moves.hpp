// Puts and gets between two syncs of the members. They are nonblocking, and one quiet completes all of a member's.
#pragma once
#include "collectives/group/call.hpp"
#include "ops/order.hpp"
#include "ops/put_get.hpp"

namespace isthmus::collectives {

inline void put(const Call& call, void* dest, const void* source, std::size_t bytes, int member) {
  if (bytes > 0) ops::put(call.world, call.name, dest, source, bytes, 1, call.group.pe(member), ops::When::later);
}
inline void get(const Call& call, void* dest, const void* source, std::size_t bytes, int member) {
  if (bytes > 0) ops::get(call.world, call.name, dest, source, bytes, 1, call.group.pe(member), ops::When::later);
}

/// Calls `move()` when the buffers of all members are ready. What it started on any member is complete when a member
/// returns.
template <class Move>
void between_syncs(const Call& call, Move&& move) {
  call.group.sync();
  move();
  ops::quiet(call.world);
  call.group.sync();
}

}  // namespace isthmus::collectives
