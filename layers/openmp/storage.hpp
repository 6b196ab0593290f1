// The storage for device copies of selected objects on one device. Objects of the symmetric heap get their copies in
// the mirror, at the same offset as in the heap, so they are symmetric whatever the order of maps. Other objects get
// theirs from the pool, or from functions that the program provides.
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

/// The storage of one object.
struct Block {
  Place place = Place::vendor;  ///< `vendor` if there was no room: the runtime provides the storage
  char* address = nullptr;      ///< the device address of the object's first byte
  char* start = nullptr;        ///< the start of the block, at or before `address`
  std::size_t bytes = 0;
};

/// Device memory that mirrors a range of host memory: an object has the same offset in both.
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

  /// Allocates `bytes` for the object at `host`, after `before` bytes of padding that keep the alignment of a struct
  /// mapped in part. `where` returns the place in the source and is called only if that is recorded.
  template <typename Where>
  Block take(std::uintptr_t host, std::size_t bytes, std::size_t before, const Where& where) {
    if (const Block block = mirrored(host, bytes); block.address) return block;
    return take_elsewhere(bytes, before, sequence_.kept() ? where() : std::string());
  }
  void give_back(const Block& block, const std::string& where);

  /// The address in the mirror of an address in the heap, or null if it has none.
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
