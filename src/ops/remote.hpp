// Access to another PE's memory by segment and offset, mapped or not, for the library's own use: no argument comes from
// the program, so none is checked. PE numbers are the world's; `world` is a context of the world team.
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

/// Copies from `from`; `into` is filled on return.
void read(const comm::Context& world, Place from, void* into, std::size_t bytes);

/// Copies to `to`. `from` may be reused on return; the bytes are at the target after quiet(world).
void write(const comm::Context& world, Place to, const void* from, std::size_t bytes);

/// Stores one word at `to`, ordered after what this PE wrote to that PE before. Whoever sees the word also sees what
/// this PE had stored to mapped memory of any PE, so callers need no fence of their own, neither for mapped memory nor
/// for the wire. Does not wait for completion, and quiet need not either: whoever waits for the word sees it.
void post(const comm::Context& world, Place to, std::uint64_t value);

/// The same with bytes for another place of that PE, which arrive before the word. `from` may be reused on return.
void post(const comm::Context& world, Place to, const void* from, std::size_t bytes, Place flag, std::uint64_t value);

/// Adds to one word at `to`, atomically with every other atomic operation and ordered like post().
void add(const comm::Context& world, Place to, std::uint64_t value);

}  // namespace isthmus::ops
