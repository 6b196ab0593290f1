// Device memory that this process cannot touch. What a program gets to see is a range without any access rights; the
// double reaches the bytes through a second mapping of the same memfd, which nobody is told about. Nothing outlives the
// last process that has a block mapped.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace doubles {

enum class Place { device, pinned, pageable };

/// Unmapped with the last reference: work that is under way keeps what it needs.
struct Block {
  char* shown = nullptr;   ///< what the program knows
  char* hidden = nullptr;  ///< where the bytes are; the same as `shown` for host memory
  std::size_t size = 0;    ///< as asked for
  Place place = Place::device;
  int device = -1;           ///< whose memory; -1 for host memory
  int fd = -1;               ///< the memfd; -1 for memory that was only registered
  std::uint64_t inode = 0;   ///< of the memfd: tells whether two blocks are the same memory
  bool imported = false;     ///< another process's
  bool managed = false;      ///< host memory that the driver moves between host and device
  bool shareable = true;     ///< other processes may open it
  void* physical = nullptr;  ///< of memory that was mapped by hand: what is mapped there
  unsigned flags = 0;        ///< as the allocation was given
  int used_by = -1;          ///< the device that it was allocated on or imported for

  Block() = default;
  ~Block();
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  void* shown_map = nullptr;
  void* hidden_map = nullptr;
  std::size_t shown_span = 0, hidden_span = 0;
};
using BlockRef = std::shared_ptr<Block>;

/// Part of a block, or pageable memory: what a copy reads or writes.
struct Part {
  BlockRef block;  ///< null for pageable memory
  char* bytes = nullptr;
  Place place() const { return block != nullptr ? block->place : Place::pageable; }
};

class Memory {
 public:
  /// Null when the device has not that much left. Large blocks start at a multiple of 2 MiB, as drivers have it, and
  /// small ones at nothing better than 512 unless an alignment is asked for; both are filled with rubbish.
  BlockRef allocate(int device, std::size_t bytes, std::size_t alignment = 0);
  /// Host memory that a device reaches; null when there is none.
  BlockRef pin(std::size_t bytes, unsigned flags);
  /// Registers memory that exists already. Null if it overlaps memory that is pinned.
  BlockRef pin_at(void* start, std::size_t bytes, unsigned flags);
  /// Another process's block, from its memfd, which is duplicated. Null when it cannot be mapped.
  /// With `at`, at these addresses, which reserve() returned.
  BlockRef import(int fd, std::size_t bytes, std::size_t offset, int device, int used_by, char* at = nullptr);
  /// Addresses without memory; null when there are none.
  static char* reserve(std::size_t bytes);
  /// Forgets the block that starts there. Null when there is none.
  BlockRef remove(const void* start);

  /// Removes all blocks of a device, and those that were imported for it.
  void remove_all(int device);

  /// The block that holds the address; null for what no driver gave out.
  BlockRef find(const void* address) const;
  BlockRef starting_at(const void* address) const;
  BlockRef imported(std::uint64_t inode) const;
  /// Finds the memory of a range. False if the range leaves the block that it begins in, or runs into one.
  bool locate(const void* address, std::size_t bytes, Part& part) const;

  std::size_t used(int device) const;
  /// Describes the blocks that were not freed; empty if there are none.
  std::string left() const;

 private:
  void add(const BlockRef& block);

  mutable std::mutex mutex_;
  std::map<std::uintptr_t, BlockRef> blocks_;  ///< by their last byte
  std::map<int, std::size_t> used_;
};

/// A memfd of that size; below 0 when there is none.
int new_memfd(std::size_t bytes);

/// The one instance in this process; each double has its own.
Memory& memory();

/// For the double of libfabric, which finds it by name: where the bytes at that address of device memory are, and on
/// which device; null for other memory.
extern "C" [[gnu::visibility("default")]] void* double_alias(const void* address, std::size_t bytes, int* device);

}  // namespace doubles
