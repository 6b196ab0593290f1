// A kind of device memory that is host memory, for tests without a driver. Like a device it works asynchronously: it
// does nothing of what a queue was given until somebody waits for the queue. A test can hold it, so that waiting
// threads block.
#pragma once
#include <atomic>
#include <cstring>
#include <vector>

#include "memkind/kind.hpp"

namespace isthmus::memkind {

struct DeviceDouble {
  struct Copy {
    void* dest;
    const void* source;
    std::size_t bytes;
  };
  using Work = std::vector<Copy>;

  static inline std::atomic<bool> held = false;                        ///< nothing is finished
  static inline std::atomic<int> waiting = 0;                          ///< who waits for the device while it is held
  static inline std::atomic<int> open = 0;                             ///< queues
  static inline std::atomic<std::size_t> pinned = 0, most_pinned = 0;  ///< bytes

  static Work& work(Queue* queue) { return *reinterpret_cast<Work*>(queue); }

  static Queue* open_queue() {
    ++open;
    return reinterpret_cast<Queue*>(new Work);
  }
  static void close_queue(Queue* queue) {
    --open;
    delete &work(queue);
  }
  static void begin(Queue* queue, void* dest, const void* source, std::size_t bytes) {
    work(queue).push_back({dest, source, bytes});
  }
  static void finish(Queue* queue) {
    if (work(queue).empty()) return;
    ++waiting;
    held.wait(true);
    --waiting;
    for (const Copy& copy : work(queue)) std::memmove(copy.dest, copy.source, copy.bytes);
    work(queue).clear();
  }
  static void release() {
    held = false;
    held.notify_all();
  }

  static void* pin(std::size_t bytes) {
    auto* const block = static_cast<std::size_t*>(::operator new (bytes + kHead, std::align_val_t{kHead}));
    *block = bytes;
    pinned += bytes;
    if (pinned > most_pinned) most_pinned = pinned.load();
    return reinterpret_cast<char*>(block) + kHead;
  }
  static void unpin(void* at) {
    auto* const block = reinterpret_cast<std::size_t*>(static_cast<char*>(at) - kHead);
    pinned -= *block;
    ::operator delete (block, std::align_val_t{kHead});
  }

  static void copy(void* dest, const void* source, std::size_t bytes) { std::memmove(dest, source, bytes); }

 private:
  static constexpr std::size_t kHead = 64;  ///< before a pinned block, for its size
};

inline Limits limits_of_double;

inline const Device kDeviceOfDouble{
    .open_queue = DeviceDouble::open_queue,
    .close_queue = DeviceDouble::close_queue,
    .copy = DeviceDouble::begin,
    .store = nullptr,
    .finish = DeviceDouble::finish,
    .pin = DeviceDouble::pin,
    .unpin = DeviceDouble::unpin,
    .adopt = nullptr,
    .present = nullptr,
    .describe = nullptr,
    .settle = nullptr,
    .register_host = nullptr,
    .unregister_host = nullptr,
    .host_atomics = nullptr,
    .list = nullptr,
    .launch = nullptr,
    .change_word = nullptr,
    .reaches = nullptr,
    .in_turns = nullptr,
    .spin_in_waits = nullptr,
    .streams = nullptr,
    .fabric_kind = 0,
    .limits = &limits_of_double,
};

/// Segments of host memory become segments of this kind by their `kind`; they are allocated and freed as host memory.
inline const Kind kDouble{
    .name = "DOUBLE",
    .device = &kDeviceOfDouble,
    .alloc = nullptr,
    .free = nullptr,
    .copy = DeviceDouble::copy,
    .fill = nullptr,
    .export_handle = nullptr,
    .import_handle = nullptr,
    .release_import = nullptr,
    .query = nullptr,
};

}  // namespace isthmus::memkind
