// All code that runs on devices. Clang compiles it for each machine of arch/, and the tests compile it for the host.
#include "memkind/kernels/atomic.hpp"
#include "memkind/kernels/copy.hpp"
#include "memkind/kernels/reduce.hpp"
#include "memkind/kernels/strided.hpp"

using namespace isthmus::kernels;  // NOLINT: kernels have C linkage

extern "C" {
#define KERNEL(name, what, type) \
  ISTHMUS_KERNEL void isthmus_##name##_##type(Work work) { each<what, type>(work); }
#include "memkind/kernels/kernels.def"
}
