// Broadcast: one member's source into every member's dest.
#pragma once
#include "collectives/group/call.hpp"

namespace isthmus::collectives {

/// `root_too`: the root's own dest is written as well (teams yes, active sets no).
void broadcast(const Call& call, void* dest, const void* source, std::size_t bytes, int root, bool root_too);

/// Arguments that were looked at, for the algorithms.
struct Broadcast {
  const Call& call;
  void* dest;
  const void* source;
  std::size_t bytes;
  int root;
  bool root_too;

  bool is_root() const { return call.group.me() == root; }
};

/// The root shows the bytes beside its flag and goes on.
void cell_broadcast(const Broadcast& task);
/// Each copies from the root's source; the root waits for all.
void direct_broadcast(const Broadcast& task);
/// All sync, each reads from the root, all sync.
void flat_broadcast(const Broadcast& task);
/// Along a binomial tree of the nodes, through the receive buffers or from dest to dest.
void binomial_broadcast(const Broadcast& task);
/// From node to node in chunks, each leader a stripe.
void chain_broadcast(const Broadcast& task);

}  // namespace isthmus::collectives
