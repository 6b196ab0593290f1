// Puts and gets that count themselves when they are complete.
#pragma once
#include <cstddef>
#include <cstdint>

#include "comm/context.hpp"

namespace isthmus::ops {

/// `completed` grows by 1 when the operation is complete, at once where memory is mapped. Return false, having begun
/// nothing, if there is no room on the wire and `no_room` says to refuse.
bool put_counted(const comm::Context& world, const char* call, void* dest, const void* source, std::size_t bytes,
                 int pe, std::uint64_t* completed, ofi::NoRoom no_room);
bool get_counted(const comm::Context& world, const char* call, void* dest, const void* source, std::size_t bytes,
                 int pe, std::uint64_t* completed, ofi::NoRoom no_room);

}  // namespace isthmus::ops
