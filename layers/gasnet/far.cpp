#include "far.hpp"

#include <gasnetex.h>
#include <shmem.h>
#include <shmemx.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "engine.hpp"
#include "event.hpp"
#include "fatal.hpp"
#include "job.hpp"
#include "operation.hpp"
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
  must_be_in_range(call, tm, rank);
}

Place find(const char* call, gex_TM_t tm, Rank rank, const void* address, std::size_t bytes) {
  if (job.checks) check(call, tm, rank);
  const Rank pe = job_rank(tm, rank);
  const Peer& peer = job.peers[pe];
  const gex_EP_Index_t index = is_pair(tm) ? remote_index(tm) : 0;
  const std::size_t size = peer.size.load(std::memory_order_acquire);
  const bool client_created = index != 0 || size == 0 || peer.client_created;
  if (job.checks) check_bounds(call, rank, bound_segment(pe, index), address, bytes);
  if (client_created) return {nullptr, nullptr, static_cast<int>(pe)};
  if (peer.delta != kUnmapped)
    return {const_cast<char*>(static_cast<const char*>(address)) + peer.delta, nullptr, static_cast<int>(pe)};
  return {nullptr, here(pe, address), static_cast<int>(pe)};
}

/// Whoever sees the copy sees what this thread put before, also what the client has inlined (inline.h).
void put_mapped(const Place& place, const void* src, std::size_t bytes) {
  std::atomic_thread_fence(std::memory_order_release);
  std::memcpy(place.mapped, src, bytes);
}

/// Waits for the puts and gets that the event counts, serving messages.
void wait_for(const isthmus_gasnet_event& event) {
  wait_until([&event] { return event.complete(); });
}

/// A source of up to so many bytes is copied where the client may reuse it on return; for a larger one the call waits.
constexpr std::size_t kLargestCopy = 65536;

// ---- Device memory ----

constexpr std::size_t kStaged = std::size_t{1} << 20;

/// The address here of a rank's host segment; null if it is not mapped, or if the pair names another endpoint than the first.
void* mapped_host(gex_TM_t tm, Rank rank, const void* address) {
  if (remote_index(tm) != 0 || rank >= job.size || !is_near(job.deltas[rank])) return nullptr;
  return const_cast<char*>(static_cast<const char*>(address)) + job.deltas[rank];
}

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
  if (void* const there = mapped_host(tm, rank, dest)) {
    shmemx_local_copy(there, src, bytes);
    return true;
  }
  const auto staged = std::make_unique_for_overwrite<std::byte[]>(std::min(bytes, kStaged));
  for (std::size_t at = 0; at < bytes; at += kStaged) {
    const std::size_t now = std::min(bytes - at, kStaged);
    shmemx_local_copy(staged.get(), static_cast<const char*>(src) + at, now);
    put_far(call, make_pair(0, remote_index(tm)), rank, static_cast<char*>(dest) + at, staged.get(), now, 0);
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
  if (const void* const there = mapped_host(tm, rank, src)) {
    shmemx_local_copy(dest, there, bytes);
    return true;
  }
  const auto staged = std::make_unique_for_overwrite<std::byte[]>(std::min(bytes, kStaged));
  for (std::size_t at = 0; at < bytes; at += kStaged) {
    const std::size_t now = std::min(bytes - at, kStaged);
    get_far(call, make_pair(0, remote_index(tm)), staged.get(), rank, static_cast<const char*>(src) + at, now, 0);
    shmemx_local_copy(static_cast<char*>(dest) + at, staged.get(), now);
  }
  return true;
}

// ---- Over the wire ----

bool is_immediate(gex_Flags_t flags) { return flags & GEX_FLAG_IMMEDIATE; }
int refused_unless(bool begun) { return begun ? 0 : 1; }

std::uint64_t* counter(Tally& tally) { return reinterpret_cast<std::uint64_t*>(&tally); }

