// One OpenMP device that has a partition, with the selected objects that are mapped there. To libomptarget they are
// associations (omp_target_associate_ptr), which it neither counts nor copies nor frees, so this layer does all three.
#pragma once
#include <array>
#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>

#include "storage.hpp"

namespace isthmus::omp {

struct Entry {
  std::uintptr_t base;        ///< start of the whole object, by which a section of zero length may name it
  std::uintptr_t begin, end;  ///< the part that is mapped
  Block block;
  std::uint64_t references = 0, holds = 0;
  std::uint32_t leaving = 0;  ///< calls that have dropped their reference, but may still be copying
  bool ready = false;         ///< the first copy to the device is done, so that other threads may use it

  std::uint64_t total() const { return references + holds; }
  std::uint64_t& count(std::int64_t type);
  bool ours() const { return block.place != Place::vendor; }
};

struct Found {
  Entry* entry = nullptr;
  bool overlaps = false;  ///< the range overlaps an entry without lying within it
};

struct Item;

class Device {
 public:
  int number() const;
  bool serves() const { return serves_.load(std::memory_order_acquire); }
  bool has_objects() const { return objects_.load(std::memory_order_acquire) != 0; }
  bool takes_all() const { return takes_all_.load(std::memory_order_relaxed); }
  void take_all(bool all) { takes_all_ = all; }

  void open(int partition, const Mirror& mirror, char* pool, std::size_t pool_bytes);
  /// Removes the associations of objects that are still mapped, and returns how many objects there were.
  std::size_t close();

  /// Makes libomptarget load the program's images for this device now. It would do so at the first map, after we have
  /// asked it which objects it knows, and the images contain the declare target variables.
  void load_images();

  /// The members below require that `mutex` is held.
  std::mutex mutex;
  std::condition_variable changed;

  /// Looks an object up by libomptarget's rules: with 0 bytes, finds an entry whose whole object contains the address.
  Found find(std::uintptr_t host, std::int64_t bytes, bool implicit) const;
  /// Allocates storage and adds an entry. Returns null if the runtime has the object already. `source` is the place in
  /// the program, as an ident_t or a map's name has it.
  Entry* add(const Item& item, std::uintptr_t object_base, const char* source);
  void remove(Entry* entry);

  /// Whether the object that begins at this address has storage of ours.
  bool owns(const void* host) const;
  /// Allocates by these functions instead of the pool from now on. Returns nonzero, and changes nothing, while objects
  /// are in the pool.
  int use(const Functions& functions);

  Storage& storage() { return storage_; }
  shmemx_omp_info_t info() const;

 private:
  bool known_to_runtime(const Item& item) const;

  Storage storage_;
  std::map<std::uintptr_t, std::unique_ptr<Entry>> entries_;  ///< by begin
  std::atomic<std::uint64_t> objects_ = 0;
  std::atomic<bool> serves_ = false, takes_all_ = false;
  std::atomic<std::uint64_t> images_ = 0;
  std::uint64_t mirror_maps_ = 0, pool_maps_ = 0, vendor_maps_ = 0;
};

inline constexpr int kMaxDevices = 64;
extern std::array<Device, kMaxDevices> devices;
inline int Device::number() const { return static_cast<int>(this - devices.data()); }

/// The device of that number (negative: the default device), or null if it has no partition.
Device* serving_device(std::int64_t number);

/// To be called when images have been registered, so that load_images() loads them.
void note_images();

}  // namespace isthmus::omp
