// Reductions: dest[i] = source[i] of member 0 op ... op source[i] of the last, on every member. Each element is
// combined once, or everywhere in this order, so every member gets the same bits. dest may be source.
#pragma once
#include "collectives/group/call.hpp"
#include "collectives/group/slice.hpp"
#include "collectives/reduce/combine.hpp"

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

void cell_reduce(const Reduce& task);
void slices_reduce(const Reduce& task);
void flat_reduce(const Reduce& task);
void recursive_doubling_reduce(const Reduce& task);
/// The most that recursive doubling is for.
inline constexpr std::size_t kDoublingBytes = 65536;
/// Whether so many bytes are little work for the first member of each node, and for those few rounds.
bool doubling_fits(const comm::Nodes& nodes, std::size_t bytes);
void scatter_gather_reduce(const Reduce& task);
void ring_reduce(const Reduce& task);

}  // namespace isthmus::collectives
