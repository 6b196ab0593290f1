// What a kernel is told, by value. Kernels and the library are compiled by different compilers for different machines:
// no header but this one is common to both, and it includes nothing.
#pragma once

namespace isthmus::kernels {

using Address = __UINT64_TYPE__;

/// Threads of one block of every launch.
inline constexpr unsigned kBlock = 256;
/// The most members of a team whose sums are made by kernels.
inline constexpr unsigned kMembers = 60;

/// Elements of every member's source and dest, each beginning at an address of its own. The first `head` are taken one
/// by one, until addresses are multiples of 16; then come `packs` of 16 bytes, then `tail` elements.
struct Work {
  Address from[kMembers], to[kMembers];
  Address head, packs, tail;
  Address threads;  ///< of the launch, a multiple of kBlock
  Address members;
};

/// One of many copies that one kernel does; their list lies at Work::from[0], `members` long.
struct Piece {
  Address to, from, bytes;
};
/// Threads that share a piece.
inline constexpr unsigned kLanes = 32;

}  // namespace isthmus::kernels
