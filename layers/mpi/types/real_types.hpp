// What the MPI of this process knows of its datatypes.
#pragma once
#include "types/layout.hpp"

namespace isthmus::mpi {

class RealTypes final : public TypeSource {
 public:
  /// `other` if there is no such type. Types of Fortran's kinds (MPI_Type_create_f90_real and its like) count as named,
  /// since they have no contents and must not be freed.
  Combiner combiner(TypeHandle type);
  /// The contents of types that were made with large counts come in the same places as those of others.
  Contents contents(TypeHandle type) override;
  void release(TypeHandle type) override;
  std::size_t size(TypeHandle type) override;
  std::ptrdiff_t extent(TypeHandle type) override;
  bool is_c_order(std::int64_t order) override;
};

}  // namespace isthmus::mpi
