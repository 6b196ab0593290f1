// The argument of every kernel, passed by value. This is the only header that the library and the kernels share. It
// includes nothing, because different compilers compile the two for different machines.
#pragma once

namespace isthmus::kernels {

using Address = __UINT64_TYPE__;

/// The number of threads in a block, for every launch.
inline constexpr unsigned kBlock = 256;
/// The largest team whose collectives kernels can do.
inline constexpr unsigned kMembers = 60;

/// The addresses of all members' sources and destinations, and how their elements are divided: `head` single elements
/// up to an address that is a multiple of 16, then `packs` of 16 bytes, then `tail` single elements.
struct Work {
  Address from[kMembers], to[kMembers];
  Address head, packs, tail;
  Address threads;  ///< number of threads of the launch, a multiple of kBlock
  Address members;
};

/// One of the copies that a `pieces` kernel makes. The list of them is at Work::from[0], with Work::members entries.
struct Piece {
  Address to, from, bytes;
};
/// The number of threads that share a piece.
inline constexpr unsigned kLanes = 32;

}  // namespace isthmus::kernels
