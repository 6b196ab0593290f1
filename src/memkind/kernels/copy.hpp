// Kernels that make many copies each, because the launch is most of a small copy's cost.
#pragma once
#include "memkind/kernels/elements.hpp"

namespace isthmus::kernels {

/// Copies of equal size, from work.from[m] to work.to[m] for each member m.
struct Copying {
  template <class E>
  static void one(const Work& work, Address at) {
    for (unsigned m = 0; m < work.members; ++m) Element<E>::store(work.to[m] + at, Element<E>::load(work.from[m] + at));
  }
};

/// Copies one lane's share of a piece.
template <class E>
void copy_piece(const Piece& piece, Address lane) {
  for (Address at = lane * sizeof(E); at < piece.bytes; at += kLanes * sizeof(E))
    Element<E>::store(piece.to + at, Element<E>::load(piece.from + at));
}

/// Copies of any size, from a list of pieces. kLanes threads share a piece.
struct Listed;
template <>
inline void each<Listed, u8>(const Work& work) {
  const Address lane = thread() % kLanes;
  for (Address i = thread() / kLanes; i < work.members; i += work.threads / kLanes) {
    const Address at = work.from[0] + i * sizeof(Piece);
    const Piece piece{Element<u64>::load(at), Element<u64>::load(at + 8), Element<u64>::load(at + 16)};
    if ((piece.to | piece.from | piece.bytes) % sizeof(u64) == 0)
      copy_piece<u64>(piece, lane);
    else
      copy_piece<u8>(piece, lane);
  }
}

}  // namespace isthmus::kernels
