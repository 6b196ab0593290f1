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
/// What a `strided` kernel finds in Work::from about the elements that it reads, and in Work::to about those that it
/// writes. An element is some nested loops around a list of runs of contiguous bytes; its bytes in this order, without
/// the gaps, are its packed form. The kernel copies Work::members sections: the packed bytes of one side go to the same
/// places in the packed form of the other. Work::head is the number of words in a section, Work::packs the number of
/// packed bytes that are left out before the first of them, and Work::tail is not 0 if 32 bits can count all bytes.
namespace strided {
enum Word : unsigned {
  element,    ///< packed bytes of an element; 0 if the section is contiguous, and the words below are not used
  extent,     ///< bytes from an element to the next
  runs,       ///< number of runs
  run_list,   ///< address of the list of them; of a single run, the offset of its first byte
  loops,      ///< number of loops
  first_loop  ///< of each loop, outermost first: packed bytes of one turn, bytes from a turn to the next
};
inline constexpr unsigned kMostLoops = 8;
inline constexpr unsigned kFirstSection = first_loop + 2 * kMostLoops;  ///< the addresses of the sections
inline constexpr unsigned kMostSections = kMembers - kFirstSection;

/// A run: the packed bytes before it, and its offset in the innermost turn.
struct Run {
  Address packed, offset;
};
}  // namespace strided

/// What a `change` kernel finds in Work::from.
namespace word_change {
enum Word : unsigned { operation, operand, compare };
enum Operation : unsigned { swap, compare_swap, add, bit_and, bit_or, bit_xor };
}  // namespace word_change

/// The number of threads that share a piece.
inline constexpr unsigned kLanes = 32;

}  // namespace isthmus::kernels
