#include "memkind/copies.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <mutex>
#include <vector>

#include "base/overlap.hpp"
#include "memkind/copy_batch.hpp"

namespace isthmus::memkind {
namespace {

/// The queue of one kind, opened by the kind's first copy, and the batch of small copies that will be sent to it.
struct Open {
  const Kind* kind;
  Queue* queue;
  CopyBatch batch;

  void finish() {
    batch.send(queue);
    kind->device->finish(queue);
    batch.arrived();
  }

  char* keep(const void* from, std::size_t bytes) {
    if (char* const kept = batch.keep(from, bytes)) return kept;
    finish();
    return batch.keep(from, bytes);
  }
};

std::mutex mutex;  // guards queues: each is used by one thread at a time
std::vector<Open> queues;

Open& queue_of(const Kind& kind) {
  for (Open& open : queues)
    if (open.kind == &kind) return open;
  queues.push_back({&kind, kind.device->open_queue(), CopyBatch(kind)});
  return queues.back();
}

/// Adds a small copy to the batch. If the batch is full, finishes it, which makes room, and tries again. Returns false
/// for copies that a batch does not take.
bool add(Open& open, Place to, Place from, std::size_t bytes) {
  if (open.batch.add(to, from, bytes)) return true;
  if (bytes <= open.kind->device->limits->small && open.kind->device->launch) open.finish();
  return open.batch.add(to, from, bytes);
}

struct Pinned {
  const Kind* kind;
  char* at;
  std::size_t bytes;
};
std::mutex spare_mutex;
std::vector<Pinned> spare;
constexpr std::size_t kMostSpare = std::size_t{256} << 20;  // bytes

/// Overlapping copies need copy_by_host(): drivers do not define their result.
bool overlap(Place to, Place from, std::size_t bytes) {
  return to.kind.device && &to.kind == &from.kind && to.at != from.at && base::overlap(to.at, bytes, from.at, bytes);
}

/// Copies through host memory, block by block. Used between devices of two vendors, and for overlapping sides, which
/// are copied from the end where memmove would do so.
void copy_by_host(Place to, Place from, std::size_t bytes) {
  constexpr std::size_t kBlock = std::size_t{1} << 20;
  const auto block = std::make_unique<char[]>(std::min(bytes, kBlock));
  const bool from_the_end = to.at > from.at;
  for (std::size_t done = 0; done < bytes; done += kBlock) {
    const std::size_t n = std::min(kBlock, bytes - done), at = from_the_end ? bytes - done - n : done;
    from.kind.copy(block.get(), from.at + at, n);
    to.kind.copy(to.at + at, block.get(), n);
  }
}

/// Up to this size a copy from a device to host memory is faster through pinned memory. The other direction needs no
/// such help: drivers stage small copies themselves.
constexpr std::size_t kWorthPinning = std::size_t{64} << 10;

void copy_by_pinned(char* to, Place from, std::size_t bytes) {
  const Staging block(from.kind, kWorthPinning);
  from.kind.copy(block.get(), from.at, bytes);
  std::memcpy(to, block.get(), bytes);
}

}  // namespace

void copy(Place to, Place from, std::size_t bytes) {
  if (!to.kind.device && !from.kind.device)
    std::memmove(to.at, from.at, bytes);
  else if (overlap(to, from, bytes))
    copy_by_host(to, from, bytes);
  else if (!to.kind.device && bytes <= kWorthPinning)
    copy_by_pinned(to.at, from, bytes);
  else if (!to.kind.device || !from.kind.device || &to.kind == &from.kind)
    (to.kind.device ? to.kind : from.kind).copy(to.at, from.at, bytes);
  else
    copy_by_host(to, from, bytes);
}

void begin_copy(Place to, Place from, std::size_t bytes) {
  const Kind& kind = to.kind.device ? to.kind : from.kind;
  if (!kind.device || (from.kind.device && &from.kind != &kind)) return copy(to, from, bytes);
  if (overlap(to, from, bytes)) {
    finish_copies();
    return copy(to, from, bytes);
  }
  const std::lock_guard lock(mutex);
  Open& open = queue_of(kind);
  if (!add(open, to, from, bytes)) kind.device->copy(open.queue, to.at, from.at, bytes);
  copies_begun.store(true, std::memory_order_relaxed);
}

bool begin_small(Place to, const void* from, std::size_t bytes) {
  const Device& device = *to.kind.device;
  if (bytes > device.limits->small) return false;
  const std::lock_guard lock(mutex);
  Open& open = queue_of(to.kind);
  if (!device.store || !device.store(open.queue, to.at, from, bytes)) {
    const char* const kept = open.keep(from, bytes);
    if (!kept) return false;
    device.copy(open.queue, to.at, kept, bytes);
  }
  copies_begun.store(true, std::memory_order_relaxed);
  return true;
}

bool begin_kernel(const Kind& kind, kernels::Kernel kernel, const kernels::Work& work) {
  const std::lock_guard lock(mutex);
  Open& open = queue_of(kind);
  open.batch.send(open.queue);
  if (!kind.device->launch || !kind.device->launch(open.queue, kernel, work)) return false;
  copies_begun.store(true, std::memory_order_relaxed);
  return true;
}

void finish_copies() {
  const Others* also = others.load(std::memory_order_acquire);
  // Called without the lock: it waits for the proxies of other PEs, which may take long.
  if (also) also->finish();
  const std::lock_guard lock(mutex);
  for (Open& open : queues) open.finish();
  // Cleared only now, because a thread that reads false assumes that its own copies are complete.
  copies_begun.store(also && also->pending(), std::memory_order_release);
}

void others_began() {
  const std::lock_guard lock(mutex);
  copies_begun.store(true, std::memory_order_relaxed);
}

Staging::Staging(const Kind& kind, std::size_t bytes) : kind_(&kind), bytes_(bytes), pinned_(true) {
  {
    const std::lock_guard lock(spare_mutex);
    const auto fits = [&](const Pinned& p) { return p.kind == kind_ && p.bytes >= bytes; };
    if (const auto found = std::find_if(spare.begin(), spare.end(), fits); found != spare.end()) {
      at_ = found->at;
      bytes_ = found->bytes;
      spare.erase(found);
      return;
    }
  }
  at_ = kind.device ? static_cast<char*>(kind.device->pin(bytes)) : nullptr;
  if (!at_) {
    at_ = new char[bytes];
    pinned_ = false;
  }
}

Staging::~Staging() {
  if (!pinned_) {
    delete[] at_;
    return;
  }
  const std::lock_guard lock(spare_mutex);
  std::size_t kept = bytes_;
  for (const Pinned& p : spare) kept += p.bytes;
  if (kept > kMostSpare)
    kind_->device->unpin(at_);
  else
    spare.push_back({kind_, at_, bytes_});
}

void close_queues() {
  const std::scoped_lock lock(mutex, spare_mutex);
  for (const Pinned& p : spare) p.kind->device->unpin(p.at);
  spare.clear();
  for (Open& open : queues) {
    open.batch.close();
    open.kind->device->close_queue(open.queue);
  }
  queues.clear();
  for (const Kind* kind : kinds())
    if (kind->device && kind->device->unload_kernels) kind->device->unload_kernels();
}

}  // namespace isthmus::memkind
