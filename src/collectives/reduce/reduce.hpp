// Reductions: dest[i] = source[i] of member 0 op ... op source[i] of the last, on every member. Each element is
// combined either once, for all members, or on each of them in the same order, so that all get the same bits. dest may
// be source.
#pragma once
#include <span>

#include "collectives/group/call.hpp"
#include "collectives/group/slice.hpp"
#include "collectives/reduce/combine.hpp"
#include "collectives/rules.hpp"

namespace isthmus::collectives {

void reduce(const Call& call, const Combine& combine, void* dest, const void* source, std::size_t n);

/// The arguments, already checked, as the algorithms get them.
struct Reduce {
  const Call& call;
  const Combine& combine;
  char* dest;
  const char* source;
  std::size_t n;

  std::size_t bytes() const { return n * combine.element; }
};

std::span<const Rule> reduce_rules();

/// Whether recursive_doubling can be used: the sums of its rounds fit into the receive buffers, and combining the bytes
/// of a node is little work for its first member.
bool doubling_fits(const comm::Nodes& nodes, std::size_t bytes);
/// Also the fallbacks of recursive_doubling where there is no memory for its receive buffers.
void scatter_gather_reduce(const Reduce& task);
void ring_reduce(const Reduce& task);

}  // namespace isthmus::collectives
