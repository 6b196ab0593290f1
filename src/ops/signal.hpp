// Signals: a symmetric 64-bit word that tells a PE that data has come.
#pragma once
#include <cstdint>

#include "ops/put_get.hpp"

namespace isthmus::ops {

/// Atomic with other signals of the same operator, with signal_fetch and with waits. Released, so that what this PE
/// put before the word changes is seen by whoever sees the change.
void signal(const comm::Context& context, const char* call, std::uint64_t* word, std::uint64_t value, int op, int pe);

/// When the signal is seen, so is the data. With no bytes the signal is still sent.
void put_signal(const comm::Context& context, const char* call, void* dest, const void* source, std::size_t bytes,
                std::uint64_t* word, std::uint64_t value, int op, int pe, When when);

/// The value that satisfied the condition, which the word may no longer have on return.
std::uint64_t wait_signal(const comm::Context& context, const char* call, const std::uint64_t* word, int op,
                          std::uint64_t value);

}  // namespace isthmus::ops
