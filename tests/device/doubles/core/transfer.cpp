#include "core/transfer.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "core/settings.hpp"

namespace doubles {
namespace {

constexpr std::size_t kPiece = std::size_t{64} << 10;

void copy_words(char* dest, const char* source, std::size_t bytes) {
  const auto alignment = (reinterpret_cast<std::uintptr_t>(dest) | reinterpret_cast<std::uintptr_t>(source)) % 8;
  if (alignment % 4 != 0) {
    std::memcpy(dest, source, bytes);
    return;
  }
  std::size_t at = 0;
  if (alignment == 0) {
    for (; at + 8 <= bytes; at += 8) {
      const auto word = __atomic_load_n(reinterpret_cast<const std::uint64_t*>(source + at), __ATOMIC_RELAXED);
      __atomic_store_n(reinterpret_cast<std::uint64_t*>(dest + at), word, __ATOMIC_RELAXED);
    }
  }
  for (; at + 4 <= bytes; at += 4) {
    const auto word = __atomic_load_n(reinterpret_cast<const std::uint32_t*>(source + at), __ATOMIC_RELAXED);
    __atomic_store_n(reinterpret_cast<std::uint32_t*>(dest + at), word, __ATOMIC_RELAXED);
  }
  if (at < bytes) std::memcpy(dest + at, source + at, bytes - at);
}

/// Copies in pieces, beginning in the middle and wrapping around, so that no program can rely on the order of bytes.
void copy_pieces(char* dest, const char* source, std::size_t bytes, std::uint64_t start) {
  const std::size_t pieces = (bytes + kPiece - 1) / kPiece;
  for (std::size_t i = 0; i < pieces; ++i) {
    const std::size_t at = (start + i) % pieces * kPiece;
    copy_words(dest + at, source + at, std::min(kPiece, bytes - at));
  }
  __atomic_thread_fence(__ATOMIC_RELEASE);
}

/// Spoils one byte of what goes through another process's handle, as a broken driver would (DOUBLE_SPOIL).
void spoil(const Part& to, const Part& from) {
  const auto imported = [](const Part& part) { return part.block != nullptr && part.block->imported; };
  const int what = settings().spoil;
  if ((what == 1 && imported(from)) || (what == 2 && imported(to))) to.bytes[0] = static_cast<char>(~to.bytes[0]);
}

/// Compares memfds and not addresses, since two processes, or one process twice, may have mapped the same memory.
bool overlap(const Part& a, const Part& b, std::size_t bytes) {
  auto first = reinterpret_cast<std::uintptr_t>(a.bytes), second = reinterpret_cast<std::uintptr_t>(b.bytes);
  if (a.block != nullptr && b.block != nullptr && a.block->inode != 0 && a.block->inode == b.block->inode) {
    first = static_cast<std::uintptr_t>(a.bytes - a.block->hidden);
    second = static_cast<std::uintptr_t>(b.bytes - b.block->hidden);
  }
  return first != second && first < second + bytes && second < first + bytes;
}

}  // namespace

Verdict prepare_copy(void* dest, const void* source, std::size_t bytes, Operation& operation) {
  Part to, from;
  if (!memory().locate(dest, bytes, to) || !memory().locate(source, bytes, from)) return Verdict::out_of_range;
  if (overlap(to, from, bytes)) return Verdict::overlap;
  operation.work = [to, from, bytes] {
    copy_pieces(to.bytes, from.bytes, bytes, reinterpret_cast<std::uintptr_t>(to.bytes) / 4096 * 31 + bytes);
    if (bytes > 0) spoil(to, from);
    return 0;
  };
  return Verdict::good;
}

Verdict prepare_fill(void* dest, const void* value, std::size_t width, std::size_t count, Operation& operation) {
  Part to;
  if (!memory().locate(dest, width * count, to)) return Verdict::out_of_range;
  std::string element(static_cast<const char*>(value), width);
  operation.work = [to, element, count] {
    std::string piece;
    while (piece.size() < std::min(kPiece, element.size() * count)) piece += element;
    const std::size_t all = element.size() * count;
    for (std::size_t at = 0; at < all; at += piece.size()) {
      copy_words(to.bytes + at, piece.data(), std::min(piece.size(), all - at));
    }
    __atomic_thread_fence(__ATOMIC_RELEASE);
    return 0;
  };
  return Verdict::good;
}

Verdict prepare_copy_as_cuda(void* dest, const void* source, std::size_t bytes, bool asynchronous, Operation& operation,
                             Return& when) {
  Part to, from;
  if (!memory().locate(dest, bytes, to) || !memory().locate(source, bytes, from)) return Verdict::out_of_range;
  when = Return::at_once;
  if (to.place() == Place::device && from.place() == Place::pageable) {
    const auto staged = std::make_shared<std::vector<char>>(from.bytes, from.bytes + bytes);
    operation.work = [to, staged, from] {
      copy_pieces(to.bytes, staged->data(), staged->size(), staged->size());
      if (!staged->empty()) spoil(to, from);
      return 0;
    };
    return Verdict::good;
  }
  const bool within_host = to.place() != Place::device && from.place() != Place::device;
  const bool within_device = to.place() == Place::device && from.place() == Place::device;
  if (within_host || to.place() == Place::pageable || (!asynchronous && !within_device)) when = Return::when_done;
  return prepare_copy(dest, source, bytes, operation);
}

}  // namespace doubles
