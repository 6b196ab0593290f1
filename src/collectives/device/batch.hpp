// Copies of one collective: begun one by one, finished together. Those between host buffers are done at once.
#pragma once
#include "collectives/call.hpp"
#include "collectives/peer_buffer.hpp"
#include "memkind/copies.hpp"

namespace isthmus::collectives {

class Batch {
 public:
  void copy(memkind::Place to, memkind::Place from, std::size_t bytes) { memkind::begin_copy(to, from, bytes); }
  void finish() { memkind::finish_copies(); }
};

/// A buffer of this PE, of whatever kind.
inline memkind::Place mine(const Call& call, const void* p) {
  return {call.world.kind_of(p), static_cast<char*>(const_cast<void*>(p))};
}

/// The members of a group whose device memory is all reached from here. Ends the job where it is not.
comm::Neighbours& device_neighbours(const Call& call);

}  // namespace isthmus::collectives
