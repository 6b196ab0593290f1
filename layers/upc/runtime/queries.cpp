// Pointers to shared, castability, time: what upc.h, upc_castable.h and upc_tick.h ask.
#include <ctime>

#include "job.hpp"

using namespace isthmus::upc;

extern "C" {

// The compiler inlines calls of these; they are here for pointers to functions.
size_t upc_threadof(upcr_pointer p) { return upcr_thread(p); }
size_t upc_phaseof(upcr_pointer p) { return upcr_phase(p); }
size_t upc_addrfield(upcr_pointer p) { return upcr_offset(p); }
upcr_pointer upc_resetphase(upcr_pointer p) { return pointer(upcr_thread(p), upcr_offset(p)); }

void* upc_cast(upcr_pointer p) { return p ? mapped(p) : nullptr; }

struct ThreadInfo {
  int guaranteed, probably;
};
ThreadInfo upc_thread_info(size_t thread) {
  constexpr int kAll = 15;  // UPC_CASTABLE_ALL: segments are mapped whole or not at all
  const bool is_mapped = thread < static_cast<size_t>(upcr_threads) && upcr_base[thread];
  return {.guaranteed = is_mapped ? kAll : 0, .probably = is_mapped ? kAll : 0};
}

uint64_t upc_ticks_now() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}
uint64_t upc_ticks_to_ns(uint64_t ticks) { return ticks; }
}
