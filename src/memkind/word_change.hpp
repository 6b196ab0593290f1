// Atomic changes of words in device memory, which are atomic with those of kernels on the same words.
#pragma once
#include <cstdint>

#include "memkind/driver.hpp"

namespace isthmus::memkind {

/// Has a kernel of one thread change the word (see Device::change_word). Returns false if the device cannot run it.
bool change_by_kernel(const Kind& kind, TurnQueue& queue, void* word, const WordChange& change, std::uint64_t& old);
/// The same by this processor, in memory that it can access.
std::uint64_t change_here(void* word, const WordChange& change);

}  // namespace isthmus::memkind
