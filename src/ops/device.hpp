// One-sided operations where one side at least is device memory: the initiator's driver moves the bytes, through the
// IPC mapping of the peer's memory, and the target takes no part. On other nodes the provider does, where it takes
// device memory (FI_HMEM). Where there is neither, the target's device proxy does.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "comm/context.hpp"
#include "memkind/copies.hpp"

namespace isthmus::ops {

/// `bytes` at `local`, whatever kind that is, to or from where `reached` says. `later`: may return before it is done,
/// which quiet sees through.
void put_device(const comm::Context& context, const char* call, const comm::Reached& to, const void* local,
                std::size_t bytes, bool later);
void get_device(const comm::Context& context, const char* call, const comm::Reached& from, void* local,
                std::size_t bytes, bool later);

/// `n` blocks of `bytes` each, their starts a fixed number of bytes apart there and here.
struct Blocks {
  std::size_t n, bytes, there_step, local_step;
};
/// All in one: device proxies cut between blocks, so these are bytes.
constexpr Blocks dense(std::size_t bytes) { return {bytes, 1, 1, 1}; }
/// Local buffers may be reused on return, or are filled.
void put_device(const comm::Context& context, const char* call, const comm::Reached& to, const void* local,
                const Blocks& blocks);
void get_device(const comm::Context& context, const char* call, const comm::Reached& from, void* local,
                const Blocks& blocks);

/// What was begun by calls of these two with `later`: local buffers may be reused, or are filled.
void finish_local(const comm::Context& context, const comm::Reached& reached);

/// Holds the lock under which a word of another PE's device memory is changed; one of many, by its place.
class DeviceLock {
 public:
  DeviceLock(const memory::Segment& internal, int pe, std::uintptr_t offset);
  ~DeviceLock() { lock_->store(0, std::memory_order_release); }
  DeviceLock(const DeviceLock&) = delete;
  DeviceLock& operator=(const DeviceLock&) = delete;

 private:
  std::atomic<std::uint32_t>* lock_;
};

/// An atomic on `word` bytes of device memory that is not mapped here; returns the old value.
std::uint64_t proxy_atomic(const char* call, const comm::Reached& to, ofi::Atomic op, std::uint8_t word,
                           std::uint64_t operand, std::uint64_t compare);

/// Whether `put_device` and `get_device` are the ones to use: the other side or the local buffer is device memory.
inline bool needs_device(const comm::Context& context, const comm::Reached& reached, const void* local) {
  return reached.on_device() || (!context.surely_host(local) && context.kind_of(local).device);
}

}  // namespace isthmus::ops
