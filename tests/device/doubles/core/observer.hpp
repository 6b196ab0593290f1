// What the doubles of drivers tell a double of the vendor's library for tracing (tests/profile/*_double.cpp), if a tool
// has loaded one.
#pragma once
#include <cstddef>

#include "core/stream.hpp"

namespace doubles {

/// Finds the double of that file name, unless one was found before.
void find_observer(const char* library);

// The operation tells of its beginning and its end when the device does it. Nothing is told without an observer.
/// Kinds of copies are "HtoD", "DtoH", "DtoD", "HtoH" and, between devices, "PtoP".
void observe_copy(Operation& operation, void* dest, const void* source, std::size_t bytes, int device,
                  const void* stream);
void observe_fill(Operation& operation, std::size_t bytes, int device, const void* stream);
void observe_kernel(Operation& operation, const char* name, int device, const void* stream);

}  // namespace doubles
