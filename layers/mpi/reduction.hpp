// How elements are combined in reductions: by a loop of ours for predefined operations on predefined types, otherwise
// by the MPI's own Reduce_local, which knows operations that the program has made.
#pragma once
#include <cstddef>
#include <optional>

#include "collectives/reduce/combine.hpp"
#include "mpi.hpp"

namespace isthmus::mpi {

struct Reduction {
  const collectives::Combine* combine;  ///< null: the MPI combines
  Word type, op;
  std::size_t element;  ///< bytes from one element to the next

  /// b[i] = a[i] op b[i], in this order of operands.
  void into_second(const void* a, void* b, std::size_t n) const;
  /// into[i] = a[i] op b[i]; `into` is b or overlaps neither.
  void apply(void* into, const void* a, const void* b, std::size_t n) const;
};

/// Nothing where the arguments need the MPI's eye: a derived type, or an operation that the type does not have. Every
/// member gets the same answer, because all must call with the same type and operation.
std::optional<Reduction> find_reduction(Word type, Word op);

/// Whether that may be because of the type alone: the program has made it, so that the MPI reduces it on all members.
bool is_left_to_mpi(Word type);

}  // namespace isthmus::mpi
