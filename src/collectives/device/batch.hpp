// Copies between the symmetric buffers of a SHMEM team.
#pragma once
#include "collectives/device/pieces.hpp"
#include "collectives/group/call.hpp"
#include "collectives/group/peer_buffer.hpp"

namespace isthmus::collectives {

inline bool one_for_all(const PeerBuffer& to, const PeerBuffer& from, std::size_t pieces, std::size_t bytes) {
  return one_for_all(to.kind(), from.kind(), pieces, bytes);
}

/// A buffer of this PE with its memory kind.
inline memkind::Place mine(const Call& call, const void* p) {
  return {call.world.kind_of(p), static_cast<char*>(const_cast<void*>(p))};
}

/// The members of a group that does not go staged: all are on this node, and their device memory is mapped.
inline comm::Neighbours& device_neighbours(const Call& call) { return call.group.team()->node; }

}  // namespace isthmus::collectives
