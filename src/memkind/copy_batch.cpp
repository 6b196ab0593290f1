#include "memkind/copy_batch.hpp"

#include <cstring>

namespace isthmus::memkind {

bool CopyBatch::open() {
  if (pinned_ || refused_) return pinned_;
  pinned_ = static_cast<char*>(kind_.device->pin(kMaxPieces * sizeof(kernels::Piece) + kBytes));
  refused_ = !pinned_;
  return pinned_;
}

void CopyBatch::close() {
  if (pinned_) kind_.device->unpin(pinned_);
  pinned_ = nullptr;
}

char* CopyBatch::room(std::size_t bytes) {
  if (bytes > kBytes - used_ || !open()) return nullptr;
  char* const at = pinned_ + kMaxPieces * sizeof(kernels::Piece) + used_;
  used_ += (bytes + 15) / 16 * 16;
  return at;
}

char* CopyBatch::keep(const void* from, std::size_t bytes) {
  char* const kept = room(bytes);
  if (kept) std::memcpy(kept, from, bytes);
  return kept;
}

bool CopyBatch::add(Place to, Place from, std::size_t bytes) {
  if (bytes > kind_.device->limits->small || !kind_.device->launch || listed_ == kMaxPieces || !open()) return false;
  char *source = from.at, *dest = to.at;
  if (!from.kind.device && !(source = keep(from.at, bytes))) return false;
  if (!to.kind.device) {
    if (!(dest = room(bytes))) return false;
    entries_.push_back({to.at, dest, bytes});
  }
  pieces()[listed_++] = {reinterpret_cast<kernels::Address>(dest), reinterpret_cast<kernels::Address>(source), bytes};
  return true;
}

void CopyBatch::send(Queue* queue) {
  const std::size_t n = listed_ - sent_;
  if (n == 0) return;
  const kernels::Piece* const first = pieces() + sent_;
  sent_ = listed_;
  kernels::Work work{};
  work.from[0] = reinterpret_cast<kernels::Address>(first);
  work.members = n;
  work.threads = (n * kernels::kLanes + kernels::kBlock - 1) / kernels::kBlock * kernels::kBlock;
  constexpr kernels::Kernel kKernel{kernels::Operation::pieces, kernels::Type::u8};
  // A single copy is cheaper by the driver's command than by a kernel, and cheapest if a word is part of the command.
  if (n > 1 && kind_.device->launch(queue, kKernel, work)) return;
  const auto* const source = reinterpret_cast<const char*>(first->from);
  const bool is_kept = source >= pinned_ && source < pinned_ + kMaxPieces * sizeof(kernels::Piece) + kBytes;
  if (n == 1 && is_kept && kind_.device->store &&
      kind_.device->store(queue, reinterpret_cast<void*>(first->to), source, first->bytes))
    return;
  for (std::size_t i = 0; i < n; ++i)
    kind_.device->copy(queue, reinterpret_cast<void*>(first[i].to), reinterpret_cast<const void*>(first[i].from),
                       first[i].bytes);
}

void CopyBatch::arrived() {
  for (const Entry& entry : entries_) std::memcpy(entry.to, entry.from, entry.bytes);
  entries_.clear();
  listed_ = sent_ = used_ = 0;
}

}  // namespace isthmus::memkind
