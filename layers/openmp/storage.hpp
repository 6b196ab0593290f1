// Where the device copies of selected objects come from, on one device: the mirror, for objects of the symmetric heap,
// which lie in it as they lie in the heap, so they are symmetric whatever the order of maps; the pool, or functions of
// the program's own, for others.
#pragma once
#include <shmemx_omp.h>

#include <cstdint>
#include <optional>
#include <string>

#include "pool.hpp"
#include "sequence.hpp"

namespace isthmus::omp {

enum class Place {
  none = SHMEMX_OMP_NOT_SELECTED,
  mirror = SHMEMX_OMP_MIRROR,
  pool = SHMEMX_OMP_POOL,
  vendor = SHMEMX_OMP_VENDOR
};

/// What an object got.
struct Block {
  Place place = Place::vendor;  ///< no room: the runtime's own storage
  char* address = nullptr;      ///< of the object's first byte
  char* start = nullptr;        ///< of the block
  std::size_t bytes = 0;
};

/// Memory that objects of a range of host memory lie in as they lie there.
struct Mirror {
  std::uintptr_t host = 0;
  char* device = nullptr;
  std::size_t bytes = 0;
};

struct Functions {
  void* (*allocate)(std::size_t, int) = nullptr;
  void (*free)(void*) = nullptr;
};

class Storage {
 public:
  void open(int partition, const Mirror& mirror, char* pool, std::size_t pool_bytes);
  void close();

  /// Space before the object keeps the alignment that a part of a struct has. `where` is called when the place in the
  /// source is wanted.
  template <typename Where>
  Block take(std::uintptr_t host, std::size_t bytes, std::size_t before, const Where& where) {
    if (const Block block = mirrored(host, bytes); block.address) return block;
    return take_elsewhere(bytes, before, sequence_.kept() ? where() : std::string());
  }
  void give_back(const Block& block, const std::string& where);

  /// The device's address of an address in the heap, or null.
  void* mirrored(const void* host) const { return mirrored(reinterpret_cast<std::uintptr_t>(host), 1).address; }

  void use(const Functions& functions) { functions_ = functions; }
  int partition() const { return partition_; }
  const Mirror& mirror() const { return mirror_; }
  const Pool* pool() const { return pool_ ? &*pool_ : nullptr; }
  Sequence& sequence() { return sequence_; }

 private:
  Block mirrored(std::uintptr_t host, std::size_t bytes) const;
  Block take_elsewhere(std::size_t bytes, std::size_t before, const std::string& where);
  void tell_full(std::size_t bytes);

  int partition_ = 0;
  Mirror mirror_;
  char* pool_base_ = nullptr;
  std::optional<Pool> pool_;
  Functions functions_;
  Sequence sequence_;
};

}  // namespace isthmus::omp
