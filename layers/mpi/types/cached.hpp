// The layouts of an MPI's datatypes. That of a type that the program made is found at its first use, and kept as an
// attribute of the type, which the MPI deletes with it.
#pragma once
#include "datatype.hpp"
#include "mpi.hpp"
#include "types/layout.hpp"

namespace isthmus::mpi {

/// Null if the type has none (see Layout::of), or is no valid type. Valid as long as the type.
const Layout* find_layout(Word type);
/// The same, valid as long as the caller wants: a type may be freed while a request that uses it is active.
std::shared_ptr<const Layout> share_layout(Word type);
/// What describe_type() says of a type that the program made.
Shape derived_shape(Word type);

}  // namespace isthmus::mpi
