// An ordered set of PEs that synchronise and communicate together.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "comm/nodes.hpp"
#include "comm/pe_set.hpp"
#include "comm/sync_slot.hpp"
#include "memory/segment.hpp"

namespace isthmus::comm {

class Context;

/// Slots of sync state: the two first teams', those of teams that the program makes, and those of active sets.
inline constexpr int kWorldSlot = 0, kSharedSlot = 1, kFirstFreeSlot = 2, kTeamSlots = 4096 + kFirstFreeSlot;
inline constexpr int kFirstSetSlot = kTeamSlots, kSetSlots = 64, kSlots = kTeamSlots + kSetSlots;

/// The members of a team that are on this node, this PE among them: they meet in rounds
/// (see collectives/group/round.hpp).
struct Neighbours {
  std::vector<SyncSlot*> slots;  ///< as mapped here, in team order
  int me = 0;                    ///< my place among them
  std::uint64_t generation = 0;  ///< of the last round that this PE entered
  std::uint64_t settled = 0;     ///< everybody is known to be done with this generation
  std::uint64_t arrivals = 0;    ///< how often this PE came to the central barrier

  int size() const { return static_cast<int>(slots.size()); }
};

struct Team {
  PeSet pes;
  int me = 0;                     ///< my number in it
  int slot = kWorldSlot;          ///< of sync state, the same on all members
  int num_contexts = 0;           ///< as configured
  Neighbours node;                ///< all members where none is elsewhere
  const Context* wire = nullptr;  ///< reaches members on other nodes; null when there are none
  std::unique_ptr<Nodes> nodes;   ///< where the members are; null when all are here
  std::uint64_t generation = 0;   ///< of the last sync over the wire that this PE entered
  std::uint64_t shares = 0;       ///< how often words were shared over the wire (see collectives/group/group.hpp)
  std::vector<std::uint64_t>
      fetched;                     ///< what all members shared last, where some are elsewhere: member 0's words, ...
  char* stage = nullptr;           ///< memory of the team for staged collectives, once one has come
  std::byte* receive_buffers = nullptr;    ///< and where more comes to lie than the sync slot has room for
  bool asked_for_receive_buffers = false;  ///< there may have been no memory for them
  std::vector<Context*> contexts;  ///< not yet destroyed; guarded by runtime/contexts.cpp
  /// The heap's, in team order, once a context needs them: mapped peers alone, and with the wire's short cuts, which
  /// are for contexts that one thread uses at a time.
  std::unique_ptr<memory::PeerTable> heap_peers, short_cuts;

  bool is_world() const { return slot == kWorldSlot; }
};

}  // namespace isthmus::comm
