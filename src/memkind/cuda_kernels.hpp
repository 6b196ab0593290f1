// The library's kernels on the home device, which all queues share.
#pragma once
#include "memkind/cuda_driver.hpp"
#include "memkind/kernels/kernel.hpp"

namespace isthmus::memkind::cuda {

/// Loads the kernel at its first use, with the home device's context current. Null if the driver refused it.
Function* find_kernel(kernels::Kernel kernel);

/// The driver loads code only when nothing runs on the device: a call that loads some returns when kernels that run
/// have ended, and streams that wait for a word have seen it.
void load_kernels(kernels::Set which);
void unload_kernels();

}  // namespace isthmus::memkind::cuda
