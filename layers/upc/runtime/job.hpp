// What the parts of the runtime share: the threads, their segments, and how an error ends the job. One UPC thread is one PE.
#pragma once
#include <cstddef>
#include <cstdint>

extern "C" {
#include "pointer.h"

// Read by inlined code, which takes them for constants: they are set before any of it runs.
extern int upcr_threads, upcr_mythread, upcr_forall_depth;
extern char* upcr_base[UPCR_MAX_THREADS];
extern char* upcr_my_base;
extern uint64_t upcr_origin;

void upcr_far_get(void* to, upcr_pointer from, size_t bytes);
void upcr_far_put(upcr_pointer to, const void* from, size_t bytes);
void upcr_far_fence(void);
void upcr_copy(upcr_pointer to, upcr_pointer from, size_t bytes);
void upcr_set(upcr_pointer to, uint64_t value, size_t bytes);
}

namespace isthmus::upc {

/// Words at the beginning of every segment that threads exchange with one another.
struct Head {
  static constexpr int kRounds = 16;
  uint64_t barrier[2][kRounds];  ///< barrier.cpp: a word from the group 2^round below, for every other barrier
  uint64_t group_arrived;        ///< barrier.cpp, in a leader: how often its group's threads have come to barriers
  uint64_t group_value;          ///< the number of a barrier, and the value of those who had one
  uint64_t group_released;       ///< in the others: the number of the barrier that all have come to, and its value
  uint64_t heap[2][8];           ///< heap.cpp: lock and first free block of the global and of the thread's own heap
  uint64_t broadcast[8];         ///< a value that one thread gives to all
  uint64_t reduced[kRounds];     ///< reductions.cpp: the number of the call whose partial results have come in a round
};
/// A page: a null pointer to shared means its first byte in thread 0 (map_at_one_distance).
inline constexpr uint64_t kHeadBytes = 4096;
static_assert(sizeof(Head) <= kHeadBytes);

/// This thread's segment; that of every other thread is at the same symmetric address.
inline char* segment = nullptr;
inline uint64_t segment_bytes = 0;
inline uint64_t static_bytes = 0;  ///< what the head and static shared variables take of it

inline Head* head() { return reinterpret_cast<Head*>(segment); }
inline char* symmetric(upcr_pointer p) { return segment + upcr_offset(p); }
inline int pe_of(upcr_pointer p) { return static_cast<int>(upcr_thread(p)); }
/// Where memory of any thread is mapped here, or null.
inline char* mapped(upcr_pointer p) {
  char* base = upcr_base[upcr_thread(p)];
  return base ? base + upcr_offset(p) : nullptr;
}
/// By thread, what is added to a pointer without its phase. Where the thread's memory is mapped here, the sum is the address; elsewhere
/// it is the symmetric address with kElsewhere, the sign, which no address has.
inline uint64_t distances[UPCR_MAX_THREADS];
inline constexpr uint64_t kElsewhere = uint64_t{1} << 63;
inline upcr_pointer pointer(uint64_t thread, uint64_t offset) { return upcr_pack(0, thread, offset); }

/// Ends the job with a line that names the thread; the format is printf's.
[[noreturn]] [[gnu::format(printf, 1, 2)]] void fatal(const char* format, ...);

/// Maps the segments of this node once more, at equal distances, and sets upcr_origin; where that cannot be, references look
/// into upcr_base. A reference by a null pointer ends with a fault then. Every thread calls it.
void map_at_one_distance();

/// Forms the groups of threads that barriers have. Every thread calls it.
void start_barriers(bool one_node);

/// Makes fences shorter where all threads are on this node (fences.cpp).
void remove_far_jumps();

/// A barrier of the runtime's own, which does not count as one of the program's.
void barrier();

}  // namespace isthmus::upc
