// Everything that runs on devices: compiled by clang for each machine of arch/, and for the host by the tests.
#include "memkind/kernels/copy.hpp"
#include "memkind/kernels/reduce.hpp"

using namespace isthmus::kernels;  // NOLINT: kernels have C's names

extern "C" {
#define KERNEL(name, what, type) \
  ISTHMUS_KERNEL void isthmus_##name##_##type(Work work) { each<what, type>(work); }
#include "memkind/kernels/kernels.def"
}
