// Another PE's memory by segment and offset, mapped or not: what the library itself uses, where no argument is the
// user's. PE numbers are the world's; `world` is a context of the world team.
#pragma once
#include <cstddef>
#include <cstdint>

#include "comm/context.hpp"

namespace isthmus::ops {

/// A place in symmetric memory of PE `pe`.
struct Place {
  const memory::Segment& segment;
  int pe;
  std::uintptr_t offset;
};

/// Copies from there; done on return.
void read(const comm::Context& world, Place from, void* into, std::size_t bytes);

/// Copies to there; `from` may be reused on return, the bytes are there after quiet(world).
void write(const comm::Context& world, Place to, const void* from, std::size_t bytes);

/// Stores one word there, after what this PE wrote to that PE before. Whoever sees the word sees also what this PE had
/// stored to mapped memory of any PE: callers need no fence of their own, on the wire neither. Nobody waits for it.
void post(const comm::Context& world, Place to, std::uint64_t value);

/// Adds to one word there, atomically with every other atomic operation, and ordered as post().
void add(const comm::Context& world, Place to, std::uint64_t value);

}  // namespace isthmus::ops
