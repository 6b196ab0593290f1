// Puts and gets that count themselves when they are complete.
#pragma once
#include <cstddef>
#include <cstdint>

#include "comm/context.hpp"

namespace isthmus::ops {

/// `completed` grows by 1 when the operation is complete, at once where memory is mapped.
void put_counted(const comm::Context& world, const char* call, void* dest, const void* source, std::size_t bytes,
                 int pe, std::uint64_t* completed);
void get_counted(const comm::Context& world, const char* call, void* dest, const void* source, std::size_t bytes,
                 int pe, std::uint64_t* completed);

}  // namespace isthmus::ops
