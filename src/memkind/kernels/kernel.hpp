// How the library names a kernel: by its operation and the type of its elements.
#pragma once
#include <array>
#include <cstddef>
#include <string>

namespace isthmus::kernels {

enum class Operation : unsigned char {
  bit_and,
  bit_or,
  bit_xor,
  min,
  max,
  sum,
  prod,
  inscan,
  exscan,
  copy,
  pieces,
  logical_and,
  logical_or,
  logical_xor,
  minloc,
  maxloc,
  strided,
  change,
  count
};
/// c32 and c64 are complex numbers of two f32 or f64. The types from i16i32 on are pairs of a value and an index.
/// `none` stands for types that no kernel has, such as long double.
enum class Type : unsigned char {
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
  c32,
  c64,
  i16i32,
  i32i32,
  i64i32,
  f32i32,
  f64i32,
  f32f32,
  f64f64,
  none
};

struct Kernel {
  static constexpr auto kTypes = static_cast<std::size_t>(Type::none);
  static constexpr std::size_t kCount = static_cast<std::size_t>(Operation::count) * kTypes;

  Operation operation;
  Type type;

  constexpr std::size_t index() const {
    return static_cast<std::size_t>(operation) * kTypes + static_cast<std::size_t>(type);
  }
  static constexpr Kernel at(std::size_t index) {
    return {static_cast<Operation>(index / kTypes), static_cast<Type>(index % kTypes)};
  }
};

/// The name that kernels.def gives to the kernel's function, such as "isthmus_sum_f32".
std::string name(Kernel kernel);

/// Kernels that are loaded together: those of atomics and of batches of copies, or all.
enum class Set { transfers, all };

/// Whether kernels.def has the kernel, and it is of the set.
bool is_in(Set set, Kernel kernel);

/// A driver's objects for the loaded kernels, by Kernel::index().
template <class Made>
using Table = std::array<Made, Kernel::kCount>;

}  // namespace isthmus::kernels
