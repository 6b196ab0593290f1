// One-sided operations where one side at least is device memory: the initiator's driver moves the bytes, through the IPC
// mapping of the peer's memory, and the target takes no part.
#pragma once
#include <cstddef>

#include "comm/context.hpp"
#include "memkind/copies.hpp"

namespace isthmus::ops {

/// `bytes` at `local`, whatever kind that is, to or from where `reached` says. `later`: may return before it is done,
/// which quiet sees through.
void put_device(const comm::Context& context, const char* call, const comm::Reached& to, const void* local,
                std::size_t bytes, bool later);
void get_device(const comm::Context& context, const char* call, const comm::Reached& from, void* local,
                std::size_t bytes, bool later);

/// Whether `put_device` and `get_device` are the ones to use: the other side or the local buffer is device memory.
inline bool needs_device(const comm::Context& context, const comm::Reached& reached, const void* local) {
  return reached.on_device() || (!context.surely_host(local) && context.kind_of(local).device);
}

}  // namespace isthmus::ops
