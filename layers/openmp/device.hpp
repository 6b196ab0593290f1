// One OpenMP device that has a partition: the selected objects that are mapped there. libomptarget has them as
// associations, which it neither counts nor copies nor frees; all three are done here.
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
  std::uintptr_t base;        ///< of the whole object; a section of no length may still name it
  std::uintptr_t begin, end;  ///< what is mapped
  Block block;
  std::uint64_t references = 0, holds = 0;
  std::uint32_t leaving = 0;  ///< calls that have given up a reference and still copy
  bool ready = false;         ///< the first copy to the device is done

  std::uint64_t total() const { return references + holds; }
  std::uint64_t& count(std::int64_t type);
  bool ours() const { return block.place != Place::vendor; }
};

struct Found {
  Entry* entry = nullptr;
  bool overlaps = false;  ///< what was looked for and an entry have some bytes in common, not all
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
  /// Takes out of the runtime what is still mapped; how many objects that was.
  std::size_t close();

  /// Makes libomptarget load what the program has for this device, which it does late, and with it the variables that
  /// have their own place there.
  void load_images();

  /// The rest with `mutex` held.
  std::mutex mutex;
  std::condition_variable changed;

  /// As libomptarget looks up: for no bytes, an entry whose object holds the address.
  Found find(std::uintptr_t host, std::int64_t bytes, bool implicit) const;
  /// Null: the runtime knows the object already. `source` describes a place in the program.
  Entry* add(const Item& item, std::uintptr_t object_base, const char* source);
  void remove(Entry* entry);

  /// Whether it is a pool of ours that holds the object at this address.
  bool owns(const void* host) const;
  /// 0, or nonzero while the pool is in use.
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

/// The device of that number, negative for the default one, where it has a partition; else null.
Device* serving_device(std::int64_t number);

/// More images have been registered.
void note_images();

}  // namespace isthmus::omp
