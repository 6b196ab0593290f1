// Reductions: dest[i] = source[i] of member 0 op ... op source[i] of the last, on every member. Each element is
// combined once, or everywhere in this order, so every member gets the same bits. dest may be source.
#pragma once
#include <span>

#include "collectives/group/call.hpp"
#include "collectives/group/slice.hpp"
#include "collectives/reduce/combine.hpp"
#include "collectives/rules.hpp"

namespace isthmus::collectives {

void reduce(const Call& call, const Combine& combine, void* dest, const void* source, std::size_t n);

/// Arguments that were looked at, for the algorithms.
struct Reduce {
  const Call& call;
  const Combine& combine;
  char* dest;
  const char* source;
  std::size_t n;

  std::size_t bytes() const { return n * combine.element; }
};

std::span<const Rule> reduce_rules();

/// Whether so many bytes are little work for the first member of each node, and for the few rounds of
/// recursive_doubling.
bool doubling_fits(const comm::Nodes& nodes, std::size_t bytes);
/// For recursive_doubling, where there is no memory for its receive buffers.
void scatter_gather_reduce(const Reduce& task);
void ring_reduce(const Reduce& task);

}  // namespace isthmus::collectives
