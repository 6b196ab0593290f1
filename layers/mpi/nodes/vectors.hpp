// What reductions and scans over several nodes share: vectors of the same length on all members, of a predefined type
// and for a predefined operation.
#pragma once
#include <algorithm>
#include <optional>

#include "memkind/describe.hpp"
#include "nodes/agreement.hpp"
#include "reduction.hpp"

namespace isthmus::mpi {

inline memkind::Place place_of(const void* address) {
  return {*memkind::describe(address).kind, static_cast<char*>(const_cast<void*>(address))};
}

/// A call on vectors of `count` elements of a predefined type.
struct Vectors {
  Word type, op;
  std::size_t element, count;

  std::size_t bytes() const { return element * count; }
  Buffer elements(const void* address, std::size_t n) const {
    static const Layout byte = Layout::basic(1);
    return {address, &byte, element * n};
  }
};

/// Nothing if the MPI has to see the call: on all members.
inline std::optional<Vectors> vectors(std::int64_t count, Word type, Word op) {
  const auto reduction = find_reduction(type, op);
  if (!reduction || !reduction->combine || count <= 0) return std::nullopt;
  const Vectors made{type, op, reduction->element, static_cast<std::size_t>(count)};
  if (too_few(static_cast<std::int64_t>(made.bytes()))) return std::nullopt;
  return made;
}

/// Whether all members have vectors of the same length, and the call shall go in two levels.
inline bool agree(Hierarchy& nodes, const Vectors& of, const void* send, const void* receive, std::size_t taken) {
  const auto all = agree(nodes, show({of.elements(send, of.count)}, {of.elements(receive, taken)}));
  if (!all) return false;
  return std::all_of(all->begin(), all->end(), [&](const Shown& one) { return one.gives == all->front().gives; });
}

}  // namespace isthmus::mpi
