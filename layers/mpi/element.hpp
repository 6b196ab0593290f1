// The elements of predefined datatypes and the predefined operations, as the layer tells them apart.
#pragma once
#include <cstddef>

namespace isthmus::mpi {

/// `text` has no arithmetic, `byte` has that on bits alone. `logical` is Fortran's default. Pairs are those of MINLOC
/// and MAXLOC: the type of the value and that of the index.
enum class Element : unsigned char {
  i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, f128, c32, c64, c128, boolean, logical, byte, text,
  f32_int, f64_int, f128_int, i16_int, i32_int, i64_int, f32_pair, f64_pair,
};
inline constexpr std::size_t kElements = static_cast<std::size_t>(Element::f64_pair) + 1;

enum class Operator : unsigned char { sum, prod, max, min, land, lor, lxor, band, bor, bxor, minloc, maxloc, other };
inline constexpr std::size_t kOperators = static_cast<std::size_t>(Operator::other);

}  // namespace isthmus::mpi
