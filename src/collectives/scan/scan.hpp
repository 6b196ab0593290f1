// Prefix sums over the members in team order. dest may be source.
#pragma once
#include <span>

#include "collectives/group/call.hpp"
#include "collectives/reduce/combine.hpp"
#include "collectives/rules.hpp"

namespace isthmus::collectives {

/// If `inclusive`, the sum includes this member's own source; otherwise it does not, and member 0 gets zeros.
void scan(const Call& call, const Combine& sum, void* dest, const void* source, std::size_t n, bool inclusive);

/// The arguments, already checked, as the algorithms get them.
struct Scan {
  const Call& call;
  const Combine& sum;
  char* dest;
  const char* source;
  std::size_t n;
  bool inclusive;

  std::size_t bytes() const { return n * sum.element; }
  /// How many members' sources this member's result is the sum of.
  int terms() const { return call.group.me() + (inclusive ? 1 : 0); }
};

std::span<const Rule> scan_rules();

}  // namespace isthmus::collectives
