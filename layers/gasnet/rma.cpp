// Puts and gets as the client calls them. To a segment that is mapped here they are copies, which are complete on
// return, and which do not poll: a client that waits for a message has to call something that waits or polls. To
// another node, and where calls are checked, they take the slow way (far.hpp).
#include <gasnetex.h>
#include <shmem.h>

#include <bit>
#include <cstring>

#include "engine.hpp"
#include "event.hpp"
#include "far.hpp"
#include "job.hpp"

using namespace isthmus::gasnet;

namespace {

/// The distance to where the rank's segment is mapped, or an odd number.
[[gnu::always_inline]] inline Delta delta_of(gex_TM_t tm, Rank rank) {
  if (is_pair(tm)) [[unlikely]]
    return kUnmapped;
  return tm->deltas[rank];
}

/// A copy of 4 or 8 bytes is one load and one store.
[[gnu::always_inline]] inline void copy(void* to, const void* from, std::size_t bytes) {
  if (bytes == 4) [[likely]]
    std::memcpy(to, from, 4);
  else if (bytes == 8)
    std::memcpy(to, from, 8);
  else
    std::memcpy(to, from, bytes);
}

[[gnu::always_inline]] inline void* mapped(const void* address, Delta delta) {
  return const_cast<char*>(static_cast<const char*>(address)) + delta;
}

/// What was put is visible to whoever sees what this thread stores later. Every put calls it first, too: one that the
/// client has inlined before it (inline.h) was ordered only behind earlier ones.
[[gnu::always_inline]] inline void release() { std::atomic_thread_fence(std::memory_order_release); }
/// What this thread loads later is not older than what was got.
[[gnu::always_inline]] inline void acquire() { std::atomic_thread_fence(std::memory_order_acquire); }

// Blocking transfers of any size and to any rank. Their parameters are those of the calls, so that these only jump
// here.
[[gnu::noinline]] int put_any(gex_TM_t tm, Rank rank, void* dest, const void* src, std::size_t bytes,
                              gex_Flags_t flags) {
  const Delta delta = delta_of(tm, rank);
  if (!is_near(delta)) return put_far("gex_RMA_PutBlocking", tm, rank, dest, src, bytes, flags);
  release();
  copy(mapped(dest, delta), src, bytes);
  release();
  return 0;
}
[[gnu::noinline]] int get_any(gex_TM_t tm, void* dest, Rank rank, void* src, std::size_t bytes, gex_Flags_t flags) {
  const Delta delta = delta_of(tm, rank);
  if (!is_near(delta)) return get_far("gex_RMA_GetBlocking", tm, dest, rank, src, bytes, flags);
  copy(dest, mapped(src, delta), bytes);
  acquire();
  return 0;
}

// The same for those that are not blocking.

[[gnu::noinline]] int put_nbi_near(gex_TM_t tm, Rank rank, void* dest, const void* src, std::size_t bytes, gex_Event_t*,
                                   gex_Flags_t) {
  std::memcpy(mapped(dest, tm->deltas[rank]), src, bytes);
  return 0;
}

// A put of 4 or 8 bytes to another node is one of a value, which the library passes on in the fewest instructions.

/// With the one stack frame on that way, so that gex_RMA_PutNBI, which jumps here, needs none on the node either.
template <class Value, void (*put)(Value*, Value, int)>
[[gnu::noinline]] int put_value(void* there, Value value, int pe) {
  put(static_cast<Value*>(there), value, pe);
  return 0;
}
template <class Value, void (*put)(Value*, Value, int)>
[[gnu::always_inline]] inline int put_nbi_value(gex_TM_t tm, Rank rank, void* dest, const void* src, Delta delta) {
  nbi_state().under_way |= NbiState::kPuts;
  Value value;
  std::memcpy(&value, src, sizeof value);
  return put_value<Value, put>(mapped(dest, delta - 1), value, static_cast<int>(tm->jobranks[rank]));
}
[[gnu::always_inline]] inline int put_nbi_wire(gex_TM_t tm, Rank rank, void* dest, const void* src, std::size_t bytes,
                                               gex_Event_t* lc, gex_Flags_t flags, Delta delta) {
  // The compiler takes the distance for a new one. It would else make a copy of what follows for pairs, whose distance
  // it knows, and save a register for that.
  asm("" : "+r"(delta));
  if (is_symmetric(delta) && !(flags & GEX_FLAG_IMMEDIATE) && !nbi_state().region) {
    if (bytes == 4) return put_nbi_value<std::uint32_t, shmem_uint32_p>(tm, rank, dest, src, delta);
    if (bytes == 8) return put_nbi_value<std::uint64_t, shmem_uint64_p>(tm, rank, dest, src, delta);
  }
  return put_nbi_far(tm, rank, dest, src, bytes, {flags, lc == GEX_EVENT_NOW});
}

/// Where the low `bytes` of a value are.
const void* low_bytes(const gex_RMA_Value_t& value, std::size_t bytes) {
  const std::size_t skip = std::endian::native == std::endian::little ? 0 : sizeof value - bytes;
  return reinterpret_cast<const char*>(&value) + skip;
}

}  // namespace

