// What the collectives over several nodes share: the blocks of ranks, by their sizes, and the data that go from node to
// node.
#pragma once
#include <numeric>
#include <vector>

#include "abi/abi.hpp"
#include "nodes/agreement.hpp"
#include "nodes/node_calls.hpp"
#include "nodes/transfers.hpp"
#include "types/cached.hpp"

namespace isthmus::mpi {

using Sizes = std::vector<std::size_t>;  ///< by rank

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Sums of the sizes before each: where blocks begin that follow each other. One more has the sum of all.
inline Sizes offsets_of(const Sizes& sizes) {
  Sizes offsets(sizes.size() + 1);
  std::partial_sum(sizes.begin(), sizes.end(), offsets.begin() + 1);
  return offsets;
}

/// The blocks of this node's members, in a buffer of all ranks or, without `offsets`, one after the other.
inline Division division_of(const Hierarchy& nodes, const Sizes& sizes, const Sizes* offsets) {
  Division division;
  std::size_t next = 0;
  for (const int rank : nodes.here()) {
    division.add(sizes[at(rank)], offsets ? (*offsets)[at(rank)] : next);
    next += sizes[at(rank)];
  }
  return division;
}
inline std::size_t sum_here(const Hierarchy& nodes, const Sizes& sizes) {
  std::size_t sum = 0;
  for (const int rank : nodes.here()) sum += sizes[at(rank)];
  return sum;
}

/// The node that is so many steps behind or, with a negative number, before this one, in a ring.
inline int node_at(const Hierarchy& nodes, int step) {
  const auto n = static_cast<int>(nodes.nodes().size());
  return ((nodes.node() + step) % n + n) % n;
}
/// The blocks of a node's ranks in a buffer of all ranks.
inline Transfer blocks_of(const Hierarchy& nodes, int node, memkind::Place all, const Sizes& sizes,
                          const Sizes& offsets) {
  Transfer transfer{node};
  for (const int rank : nodes.nodes()[at(node)]) transfer.add(all + offsets[at(rank)], sizes[at(rank)]);
  return transfer;
}

template <class Value>
inline Sizes sizes_of(const std::vector<Shown>& all, Value&& value) {
  Sizes sizes;
  for (const Shown& one : all) sizes.push_back(static_cast<std::size_t>(value(one)));
  return sizes;
}
inline Sizes given_by(const std::vector<Shown>& all) {
  return sizes_of(all, [](const Shown& one) { return one.gives; });
}
inline Sizes taken_by(const std::vector<Shown>& all) {
  return sizes_of(all, [](const Shown& one) { return one.takes; });
}
inline std::size_t sum(const Sizes& sizes) { return std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}); }

/// `count` elements. Wrong counts become a type that is not known, which the MPI sees then.
inline Buffer elements(const void* address, std::int64_t count, Word type) {
  if (count < 0) return {address, nullptr, 1};
  const auto n = static_cast<std::size_t>(count);
  if (const Layout* const layout = find_layout(type)) return {address, layout, n, abi().handle(type)};
  const Shape shape = describe_type(type);
  return {address, nullptr, n, shape.valid ? abi().handle(type) : 0, shape.size};
}
/// A block of `count` elements for each member, one after the other.
inline Blocks equal_blocks(const void* address, std::int64_t count, Word type, int members) {
  Blocks made;
  const std::ptrdiff_t distance = describe_type(type).extent * count;
  for (int member = 0; member < members; ++member)
    made.push_back(elements(static_cast<const char*>(address) + distance * member, count, type));
  return made;
}
/// `counts[m]` elements for each member m; displacements are in elements.
inline Blocks blocks(const void* address, const Counts& counts, const Counts& displacements, Word type, int members) {
  Blocks made;
  const std::ptrdiff_t extent = describe_type(type).extent;
  for (int member = 0; member < members; ++member)
    made.push_back(elements(static_cast<const char*>(address) + extent * displacements[member], counts[member], type));
  return made;
}
/// The same with a type for each member, and displacements in bytes.
inline Blocks blocks(const void* address, const Counts& counts, const Counts& displacements, const void* types,
                     int members) {
  Blocks made;
  for (int member = 0; member < members; ++member)
    made.push_back(elements(static_cast<const char*>(address) + displacements[member], counts[member],
                            abi().handle_at(types, member)));
  return made;
}

}  // namespace isthmus::mpi
