// What the double of libcuda tells a double of libcupti (tests/profile/cupti_double.cpp), if a tool has loaded one.
#pragma once
#include "core/stream.hpp"
#include "cuda.hpp"

namespace cuda {

/// As the driver does: loads the tool that CUDA_INJECTION64_PATH names, and has it begin.
void load_tool();

// The operation tells of its beginning and its end when the device does it.
void observe_copy(doubles::Operation& operation, Address dest, Address source, std::size_t bytes, StreamHandle stream);
void observe_fill(doubles::Operation& operation, std::size_t bytes, StreamHandle stream);
void observe_kernel(doubles::Operation& operation, const char* name, StreamHandle stream);

}  // namespace cuda
