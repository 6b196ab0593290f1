// An ordered set of PEs that synchronise and communicate together.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "comm/neighbours.hpp"
#include "comm/nodes.hpp"
#include "comm/pe_set.hpp"
#include "memory/segment.hpp"

namespace isthmus::comm {

class Context;

/// Numbers of sync slots: SHMEM_TEAM_WORLD's, SHMEM_TEAM_SHARED's, those of teams that the program makes, and those of
/// active sets.
inline constexpr int kWorldSlot = 0, kSharedSlot = 1, kFirstFreeSlot = 2, kTeamSlots = 4096 + kFirstFreeSlot;
inline constexpr int kFirstSetSlot = kTeamSlots, kSetSlots = 64, kSlots = kTeamSlots + kSetSlots;

struct Team {
  PeSet pes;
  int me = 0;                     ///< my number in it
  int slot = kWorldSlot;          ///< number of its sync slot, the same on all members
  int num_contexts = 0;           ///< as configured
  Neighbours node;                ///< the members on this node
  const Context* wire = nullptr;  ///< reaches members on other nodes; null when there are none
  std::unique_ptr<Nodes> nodes;   ///< which nodes the members are on; null when all are on this one
  std::uint64_t generation = 0;   ///< of the last sync over the wire that this PE entered
  std::uint64_t shares = 0;       ///< how often words were shared over the wire (see collectives/group/group.hpp)
  std::vector<std::uint64_t>
      fetched;                     ///< what all members shared last, where some are on other nodes: by member
  char* stage = nullptr;           ///< memory of the team for staged collectives; null before the first one
  std::byte* receive_buffers = nullptr;    ///< memory of the team for payloads too large for those of the sync slot
  bool asked_for_receive_buffers = false;  ///< they were allocated, or there was no memory for them
  std::vector<Context*> contexts;  ///< not yet destroyed; guarded by runtime/contexts.cpp
  /// The heap's table of peers in team order, made when a context needs it. It has entries of the wire, too, where the
  /// wire names memory by offsets (see memory::PeerTable).
  std::unique_ptr<memory::PeerTable> heap_peers;

  bool is_world() const { return slot == kWorldSlot; }
};

}  // namespace isthmus::comm
