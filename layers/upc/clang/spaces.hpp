// How layout qualifiers are told to clang and found again in its types and in LLVM's: as numbers of address spaces. Types with
// different block sizes are then different types for clang, and a GEP, a load or a store carries its block size.
#pragma once
#include <isthmus_upc/pointer_format.h>

namespace isthmus::upc {

inline constexpr unsigned kVoid = 999;        ///< `shared void`: any block size, and the phase is kept
inline constexpr unsigned kIndefinite = 1000; ///< `shared [] T`; `shared [B] T` is this plus B
/// `shared [*] T` while its block size is not known yet: this plus the number of the token. No finished type has it.
inline constexpr unsigned kStar = 4'000'000;

/// Stands for THREADS in a dimension while clang compiles for the dynamic environment. It is a large prime, so that no index seems
/// past the end, and that the number of elements of a type shows whether it has THREADS as a factor.
inline constexpr unsigned long kUnknownThreads = 16'777'259;

constexpr bool is_shared(unsigned space) { return space >= kVoid; }
constexpr unsigned long block_of(unsigned space) { return space <= kIndefinite ? 0 : space - kIndefinite; }
/// Whether pointers into this space have a phase that can be other than 0.
constexpr bool has_phase(unsigned space) { return space == kVoid || block_of(space) > 1; }

static_assert(kIndefinite + UPCR_MAX_BLOCK < kStar, "the address space of the largest block must stay below kStar");

}  // namespace isthmus::upc
