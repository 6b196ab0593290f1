/* PE 0 captures a stream for a graph of CUDA's, and calls nothing of the library meanwhile. Other PEs put to its device
 * memory and change it; the library's threads that serve them must not end the capture. */
#include <dlfcn.h>
#include <sched.h>

#include "places.h"

enum { words = 1 << 18, bytes = words * 8, rounds = 20 };

static int (*begin_capture)(void*, int), (*end_capture)(void*, void**);

static void find(const char* name, void* function) {
  void* found = dlsym(dlopen("libcuda.so.1", RTLD_NOW), name);
  EXPECT(found != NULL);
  memcpy(function, &found, sizeof found);
}

int main(int argc, char** argv) {
  begin_on_device(argc, argv);
  find("cuStreamBeginCapture_v2", &begin_capture);
  find("cuStreamEndCapture", &end_capture);
  uint64_t *target = room(on_device, bytes, 0), *source = malloc(bytes);
  long *count = room(on_device, sizeof *count, 0), zero = 0;
  int* ready = shmem_calloc(1, sizeof *ready);
  EXPECT(source != NULL);
  set(count, on_device, &zero, sizeof zero);
  fill_pattern(source, bytes, 3, 1, 0);
  for (int round = 0; round < rounds; ++round) {
    void* graph = NULL;
    if (me == 0) EXPECT_EQ(begin_capture(driver_stream(), 0), 0);
    if (me == 0) __atomic_store_n(ready, 0, __ATOMIC_RELEASE);
    shmem_barrier_all(); /* of the host alone */
    if (me == 1) {
      shmem_putmem(target, source, bytes, 0);
      shmem_long_atomic_add(count, 1, 0);
      shmem_long_atomic_fetch(count, 0);
      shmem_quiet();
      shmem_int_p(ready, 1, 0);
    }
    while (me == 0 && !__atomic_load_n(ready, __ATOMIC_ACQUIRE)) sched_yield();
    if (me == 0) EXPECT_EQ(end_capture(driver_stream(), &graph), 0);
  }
  shmem_barrier_all();
  if (me == 0) {
    long seen = 0;
    look(&seen, count, on_device, sizeof seen);
    EXPECT_EQ(seen, rounds);
    look(source, target, on_device, bytes);
    expect_pattern(source, bytes, 3, 1, 0);
  }
  shmem_barrier_all();
  free(source);
  shmem_free(ready);
  no_room(on_device, count);
  no_room(on_device, target);
  return end();
}
