// What the double of libze_loader keeps for the process, and the frame of every entry point.
#pragma once
#include <unistd.h>

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/failures.hpp"
#include "core/kernels.hpp"
#include "core/memory.hpp"
#include "core/settings.hpp"
#include "core/stream.hpp"
#include "core/transfer.hpp"
#include "ze.hpp"

namespace ze {

struct Driver {};
struct Device {
  int number = 0;
};
struct Context {};
struct EventPool {
  std::vector<bool> taken;
};
struct Event {
  EventPool* pool;
  std::uint32_t index;
  doubles::SignalRef signal;
};
struct CommandQueue {
  const Device* device;
  std::uint32_t ordinal;
  bool synchronous;
  doubles::StreamRef work;
};
/// An immediate list has a stream; a regular list keeps the operations that were appended.
struct CommandList {
  const Device* device;
  std::uint32_t ordinal;
  bool in_order;
  bool synchronous;
  doubles::StreamRef work{};
  std::vector<doubles::Operation> appended{};
  bool closed = false;
  std::vector<doubles::SignalRef> running{};  ///< ends of its operations on queues
};
struct ModuleObject {
  doubles::Module content;
};
struct Kernel {
  const DoubleKernel* row;
  std::array<unsigned, 3> group{1, 1, 1};
  bool indirect = false;  ///< may reach what is not among its arguments
  std::vector<std::string> arguments{};
};

inline bool still_running(const CommandList& list) {
  if (list.work != nullptr) return !list.work->idle();
  for (const doubles::SignalRef& end : list.running) {
    if (!end->done()) return true;
  }
  return false;
}

/// The handles that are valid now, so that others can be refused.
template <class T>
class Known {
 public:
  T* add(T object) {
    const std::lock_guard lock(mutex_);
    return objects_.emplace_back(std::make_unique<T>(std::move(object))).get();
  }
  bool has(const T* handle) const {
    const std::lock_guard lock(mutex_);
    for (const auto& object : objects_) {
      if (object.get() == handle) return true;
    }
    return false;
  }
  bool remove(const T* handle) {
    const std::lock_guard lock(mutex_);
    return std::erase_if(objects_, [handle](const auto& object) { return object.get() == handle; }) != 0;
  }
  template <class Predicate>
  bool any(Predicate predicate) const {
    const std::lock_guard lock(mutex_);
    for (const auto& object : objects_) {
      if (predicate(*object)) return true;
    }
    return false;
  }
  std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return objects_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<T>> objects_;
};

struct Process {
  std::atomic<int> initialised_in{0};
  Driver driver;
  std::array<Device, 64> devices;
  Known<Context> contexts;
  Known<CommandQueue> queues;
  Known<CommandList> lists;
  Known<EventPool> pools;
  Known<Event> events;
  Known<ModuleObject> modules;
  Known<Kernel> kernels;
  std::mutex mutex;
  std::map<const void*, const Context*> owners;  ///< of blocks, by their address
  Context* default_context = nullptr;
  std::map<const void*, int> exported;  ///< descriptors in handles, by the block's address
};
Process& process();
extern const doubles::ErrorName kErrorNames[];

inline bool is_device(const Device* device) {
  const auto& all = process().devices;
  return device >= all.data() && device < all.data() + doubles::settings().devices;
}

template <class Body>
Result call(const char* name, Result usual_failure, Body body) {
  if (process().initialised_in != getpid()) return uninitialized;
  if (const int error = doubles::injected(name, usual_failure, kErrorNames)) return static_cast<Result>(error);
  return body();
}

/// Implements the specification's protocol for lists: ask for the number first, then for as many as there is room for.
template <class T, class Fill>
Result enumerate(std::uint32_t available, std::uint32_t* count, T* out, Fill fill) {
  if (count == nullptr) return invalid_null_pointer;
  if (*count == 0 || out == nullptr || *count > available) {
    const bool only_count = *count == 0 || out == nullptr;
    *count = available;
    if (only_count) return success;
  }
  for (std::uint32_t i = 0; i < *count; ++i) fill(i, out[i]);
  return success;
}

}  // namespace ze
