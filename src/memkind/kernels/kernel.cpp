#include "memkind/kernels/kernel.hpp"

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

}  // namespace isthmus::kernels
