// Signals: a symmetric 64-bit word that tells a PE that data has arrived.
#pragma once
#include <cstdint>

#include "ops/put_get.hpp"

namespace isthmus::ops {

/// Updates the signal word by SHMEM_SIGNAL_SET or _ADD. The update is atomic with other signals of the same operator,
/// with signal_fetch and with waits. It is a release: whoever sees it also sees what this PE put before.
void signal(const comm::Context& context, const char* call, std::uint64_t* word, std::uint64_t value, int op, int pe);

/// Puts, then signals: whoever sees the signal also sees the data. With 0 bytes the signal is still sent.
void put_signal(const comm::Context& context, const char* call, void* dest, const void* source, std::size_t bytes,
                std::uint64_t* word, std::uint64_t value, int op, int pe, When when);

/// Waits, and returns the value that satisfied the condition. The word may have changed again on return.
std::uint64_t wait_signal(const comm::Context& context, const char* call, const std::uint64_t* word, int op,
                          std::uint64_t value);

}  // namespace isthmus::ops