/// Begin one put or get that the tally counts. Return false, having done nothing, if it would have to wait for room and
/// is immediate.
bool begin_put(Tally& tally, const Place& place, const void* src, std::size_t bytes, bool immediate) {
  if (immediate) return shmemx_putmem_counted_try(place.symmetric, src, bytes, place.pe, counter(tally)) == 0;
  shmemx_putmem_counted(place.symmetric, src, bytes, place.pe, counter(tally));
  return true;
}
bool begin_get(Tally& tally, void* dest, const Place& place, std::size_t bytes, bool immediate) {
  if (immediate) return shmemx_getmem_counted_try(dest, place.symmetric, bytes, place.pe, counter(tally)) == 0;
  shmemx_getmem_counted(dest, place.symmetric, bytes, place.pe, counter(tally));
  return true;
}

/// As begin_put(), counted by the event. With `reuse` the client may change the source on return.
bool put_counted(isthmus_gasnet_event& event, const Place& place, const void* src, std::size_t bytes, bool reuse,
                 bool immediate) {
  if (event.complete()) event.copies.clear();  // of an access region
  const void* const copy = reuse && bytes <= kLargestCopy ? event.copies.add(src, bytes) : nullptr;
  ++event.goal;
  if (!begin_put(event.done, place, copy ? copy : src, bytes, immediate)) {
    --event.goal;
    if (copy) event.copies.drop_last(bytes);
    return false;
  }
  if (reuse && !copy) wait_for(event);
  return true;
}

bool get_counted(isthmus_gasnet_event& event, void* dest, const Place& place, std::size_t bytes, bool immediate) {
  ++event.goal;
  const bool begun = begin_get(event.done, dest, place, bytes, immediate);
  if (!begun) --event.goal;
  return begun;
}

/// Counts an operation without an event among those of this thread, if `begin(tally)` returns true.
template <class Begin>
int begin_nbi(Begin&& begin) {
  NbiState& mine = nbi_state();
  ++mine.emulated_begun;
  const bool begun = begin(mine.emulated_done);
  if (begun)
    mine.under_way |= NbiState::kCounted;
  else
    --mine.emulated_begun;
  return refused_unless(begun);
}

}  // namespace

// ---- Puts ----

int put_far(const char* call, gex_TM_t tm, gex_Rank_t rank, void* dest, const void* src, size_t bytes,
            gex_Flags_t flags) {
  const Place place = find(call, tm, rank, dest, bytes);
  if (put_device(call, tm, rank, dest, src, bytes)) return 0;
  if (place.mapped) {
    put_mapped(place, src, bytes);
    std::atomic_thread_fence(std::memory_order_release);
    gasnet_AMPoll();
    return 0;
  }
  isthmus_gasnet_event event;
  bool begun = true;
  if (!place.symmetric)
    begun = put_to_created(event, static_cast<Rank>(place.pe), dest, src, bytes, is_immediate(flags));
  else if (bytes > 0)
    begun = put_counted(event, place, src, bytes, false, is_immediate(flags));
  wait_for(event);
  return refused_unless(begun);
}

int put_nbi_far(gex_TM_t tm, gex_Rank_t rank, void* dest, const void* src, size_t bytes, PutOptions options) {
  constexpr const char* call = "gex_RMA_PutNBI";
  const Place place = find(call, tm, rank, dest, bytes);
  if (put_device(call, tm, rank, dest, src, bytes)) return 0;
  if (place.mapped) {
    put_mapped(place, src, bytes);
    return 0;
  }
  const auto [flags, reuse] = options;
  const bool immediate = is_immediate(flags);
  if (isthmus_gasnet_event* const region = nbi_state().region)
    return refused_unless(place.symmetric
                              ? put_counted(*region, place, src, bytes, reuse, immediate)
                              : put_to_created(*region, static_cast<Rank>(place.pe), dest, src, bytes, immediate));
  if (!place.symmetric || (immediate && reuse)) return put_far(call, tm, rank, dest, src, bytes, flags);
  if (immediate) return begin_nbi([&](Tally& tally) { return begin_put(tally, place, src, bytes, true); });
  if (reuse)
    shmem_putmem(place.symmetric, src, bytes, place.pe);
  else
    shmem_putmem_nbi(place.symmetric, src, bytes, place.pe);
  nbi_state().under_way |= NbiState::kPuts;
  return 0;
}

