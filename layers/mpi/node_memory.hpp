// The memory that the members of a communicator share, if all of them are on one node: for each a sync slot and blocks
// through which it shows data to the others.
#pragma once
#include <sys/types.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/mapping.hpp"
#include "comm/sync_slot.hpp"
#include "mpi.hpp"

namespace isthmus::mpi {

/// What a member tells the others of its process.
struct Process {
  pid_t pid;
  std::uint64_t token;  ///< random: tells processes apart that have the same number one after the other
  bool has_driver;      ///< of some vendor's devices
  /// In the first member's: the round from which on members look for device memory (Communicator::looks_for_devices).
  std::atomic<std::uint64_t> devices_from;
  std::uint64_t probe;  ///< any word, at `probe_address` in that process
  std::uintptr_t probe_address;
  std::array<std::uint64_t, 16> cpus;  ///< of 1,024: those that it may run on
};

class NodeMemory {
 public:
  /// Rounds use a member's blocks of each size in turn, as they do the cells of its sync slot. There are as many small
  /// ones as cells, so that members can be as far ahead. Large ones are few, so that caches keep them.
  static constexpr std::size_t kBlock = std::size_t{64} << 10, kSmallBlock = std::size_t{16} << 10;
  static constexpr std::uint64_t kBlocks = 4, kSmallBlocks = comm::kCells;

  NodeMemory() = default;
  ~NodeMemory() { give_back(); }
  NodeMemory(NodeMemory&& other) noexcept { *this = std::move(other); }
  NodeMemory& operator=(NodeMemory&& other) noexcept;
  /// Collective over the communicator, by calls of the MPI. Empty on all members if they are not all on one node or one
  /// of them cannot map the memory, or has too much mapped for other communicators already (ISTHMUS_MPI_MEMORY).
  NodeMemory(Word comm, int rank, int size);

  explicit operator bool() const { return static_cast<bool>(mapping_); }
  /// Whether the members are on several nodes. On one node they may still be unable to share memory, as processes of
  /// different PID namespaces are.
  bool spans_nodes() const { return spans_nodes_; }
  comm::SyncSlot& slot(int member) const { return at(member).slot; }
  Process& process(int member) const { return at(member).process; }
  std::byte* block(int member, std::uint64_t generation) const {
    return at(member).blocks[generation % kBlocks].data();
  }
  std::byte* small_block(int member, std::uint64_t generation) const {
    return at(member).small_blocks[generation % kSmallBlocks].data();
  }

 private:
  struct Member {
    comm::SyncSlot slot;
    alignas(64) Process process;
    alignas(4096) std::array<std::array<std::byte, kSmallBlock>, kSmallBlocks> small_blocks;
    std::array<std::array<std::byte, kBlock>, kBlocks> blocks;
  };
  Member& at(int member) const { return static_cast<Member*>(mapping_.get())[member]; }

  void give_back();

  base::Mapping mapping_;
  std::size_t charged_ = 0;  ///< bytes that count for this process's limit
  bool spans_nodes_ = false;
};

}  // namespace isthmus::mpi
