#include "collectives/device/pieces.hpp"

#include <algorithm>

#include "collectives/device/work.hpp"

namespace isthmus::collectives {

bool Pieces::by_kernel() const {
  if (pieces_.size() < 2 || pieces_.size() > kernels::kMembers) return false;
  const memkind::Kind& kind = pieces_[0].to.kind;
  const auto of_kind = [&](const Piece& piece) { return &piece.to.kind == &kind && &piece.from.kind == &kind; };
  if (!kind.device || !kind.device->launch || bytes_ > kind.device->limits->copy_kernel ||
      !std::all_of(pieces_.begin(), pieces_.end(), of_kind))
    return false;
  kernels::Work work{};
  work.members = pieces_.size();
  kernels::Address all = bytes_;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    all |= work.to[i] = reinterpret_cast<kernels::Address>(pieces_[i].to.at);
    all |= work.from[i] = reinterpret_cast<kernels::Address>(pieces_[i].from.at);
  }
  const bool words = all % sizeof(kernels::Address) == 0;
  const std::size_t element = words ? sizeof(kernels::Address) : 1;
  divide(work, bytes_ / element, element);
  const kernels::Type type = words ? kernels::Type::u64 : kernels::Type::u8;
  return memkind::begin_kernel(kind, {kernels::Operation::copy, type}, work);
}

void Pieces::finish() {
  if (!by_kernel())
    for (const Piece& piece : pieces_) memkind::begin_copy(piece.to, piece.from, bytes_);
  memkind::finish_copies();
}

bool one_for_all(const memkind::Kind& to, const memkind::Kind& from, std::size_t pieces, std::size_t bytes) {
  return &to == &from && to.device && to.device->launch && pieces <= kernels::kMembers &&
         bytes <= to.device->limits->slice / pieces;
}

}  // namespace isthmus::collectives