extern "C" {

// ---- Puts ----

int gex_RMA_PutBlocking(gex_TM_t tm, gex_Rank_t rank, void* dest, const void* src, size_t nbytes, gex_Flags_t flags) {
  const Delta delta = delta_of(tm, rank);
  if (!is_near(delta)) [[unlikely]]
    return put_any(tm, rank, dest, src, nbytes, flags);
  if (nbytes != 4) return put_any(tm, rank, dest, src, nbytes, flags);
  release();
  std::memcpy(mapped(dest, delta), src, 4);
  release();
  return 0;
}

int gex_RMA_PutNBI(gex_TM_t tm, gex_Rank_t rank, void* dest, const void* src, size_t nbytes, gex_Event_t* lc_opt,
                   gex_Flags_t flags) {
  const Delta delta = delta_of(tm, rank);
  if (!is_near(delta)) [[unlikely]]
    return put_nbi_wire(tm, rank, dest, src, nbytes, lc_opt, flags, delta);
  release();
  if (nbytes == 4) [[likely]]
    std::memcpy(mapped(dest, delta), src, 4);
  else if (nbytes == 8)
    std::memcpy(mapped(dest, delta), src, 8);
  else
    return put_nbi_near(tm, rank, dest, src, nbytes, lc_opt, flags);
  return 0;
}

gex_Event_t gex_RMA_PutNB(gex_TM_t tm, gex_Rank_t rank, void* dest, const void* src, size_t nbytes, gex_Event_t* lc_opt,
                          gex_Flags_t flags) {
  const Delta delta = delta_of(tm, rank);
  if (!is_near(delta)) [[unlikely]]
    return put_nb_far(tm, rank, dest, src, nbytes, lc_opt, flags);
  release();
  copy(mapped(dest, delta), src, nbytes);
  release();
  if (lc_opt != GEX_EVENT_NOW && lc_opt != GEX_EVENT_DEFER) *lc_opt = GEX_EVENT_INVALID;
  return GEX_EVENT_INVALID;
}

// ---- Gets ----

int gex_RMA_GetBlocking(gex_TM_t tm, void* dest, gex_Rank_t rank, void* src, size_t nbytes, gex_Flags_t flags) {
  const Delta delta = delta_of(tm, rank);
  if (!is_near(delta)) [[unlikely]]
    return get_any(tm, dest, rank, src, nbytes, flags);
  if (nbytes != 4) return get_any(tm, dest, rank, src, nbytes, flags);
  std::memcpy(dest, mapped(src, delta), 4);
  acquire();
  return 0;
}

int gex_RMA_GetNBI(gex_TM_t tm, void* dest, gex_Rank_t rank, void* src, size_t nbytes, gex_Flags_t flags) {
  const Delta delta = delta_of(tm, rank);
  if (!is_near(delta)) [[unlikely]]
    return get_nbi_far(tm, dest, rank, src, nbytes, flags);
  copy(dest, mapped(src, delta), nbytes);
  return 0;
}

gex_Event_t gex_RMA_GetNB(gex_TM_t tm, void* dest, gex_Rank_t rank, void* src, size_t nbytes, gex_Flags_t flags) {
  const Delta delta = delta_of(tm, rank);
  if (!is_near(delta)) [[unlikely]]
    return get_nb_far(tm, dest, rank, src, nbytes, flags);
  copy(dest, mapped(src, delta), nbytes);
  acquire();
  return GEX_EVENT_INVALID;
}

// ---- Values ----

int gex_RMA_PutBlockingVal(gex_TM_t tm, gex_Rank_t rank, void* dest, gex_RMA_Value_t value, size_t nbytes,
                           gex_Flags_t flags) {
  return gex_RMA_PutBlocking(tm, rank, dest, low_bytes(value, nbytes), nbytes, flags);
}

int gex_RMA_PutNBIVal(gex_TM_t tm, gex_Rank_t rank, void* dest, gex_RMA_Value_t value, size_t nbytes,
                      gex_Flags_t flags) {
  return gex_RMA_PutNBI(tm, rank, dest, low_bytes(value, nbytes), nbytes, GEX_EVENT_NOW, flags);
}

gex_Event_t gex_RMA_PutNBVal(gex_TM_t tm, gex_Rank_t rank, void* dest, gex_RMA_Value_t value, size_t nbytes,
                             gex_Flags_t flags) {
  return gex_RMA_PutNB(tm, rank, dest, low_bytes(value, nbytes), nbytes, GEX_EVENT_NOW, flags);
}

gex_RMA_Value_t gex_RMA_GetBlockingVal(gex_TM_t tm, gex_Rank_t rank, void* src, size_t nbytes, gex_Flags_t flags) {
  gex_RMA_Value_t value = 0;
  // It has no way to say that it did nothing.
  gex_RMA_GetBlocking(tm, const_cast<void*>(low_bytes(value, nbytes)), rank, src, nbytes, flags & ~GEX_FLAG_IMMEDIATE);
  return value;
}
}