gex_Event_t put_nb_far(gex_TM_t tm, gex_Rank_t rank, void* dest, const void* src, size_t bytes, gex_Event_t* lc,
                       gex_Flags_t flags) {
  constexpr const char* call = "gex_RMA_PutNB";
  const Place place = find(call, tm, rank, dest, bytes);
  gex_Event_t event = GEX_EVENT_INVALID;
  if (put_device(call, tm, rank, dest, src, bytes)) {
    // It is complete.
  } else if (place.mapped) {
    put_mapped(place, src, bytes);
    std::atomic_thread_fence(std::memory_order_release);
  } else if (bytes > 0) {
    auto begun = std::make_unique<isthmus_gasnet_event>();
    if (!(place.symmetric ? put_counted(*begun, place, src, bytes, lc == GEX_EVENT_NOW, is_immediate(flags))
                          : put_to_created(*begun, static_cast<Rank>(place.pe), dest, src, bytes, is_immediate(flags))))
      return GEX_EVENT_NO_OP;
    event = begun.release();
  }
  if (lc != GEX_EVENT_NOW && lc != GEX_EVENT_DEFER) *lc = event ? leaf_of(event) : GEX_EVENT_INVALID;
  return event;
}

// ---- Gets ----

int get_far(const char* call, gex_TM_t tm, void* dest, gex_Rank_t rank, const void* src, size_t bytes,
            gex_Flags_t flags) {
  const Place place = find(call, tm, rank, src, bytes);
  if (get_device(call, tm, dest, rank, src, bytes)) return 0;
  if (place.mapped) {
    std::memcpy(dest, place.mapped, bytes);
    std::atomic_thread_fence(std::memory_order_acquire);
    gasnet_AMPoll();
    return 0;
  }
  isthmus_gasnet_event event;
  bool begun = true;
  if (!place.symmetric)
    begun = get_from_created(event, dest, static_cast<Rank>(place.pe), src, bytes, is_immediate(flags));
  else if (bytes > 0)
    begun = get_counted(event, dest, place, bytes, is_immediate(flags));
  wait_for(event);
  return refused_unless(begun);
}

int get_nbi_far(gex_TM_t tm, void* dest, gex_Rank_t rank, const void* src, size_t bytes, gex_Flags_t flags) {
  constexpr const char* call = "gex_RMA_GetNBI";
  const Place place = find(call, tm, rank, src, bytes);
  if (get_device(call, tm, dest, rank, src, bytes)) return 0;
  if (place.mapped) {
    std::memcpy(dest, place.mapped, bytes);
    return 0;
  }
  const bool immediate = is_immediate(flags);
  if (isthmus_gasnet_event* const region = nbi_state().region)
    return refused_unless(place.symmetric
                              ? get_counted(*region, dest, place, bytes, immediate)
                              : get_from_created(*region, dest, static_cast<Rank>(place.pe), src, bytes, immediate));
  if (!place.symmetric) return get_far(call, tm, dest, rank, src, bytes, flags);
  if (immediate) return begin_nbi([&](Tally& tally) { return begin_get(tally, dest, place, bytes, true); });
  shmem_getmem_nbi(dest, place.symmetric, bytes, place.pe);
  nbi_state().under_way |= NbiState::kGets;
  return 0;
}

gex_Event_t get_nb_far(gex_TM_t tm, void* dest, gex_Rank_t rank, const void* src, size_t bytes, gex_Flags_t flags) {
  constexpr const char* call = "gex_RMA_GetNB";
  const Place place = find(call, tm, rank, src, bytes);
  if (get_device(call, tm, dest, rank, src, bytes)) return GEX_EVENT_INVALID;
  if (place.mapped || bytes == 0) {
    if (bytes > 0) std::memcpy(dest, place.mapped, bytes);
    std::atomic_thread_fence(std::memory_order_acquire);
    return GEX_EVENT_INVALID;
  }
  auto event = std::make_unique<isthmus_gasnet_event>();
  const bool begun = place.symmetric
                         ? get_counted(*event, dest, place, bytes, is_immediate(flags))
                         : get_from_created(*event, dest, static_cast<Rank>(place.pe), src, bytes, is_immediate(flags));
  return begun ? event.release() : GEX_EVENT_NO_OP;
}

}  // namespace isthmus::gasnet
