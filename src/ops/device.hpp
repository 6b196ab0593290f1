// One-sided operations in which at least one side is device memory. If the peer's memory is mapped here by IPC, this
// PE's driver moves the bytes and the target takes no part. On other nodes the provider moves them if it supports
// device memory (FI_HMEM). If there is neither a mapping nor such a provider, the target's device proxy moves them.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "comm/context.hpp"
#include "memkind/copies.hpp"

namespace isthmus::ops {

/// Moves `bytes` between the local buffer, of any kind, and the place `to` or `from`. With `later` the call may return
/// before the transfer is done; quiet completes it.
void put_device(const comm::Context& context, const char* call, const comm::Reached& to, const void* local,
                std::size_t bytes, bool later);
void get_device(const comm::Context& context, const char* call, const comm::Reached& from, void* local,
                std::size_t bytes, bool later);

/// `n` blocks of `bytes` each, whose starts are `there_step` bytes apart on the other PE and `local_step` here.
struct DeviceBlocks {
  std::size_t n, bytes, there_step, local_step;
};
/// A contiguous transfer. Each byte is a block, because the device proxy splits transfers only between blocks.
constexpr DeviceBlocks dense(std::size_t bytes) { return {bytes, 1, 1, 1}; }
/// Strided put and get: on return the local buffer may be reused, or is filled.
void put_device(const comm::Context& context, const char* call, const comm::Reached& to, const void* local,
                const DeviceBlocks& blocks);
void get_device(const comm::Context& context, const char* call, const comm::Reached& from, void* local,
                const DeviceBlocks& blocks);

/// Completes locally what put_device and get_device began with `later`: local buffers may be reused, or are filled.
void finish_local(const comm::Context& context, const comm::Reached& reached);

/// Holds the lock of PE `pe` that guards the word at `offset` of its device memory while it is changed. A PE has a
/// fixed number of such locks; the offset selects one.
class DeviceLock {
 public:
  DeviceLock(const memory::Segment& internal, int pe, std::uintptr_t offset);
  ~DeviceLock() { lock_->store(0, std::memory_order_release); }
  DeviceLock(const DeviceLock&) = delete;
  DeviceLock& operator=(const DeviceLock&) = delete;

 private:
  std::atomic<std::uint32_t>* lock_;
};

/// Performs an atomic on a word of mapped device memory as kernels do theirs, so that both are atomic together, and gives
/// the old value. Returns false for fetch and set, which copies do, and if the device cannot. The caller holds the
/// word's DeviceLock, because another PE may have to change the word by copies.
bool change_word(memkind::Place word, ofi::Atomic op, std::uint8_t bytes, std::uint64_t operand, std::uint64_t compare,
                 std::uint64_t& old);

/// Has the owner's device proxy perform an atomic on `word` bytes of device memory that is not mapped here. Returns the
/// old value.
std::uint64_t proxy_atomic(const char* call, const comm::Reached& to, ofi::Atomic op, std::uint8_t word,
                           std::uint64_t operand, std::uint64_t compare);

/// Whether put_device or get_device has to be used, because the other side or the local buffer is device memory.
inline bool needs_device(const comm::Context& context, const comm::Reached& reached, const void* local) {
  return reached.on_device() || (!context.surely_host(local) && context.kind_of(local).device);
}

}  // namespace isthmus::ops
