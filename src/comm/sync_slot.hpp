// The sync state of one team on one PE: a slot of the internal segment that the members on the node read in place and
// that the others write over the wire. All counters only grow (generations), so back-to-back collectives need no reset.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace isthmus::comm {

inline constexpr int kMaxRounds = 24;  // dissemination over up to 16 million members

struct alignas(64) SyncFlag {
  std::atomic<std::uint64_t> generation;
};

/// The flag is the generation of the round in which a member shows bytes, stored after them.
struct ShownHead {
  std::atomic<std::uint64_t> flag;
  std::uint64_t said;  ///< what the owner said of its bytes (collectives/group/round.hpp), stored before the flag, too
};
/// Bytes that a member shows to the others in one round.
template <std::size_t Size>
struct alignas(64) Shown : ShownHead {
  static constexpr std::size_t kBytes = Size - sizeof(ShownHead);
  alignas(16) std::array<std::byte, kBytes> payload;
};
using Line = Shown<64>;   // few bytes, in the flag's own cache line
using Cell = Shown<512>;  // more bytes, in the cache lines after it, too

/// Rounds use the lines and the cells in turn, so that the owner may be this many rounds ahead of a reader.
inline constexpr std::uint64_t kLines = 32, kCells = 8;
inline constexpr std::size_t kSharedWords = Cell::kBytes / sizeof(std::uint64_t);

/// Links are words that members on other nodes post: the number of the post and its complement. Each link has the same
/// writer as long as the team lives, so that posts of different writers never overwrite each other: the member with the
/// owner's place on the node 2^i below (link i), on the node 2^i above (link kMaxRounds + i), or on the node d below
/// (link 2 * kMaxRounds + d, for d < kApart).
inline constexpr int kApart = 64;
inline constexpr int kLinks = 2 * kMaxRounds + kApart;

/// The receive buffers take the small payloads of operations that arrive over the wire. Each operation has a part of
/// them, of at most kReceiveBytes, behind that of the one before, so that the sender may be several operations ahead of
/// the receiver.
inline constexpr std::size_t kReceiveBytes = 1024;

struct SyncSlot {
  std::array<Line, kLines> lines;          ///< written by the owner, read by members on the node
  std::array<Cell, kCells> cells;          ///< the same, for rounds that show more bytes
  SyncFlag done;                           ///< the last generation of which the owner has read all that it needs
  std::array<SyncFlag, kMaxRounds> round;  ///< dissemination: one flag per round, each with one writer
  SyncFlag arrivals;                       ///< central barrier: on member 0's slot, counts arrivals, never reset
  SyncFlag release;                        ///< central barrier: on member 0's slot, the last barrier that is complete
  alignas(64) std::array<std::atomic<std::uint64_t>, kLinks> links;
  alignas(64) std::array<std::byte, 8 * kReceiveBytes> receive_buffers;
  /// Words that the owner shows to members on other nodes, which fetch them. The two boards are used in turn, since a
  /// fast member may already write the next one while a slow member still reads.
  std::array<std::array<std::uint64_t, kSharedWords>, 2> board;

  /// Resets the slot for another team. Payloads are read only after their flags, so they may stay.
  void clean() {
    for (Line& line : lines) line.flag.store(0, std::memory_order_relaxed);
    for (Cell& cell : cells) cell.flag.store(0, std::memory_order_relaxed);
    for (auto& word : links) word.store(0, std::memory_order_relaxed);
    for (SyncFlag& flag : round) flag.generation.store(0, std::memory_order_relaxed);
    for (SyncFlag* flag : {&done, &arrivals, &release}) flag->generation.store(0, std::memory_order_relaxed);
  }
};

/// A team has two slots side by side: for collectives that block, and for those that run in the background, which may
/// overtake each other.
enum class Lane { foreground, background };
inline constexpr int kLanes = 2;

}  // namespace isthmus::comm
