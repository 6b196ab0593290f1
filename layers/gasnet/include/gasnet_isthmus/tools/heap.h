/* A heap that checks itself: guards around each block, which free, realloc and the memcheck functions look at. A damaged block
 * ends the program. Only gasnett_debug_free frees its blocks. */
#ifndef ISTHMUS_GASNET_TOOLS_HEAP_H
#define ISTHMUS_GASNET_TOOLS_HEAP_H

#include "gasnet_isthmus/basics.h"

GASNETT_BEGIN_EXTERNC

typedef struct {
  uint64_t allocated_bytes, freed_bytes, live_bytes, live_bytes_max;
  uint64_t allocated_objects, freed_objects, live_objects, live_objects_max;
  uint64_t overhead_bytes; /* guards of the live blocks */
} gasnett_heapstats_t;

/* Blocks do not remember which line of the source allocated them. */
#define GASNETT_MALLOC_USE_SRCPOS 0

void *gasnett_debug_malloc(size_t size);
void *gasnett_debug_calloc(size_t count, size_t size);
void *gasnett_debug_realloc(void *block, size_t size);
void gasnett_debug_free(void *block);
char *gasnett_debug_strdup(const char *text);
char *gasnett_debug_strndup(const char *text, size_t length);

void gasnett_debug_memcheck(void *block);
/* Checks one block of the heap, the next one with each call. */
void gasnett_debug_memcheck_one(void);
void gasnett_debug_memcheck_all(void);
/* Returns 0. */
int gasnett_getheapstats(gasnett_heapstats_t *stats);

GASNETT_END_EXTERNC

#endif
