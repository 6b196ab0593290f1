// Broadcast: one member's source into every member's dest.
#pragma once
#include <span>

#include "collectives/group/call.hpp"
#include "collectives/rules.hpp"

namespace isthmus::collectives {

/// If `root_too`, the root's own dest is written as well, which is so for teams, but not for active sets.
void broadcast(const Call& call, void* dest, const void* source, std::size_t bytes, int root, bool root_too);

/// The arguments, already checked, as the algorithms get them.
struct Broadcast {
  const Call& call;
  void* dest;
  const void* source;
  std::size_t bytes;
  int root;
  bool root_too;

  bool is_root() const { return call.group.me() == root; }
};

std::span<const Rule> broadcast_rules();

}  // namespace isthmus::collectives
