#include "memkind/kernels/kernel.hpp"

#include <algorithm>

namespace isthmus::kernels {

std::string name(Kernel kernel) {
  static constexpr std::array operations{"and",  "or",     "xor",    "min",    "max",    "sum",
                                         "prod", "inscan", "exscan", "copy",   "pieces", "land",
                                         "lor",  "lxor",   "minloc", "maxloc", "strided",
                                         "change"};
  static constexpr std::array types{"i8",     "i16",    "i32",    "i64",    "u8",    "u16",    "u32",
                                    "u64",    "f32",    "f64",    "c32",    "c64",   "i16i32", "i32i32",
                                    "i64i32", "f32i32", "f64i32", "f32f32", "f64f64"};
  static_assert(operations.size() * types.size() == Kernel::kCount);
  return std::string("isthmus_") + operations[static_cast<std::size_t>(kernel.operation)] + "_" +
         types[static_cast<std::size_t>(kernel.type)];
}

bool is_in(Set set, Kernel kernel) {
  const Operation what = kernel.operation;
  if (set == Set::transfers && what != Operation::change && what != Operation::copy && what != Operation::pieces &&
      what != Operation::strided)
    return false;
  constexpr std::array kNames{
#define KERNEL(name, what, type) "isthmus_" #name "_" #type,
#include "memkind/kernels/kernels.def"
  };
  return std::ranges::find(kNames, name(kernel)) != kNames.end();
}

}  // namespace isthmus::kernels
