// Copies between shared and private memory, with and without waiting for them.
#include <shmem.h>

#include <cstdlib>
#include <cstring>

#include "job.hpp"

using namespace isthmus::upc;

namespace {

/// Bytes that go through this thread where neither end of a copy is mapped here, at a time.
constexpr size_t kPiece = 1 << 16;

// UPC keeps the order of what a thread does to one place. Between nodes, over a provider that delivers in order, stores and transfers
// of less than kLarge bytes arrive in the order of the calls, because they travel in the same messages; a larger transfer may arrive
// before stores of earlier calls, unless a fence is between. Transfers that are not waited for have no order until they are, so that
// nothing has to stay behind them.
constexpr size_t kLarge = 64;  // Endpoint::kSmall of SHMEM's puts, and above bundle_entry::kMostRead of its gets
bool fenced = true;            // since the last store or put to another node

void fence_if_large(size_t bytes) {
  if (bytes < kLarge || fenced) return;
  fenced = true;
  shmem_fence();
}

void put(upcr_pointer to, const void* from, size_t bytes) {
  if (!mapped(to)) {
    fence_if_large(bytes);
    fenced = false;
  }
  shmem_putmem(symmetric(to), from, bytes, pe_of(to));
}

}  // namespace

extern "C" {

// Threads of this node are among the far ones where there are other nodes.
void upcr_far_get(void* to, upcr_pointer from, size_t bytes) {
  if (const char* source = mapped(from)) memcpy(to, source, bytes);
  else shmem_getmem(to, symmetric(from), bytes, pe_of(from));
}
void upcr_far_put(upcr_pointer to, const void* from, size_t bytes) {
  if (char* target = mapped(to)) memcpy(target, from, bytes);
  else put(to, from, bytes);
}
// A single reference has no phase, and few instructions: one look at a table tells where the place is and how to get there.
#define FAR_REFERENCE(SIZE, TYPE, NAME)                                                                    \
  TYPE upcr_far_load##SIZE(upcr_pointer from) {                                                            \
    const uint64_t thread = from >> UPCR_OFFSET_BITS, place = from + distances[thread];                    \
    TYPE value;                                                                                            \
    if (!(place & kElsewhere)) return memcpy(&value, reinterpret_cast<const void*>(place), SIZE), value;   \
    return shmem_##NAME##_g(reinterpret_cast<const TYPE*>(place & ~kElsewhere), static_cast<int>(thread)); \
  }                                                                                                        \
  void upcr_far_store##SIZE(upcr_pointer to, TYPE value) {                                                 \
    const uint64_t thread = to >> UPCR_OFFSET_BITS, place = to + distances[thread];                        \
    if (!(place & kElsewhere)) {                                                                           \
      memcpy(reinterpret_cast<void*>(place), &value, SIZE);                                                \
      return;                                                                                              \
    }                                                                                                      \
    fenced = false;                                                                                        \
    shmem_##NAME##_p(reinterpret_cast<TYPE*>(place & ~kElsewhere), value, static_cast<int>(thread));       \
  }
FAR_REFERENCE(1, uint8_t, uint8)
FAR_REFERENCE(2, uint16_t, uint16)
FAR_REFERENCE(4, uint32_t, uint32)
FAR_REFERENCE(8, uint64_t, uint64)
#undef FAR_REFERENCE
void upcr_far_fence() { shmem_quiet(); }

void upcr_copy(upcr_pointer to, upcr_pointer from, size_t bytes) {
  char *target = mapped(to), *source = mapped(from);
  if (target && source) memmove(target, source, bytes);
  else if (target) upcr_far_get(target, from, bytes);
  else if (source) upcr_far_put(to, source, bytes);
  else {
    char piece[kPiece];
    for (size_t done = 0; done < bytes; done += kPiece) {
      const size_t now = bytes - done < kPiece ? bytes - done : kPiece;
      upcr_far_get(piece, from + done, now);
      upcr_far_put(to + done, piece, now);
    }
  }
}

void upcr_set(upcr_pointer to, uint64_t value, size_t bytes) {
  if (char* target = mapped(to)) {
    memset(target, static_cast<int>(value), bytes);
    return;
  }
  char piece[kPiece];
  memset(piece, static_cast<int>(value), bytes < kPiece ? bytes : kPiece);
  for (size_t done = 0; done < bytes; done += kPiece) upcr_far_put(to + done, piece, bytes - done < kPiece ? bytes - done : kPiece);
}

void upc_memcpy(upcr_pointer to, upcr_pointer from, size_t bytes) { upcr_copy(to, from, bytes); }
void upc_memget(void* to, upcr_pointer from, size_t bytes) { shmem_getmem(to, symmetric(from), bytes, pe_of(from)); }
void upc_memput(upcr_pointer to, const void* from, size_t bytes) { put(to, from, bytes); }
void upc_memset(upcr_pointer to, int value, size_t bytes) { upcr_set(to, static_cast<uint64_t>(value), bytes); }

// A handle stands for all transfers that were begun before it: SHMEM's quiet completes them together.
struct upcr_handle;
static uint64_t begun = 0, completed = 0;

static upcr_handle* handle() { return reinterpret_cast<upcr_handle*>(++begun); }
static void complete() {
  shmem_quiet();
  completed = begun;
}

upcr_handle* upc_memget_nb(void* to, upcr_pointer from, size_t bytes) {
  fence_if_large(bytes);
  shmem_getmem_nbi(to, symmetric(from), bytes, pe_of(from));
  return handle();
}
upcr_handle* upc_memput_nb(upcr_pointer to, const void* from, size_t bytes) {
  fence_if_large(bytes);
  shmem_putmem_nbi(symmetric(to), from, bytes, pe_of(to));
  return handle();
}
upcr_handle* upc_memcpy_nb(upcr_pointer to, upcr_pointer from, size_t bytes) {
  if (char* source = mapped(from)) return upc_memput_nb(to, source, bytes);
  if (char* target = mapped(to)) return upc_memget_nb(target, from, bytes);
  upcr_copy(to, from, bytes);
  return nullptr;
}
upcr_handle* upc_memset_nb(upcr_pointer to, int value, size_t bytes) {
  upc_memset(to, value, bytes);
  return nullptr;
}
void upc_sync(upcr_handle* waited) {
  if (reinterpret_cast<uint64_t>(waited) > completed) complete();
}
int upc_sync_attempt(upcr_handle* waited) {
  upc_sync(waited);
  return 1;
}
void upc_memget_nbi(void* to, upcr_pointer from, size_t bytes) { upc_memget_nb(to, from, bytes); }
void upc_memput_nbi(upcr_pointer to, const void* from, size_t bytes) { upc_memput_nb(to, from, bytes); }
void upc_memcpy_nbi(upcr_pointer to, upcr_pointer from, size_t bytes) { upc_memcpy_nb(to, from, bytes); }
void upc_memset_nbi(upcr_pointer to, int value, size_t bytes) { upc_memset(to, value, bytes); }
void upc_synci() { complete(); }
int upc_synci_attempt() {
  complete();
  return 1;
}
}
