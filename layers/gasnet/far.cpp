#include "far.hpp"

#include <gasnetex.h>
#include <shmem.h>
#include <shmemx.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "engine.hpp"
#include "event.hpp"
#include "fatal.hpp"
#include "job.hpp"
#include "segments.hpp"

namespace isthmus::gasnet {
namespace {

/// Where an operation goes.
struct Place {
  void* mapped;     ///< here; null: over the wire
  void* symmetric;  ///< as SHMEM names it; null: only the owner reaches it
  int pe;
};

[[gnu::cold]] void check(const char* call, gex_TM_t tm, Rank rank) {
  if (job.size == 0) fatal(call, "GASNet has not been initialised; call gex_Client_Init first");
  must_be_unrestricted(call);
  const Rank size = is_pair(tm) ? job.size : tm->size;
  if (rank >= size) fatal(call, text("rank %u is out of range; the team has ranks 0 to %u", rank, size - 1));
}

[[gnu::cold]] void check_bounds(const char* call, Rank rank, const Bound& bound, const void* address,
                                std::size_t bytes) {
  if (bound.bytes == 0) fatal(call, text("rank %u has no segment there; attach, or bind one, first", rank));
  const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(address) - bound.base;
  if (bytes > 0 && (at > bound.bytes || bytes > bound.bytes - at))
    fatal(call, text("%zu bytes at %p are not in the segment of rank %u (%zu bytes at %p); check address and length",
                     bytes, address, rank, bound.bytes, reinterpret_cast<void*>(bound.base)));
}

Place find(const char* call, gex_TM_t tm, Rank rank, const void* address, std::size_t bytes) {
  if (job.checks) check(call, tm, rank);
  const Rank pe = job_rank(tm, rank);
  const Peer& peer = job.peers[pe];
  const gex_EP_Index_t index = is_pair(tm) ? remote_index(tm) : 0;
  const std::size_t size = peer.size.load(std::memory_order_acquire);
  const bool client_created = index != 0 || size == 0 || peer.client_created;
  if (job.checks)
    check_bounds(call, rank, client_created ? bound_segment(pe, index) : Bound{peer.base, size}, address, bytes);
  if (client_created) return {nullptr, nullptr, static_cast<int>(pe)};
  if (peer.delta != kUnmapped)
    return {const_cast<char*>(static_cast<const char*>(address)) + peer.delta, nullptr, static_cast<int>(pe)};
  return {nullptr, here(pe, address), static_cast<int>(pe)};
}

/// Waits for the puts and gets that the event counts, serving messages.
void wait_for(const isthmus_gasnet_event& event) {
  wait_until([&event] { return event.complete(); });
}

/// A source of up to so many bytes is copied where the client may reuse it on return; for a larger one the call waits.
constexpr std::size_t kLargestCopy = 65536;

// ---- Device memory ----

constexpr std::size_t kStaged = std::size_t{1} << 20;

/// Puts from, or to, device memory, if that is what the pair says, and completes them. Returns false for all other
/// puts.
[[gnu::cold]] bool put_device(const char* call, gex_TM_t tm, Rank rank, void* dest, const void* src,
                              std::size_t bytes) {
  if (!is_pair(tm)) return false;
  if (void* const there = mapped_device(rank, remote_index(tm), dest)) {
    shmemx_local_copy(there, src, bytes);
    return true;
  }
  if (!is_local_device(tm)) return false;
  std::vector<std::byte> staged(std::min(bytes, kStaged));
  for (std::size_t at = 0; at < bytes; at += kStaged) {
    const std::size_t now = std::min(bytes - at, kStaged);
    shmemx_local_copy(staged.data(), static_cast<const char*>(src) + at, now);
    put_far(call, make_pair(0, remote_index(tm)), rank, static_cast<char*>(dest) + at, staged.data(), now);
  }
  return true;
}

[[gnu::cold]] bool get_device(const char* call, gex_TM_t tm, void* dest, Rank rank, const void* src,
                              std::size_t bytes) {
  if (!is_pair(tm)) return false;
  if (void* const there = mapped_device(rank, remote_index(tm), src)) {
    shmemx_local_copy(dest, there, bytes);
    return true;
  }
  if (!is_local_device(tm)) return false;
  std::vector<std::byte> staged(std::min(bytes, kStaged));
  for (std::size_t at = 0; at < bytes; at += kStaged) {
    const std::size_t now = std::min(bytes - at, kStaged);
    get_far(call, make_pair(0, remote_index(tm)), staged.data(), rank, static_cast<const char*>(src) + at, now);
    shmemx_local_copy(static_cast<char*>(dest) + at, staged.data(), now);
  }
  return true;
}

std::uint64_t* counter(isthmus_gasnet_event& event) { return reinterpret_cast<std::uint64_t*>(&event.done); }

/// Begins a put that the event counts. With `reuse` the client may change the source on return.
void put_counted(isthmus_gasnet_event& event, const Place& place, const void* src, std::size_t bytes, bool reuse) {
  if (event.complete()) event.copies.clear();  // of an access region
  const void* const copy = reuse && bytes <= kLargestCopy ? event.copies.add(src, bytes) : nullptr;
  ++event.goal;
  shmemx_putmem_counted(place.symmetric, copy ? copy : src, bytes, place.pe, counter(event));
  if (reuse && !copy) wait_for(event);
}

void get_counted(isthmus_gasnet_event& event, void* dest, const Place& place, std::size_t bytes) {
  ++event.goal;
  shmemx_getmem_counted(dest, place.symmetric, bytes, place.pe, counter(event));
}

}  // namespace

// ---- Puts ----

int put_far(const char* call, gex_TM_t tm, gex_Rank_t rank, void* dest, const void* src, size_t bytes) {
  const Place place = find(call, tm, rank, dest, bytes);
  if (put_device(call, tm, rank, dest, src, bytes)) return 0;
  if (place.mapped) {
    std::memcpy(place.mapped, src, bytes);
    std::atomic_thread_fence(std::memory_order_release);
    gasnet_AMPoll();
    return 0;
  }
  isthmus_gasnet_event event;
  if (!place.symmetric)
    put_to_created(event, static_cast<Rank>(place.pe), dest, src, bytes);
  else if (bytes > 0)
    put_counted(event, place, src, bytes, false);
  wait_for(event);
  return 0;
}

int put_nbi_far(const char* call, gex_TM_t tm, gex_Rank_t rank, void* dest, const void* src, size_t bytes,
                gex_Event_t* lc, gex_Flags_t) {
  const Place place = find(call, tm, rank, dest, bytes);
  if (put_device(call, tm, rank, dest, src, bytes)) return 0;
  if (place.mapped) {
    std::memcpy(place.mapped, src, bytes);
    return 0;
  }
  isthmus_gasnet_event* const region = nbi_state().region;
  if (region && place.symmetric) {
    put_counted(*region, place, src, bytes, lc == GEX_EVENT_NOW);
    return 0;
  }
  if (region && !place.symmetric) {
    put_to_created(*region, static_cast<Rank>(place.pe), dest, src, bytes);
    return 0;
  }
  if (!place.symmetric) return put_far(call, tm, rank, dest, src, bytes);
  if (lc == GEX_EVENT_NOW)
    shmem_putmem(place.symmetric, src, bytes, place.pe);
  else
    shmem_putmem_nbi(place.symmetric, src, bytes, place.pe);
  nbi_state().puts = nbi_state().under_way = true;
  return 0;
}

gex_Event_t put_nb_far(const char* call, gex_TM_t tm, gex_Rank_t rank, void* dest, const void* src, size_t bytes,
                       gex_Event_t* lc, gex_Flags_t) {
  const Place place = find(call, tm, rank, dest, bytes);
  gex_Event_t event = GEX_EVENT_INVALID;
  if (put_device(call, tm, rank, dest, src, bytes)) {
    // It is complete.
  } else if (place.mapped) {
    std::memcpy(place.mapped, src, bytes);
    std::atomic_thread_fence(std::memory_order_release);
  } else if (bytes > 0) {
    event = new isthmus_gasnet_event;
    if (place.symmetric)
      put_counted(*event, place, src, bytes, lc == GEX_EVENT_NOW);
    else
      put_to_created(*event, static_cast<Rank>(place.pe), dest, src, bytes);
  }
  if (lc != GEX_EVENT_NOW && lc != GEX_EVENT_DEFER) *lc = event ? leaf_of(event) : GEX_EVENT_INVALID;
  return event;
}

// ---- Gets ----

int get_far(const char* call, gex_TM_t tm, void* dest, gex_Rank_t rank, const void* src, size_t bytes) {
  const Place place = find(call, tm, rank, src, bytes);
  if (get_device(call, tm, dest, rank, src, bytes)) return 0;
  if (place.mapped) {
    std::memcpy(dest, place.mapped, bytes);
    std::atomic_thread_fence(std::memory_order_acquire);
    gasnet_AMPoll();
    return 0;
  }
  isthmus_gasnet_event event;
  if (!place.symmetric)
    get_from_created(event, dest, static_cast<Rank>(place.pe), src, bytes);
  else if (bytes > 0)
    get_counted(event, dest, place, bytes);
  wait_for(event);
  return 0;
}

int get_nbi_far(const char* call, gex_TM_t tm, void* dest, gex_Rank_t rank, const void* src, size_t bytes,
                gex_Flags_t) {
  const Place place = find(call, tm, rank, src, bytes);
  if (get_device(call, tm, dest, rank, src, bytes)) return 0;
  if (place.mapped) {
    std::memcpy(dest, place.mapped, bytes);
    return 0;
  }
  isthmus_gasnet_event* const region = nbi_state().region;
  if (region && place.symmetric) {
    get_counted(*region, dest, place, bytes);
    return 0;
  }
  if (region && !place.symmetric) {
    get_from_created(*region, dest, static_cast<Rank>(place.pe), src, bytes);
    return 0;
  }
  if (!place.symmetric) return get_far(call, tm, dest, rank, src, bytes);
  shmem_getmem_nbi(dest, place.symmetric, bytes, place.pe);
  nbi_state().gets = nbi_state().under_way = true;
  return 0;
}

gex_Event_t get_nb_far(const char* call, gex_TM_t tm, void* dest, gex_Rank_t rank, const void* src, size_t bytes,
                       gex_Flags_t) {
  const Place place = find(call, tm, rank, src, bytes);
  if (get_device(call, tm, dest, rank, src, bytes)) return GEX_EVENT_INVALID;
  if (place.mapped || bytes == 0) {
    if (bytes > 0) std::memcpy(dest, place.mapped, bytes);
    std::atomic_thread_fence(std::memory_order_acquire);
    return GEX_EVENT_INVALID;
  }
  const gex_Event_t event = new isthmus_gasnet_event;
  if (place.symmetric)
    get_counted(*event, dest, place, bytes);
  else
    get_from_created(*event, dest, static_cast<Rank>(place.pe), src, bytes);
  return event;
}

}  // namespace isthmus::gasnet
