/* The fields of a pointer to shared, for the inlined part of the runtime and the rest of it. */
#ifndef ISTHMUS_UPC_POINTER_H
#define ISTHMUS_UPC_POINTER_H
#include <isthmus_upc/pointer_format.h>
#include <stdint.h>

typedef uint64_t upcr_pointer;

static inline uint64_t upcr_offset(upcr_pointer p) { return p & (UPCR_MAX_SEGMENT - 1); }
static inline uint64_t upcr_thread(upcr_pointer p) { return (p >> UPCR_OFFSET_BITS) & (UPCR_MAX_THREADS - 1); }
static inline uint64_t upcr_phase(upcr_pointer p) { return p >> (UPCR_OFFSET_BITS + UPCR_THREAD_BITS); }
static inline upcr_pointer upcr_pack(uint64_t phase, uint64_t thread, uint64_t offset) {
  return phase << (UPCR_OFFSET_BITS + UPCR_THREAD_BITS) | thread << UPCR_OFFSET_BITS | offset;
}
#endif
