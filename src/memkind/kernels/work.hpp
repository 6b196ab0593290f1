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
/// What `pack` and `unpack` kernels find in Work::from: how the elements of a type that is not contiguous lie in memory.
/// An element is some nested loops around a list of runs of contiguous bytes. Its bytes in this order, without the gaps,
/// are its packed form. Work::to has the addresses of Work::members sections of packed bytes, whose elements follow each
/// other in memory; Work::head is the number of words in a section.
namespace packing {
enum Word : unsigned {
  base,       ///< address of the first section's first element
  step,       ///< bytes from a section's first element to the next section's
  first,      ///< packed bytes of each section that are left out before its first word
  element,    ///< packed bytes of an element
  extent,     ///< bytes from an element to the next
  narrow,     ///< not 0 if 32 bits suffice to count the packed bytes of all sections
  runs,       ///< number of runs
  run_list,   ///< address of the list of them; of a single run, the offset of its first byte
  loops,      ///< number of loops
  first_loop  ///< of each loop, outermost first: packed bytes of one turn, bytes from a turn to the next
};
inline constexpr unsigned kMostLoops = (kMembers - first_loop) / 2;

/// A run: the packed bytes before it, and its offset in the innermost turn.
struct Run {
  Address packed, offset;
};
}  // namespace packing

/// The number of threads that share a piece.
inline constexpr unsigned kLanes = 32;

}  // namespace isthmus::kernels
