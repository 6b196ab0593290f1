// An ordered set of PEs that synchronise and communicate together.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "comm/pe_set.hpp"
#include "comm/sync_slot.hpp"
#include "memory/segment.hpp"

namespace isthmus::comm {

class Context;

inline constexpr int kWorldSlot = 0, kSharedSlot = 1, kFirstFreeSlot = 2, kSlots = 4096 + kFirstFreeSlot;

struct Team {
  PeSet pes;
  int me = 0;                          ///< my number in it
  int slot = kWorldSlot;               ///< of sync state, the same on all members
  int num_contexts = 0;                ///< as configured
  std::uint64_t generation = 0;        ///< of the last synchronisation that this PE entered
  std::uint64_t shares = 0;            ///< how often words were shared (see collectives/group.hpp)
  std::vector<SyncSlot*> slots;        ///< by member, as mapped here; null where it is not
  const Context* wire = nullptr;       ///< reaches those that are not mapped; null when all are
  std::vector<std::uint64_t> fetched;  ///< what those shared last: word 0 of every member, word 1, ...
  std::vector<Context*> contexts;      ///< not yet destroyed; guarded by runtime/contexts.cpp
  /// The heap's, in team order, once a context needs them: mapped peers alone, and with the wire's short cuts, which
  /// are for contexts that one thread uses at a time.
  std::unique_ptr<memory::PeerTable> heap_peers, short_cuts;

  bool is_world() const { return slot == kWorldSlot; }
};

}  // namespace isthmus::comm
