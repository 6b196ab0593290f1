/* The frame of programs on device memory, whose usage is: program KIND. Partition 2 is device memory of that kind;
 * buffers are in it, or in one of the other places that a buffer can be in. */
#ifndef TESTS_DEVICE_PLACES_H
#define TESTS_DEVICE_PLACES_H

#include "driver.h"
#include "program.h"

enum { device_partition = 2 };

static const char* kind;

static inline void begin_on_device(int argc, char** argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: %s CUDA|HIP|ZE\n", argv[0]);
    exit(2);
  }
  kind = argv[1];
  begin_with(SHMEM_THREAD_MULTIPLE);
  driver_open(kind);
}

/* Where a buffer can be. The first three are symmetric. */
enum place { on_device, on_heap, in_statics, on_private_device, in_pinned, on_private_host, places };
enum { symmetric_places = 3 };
static inline int is_host(int place) { return place != on_device && place != on_private_device; }

/* Static memory for two buffers at a time, of source and of target. */
enum { statics_bytes = 4 << 20 };
static _Alignas(64) char statics[2][statics_bytes];

/* Allocates a buffer; collective for the symmetric places. */
static inline void* room(int place, size_t bytes, int which_static) {
  void* p = NULL;
  EXPECT(bytes <= statics_bytes);
  switch (place) {
    case on_device:
      p = shmem_partition_malloc(bytes, device_partition);
      break;
    case on_heap:
      p = shmem_malloc(bytes);
      break;
    case in_statics:
      return statics[which_static];
    case on_private_device:
      p = driver_malloc(bytes);
      break;
    case in_pinned:
      p = driver_pin(bytes);
      break;
    default:
      p = malloc(bytes);
  }
  EXPECT(p != NULL);
  return p;
}

static inline void no_room(int place, void* p) {
  if (place == on_device || place == on_heap) shmem_free(p);
  if (place == on_private_device) driver_free(p);
  if (place == in_pinned) driver_unpin(p);
  if (place == on_private_host) free(p);
}

/* Reads or writes this PE's memory in any place without the library. */
static inline void look(void* out, const void* at, int place, size_t bytes) {
  if (is_host(place))
    memcpy(out, at, bytes);
  else
    driver_copy(out, at, bytes);
}
static inline void set(void* at, int place, const void* bytes, size_t count) {
  if (is_host(place))
    memcpy(at, bytes, count);
  else
    driver_copy(at, bytes, count);
}

#endif
