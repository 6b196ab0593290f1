// The arithmetic of MPI's built-in operations on MPI's built-in types. Handles of an MPI are translated to these names
// by the table of its ABI.
#pragma once
#include "collectives/reduce/combine.hpp"

namespace isthmus::mpi {

enum class Operator : unsigned char {
  max,
  min,
  sum,
  prod,
  logical_and,
  bit_and,
  logical_or,
  bit_or,
  logical_xor,
  bit_xor,
  minloc,
  maxloc,
  count
};

/// The layout of a built-in type's elements, and the group of MPI's types to which it belongs (MPI 4.0, 6.9.2), which
/// decides which operations it has. `logical` are C's bool and Fortran's LOGICAL, `byte` is MPI_BYTE, and those from
/// short_int on are pairs: MPI_SHORT_INT, MPI_2INT and MPI_2INTEGER, MPI_LONG_INT, .., MPI_2REAL,
/// MPI_2DOUBLE_PRECISION.
enum class Basic : unsigned char {
  i8,
  i16,
  i32,
  i64,
  u8,
  u16,
  u32,
  u64,
  f32,
  f64,
  long_double,
  c32,
  c64,
  complex_long_double,
  logical8,
  logical16,
  logical32,
  logical64,
  byte,
  short_int,
  int_int,
  long_int,
  float_int,
  double_int,
  long_double_int,
  float_float,
  double_double,
  count
};

/// Null if MPI does not define the operation for the type. The order of operands matters to no built-in operation but
/// by rounding; Combine::apply(into, a, b) computes `a op b`.
const collectives::Combine* find_combine(Operator operation, Basic type);

/// The bytes of an element. Its extent, which for pairs may be more than MPI_Type_size says.
std::size_t element_bytes(Basic type);

}  // namespace isthmus::mpi
