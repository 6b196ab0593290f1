/* Many streams wait at a time, one less than the device has queues; the calls that end their wait, and others of the
 * host, go on. Usage: streams_many KIND [STREAMS]; with as many streams as there are queues, only the calls that need
 * none. */
#include "places.h"

enum { most = 40, words = 5000, bytes = words * 8 };

static void* streams[most];
static int many;

/* The streams wait for words in `place`, which the PE before this one sets last to first. */
static void release(int place, int queue_left) {
  const int next = (me + 1) % n, before = (me + n - 1) % n;
  const uint64_t zeros[most] = {0};
  uint64_t *signals = room(place, sizeof zeros, 0), *seen = malloc(bytes);
  uint64_t *target = room(on_device, bytes, 0), *local = driver_malloc(bytes);
  long* count = room(on_device, sizeof *count, 0);
  EXPECT(seen != NULL);
  set(signals, place, zeros, sizeof zeros);
  set(count, on_device, zeros, sizeof *count);
  fill_pattern(seen, bytes, 5, me, next);
  driver_copy(local, seen, bytes);
  shmem_barrier_all();
  for (int i = 0; i < many; ++i)
    shmemx_signal_wait_until_on_stream(signals + i, SHMEM_CMP_GE, (uint64_t)i + 1, streams[i]);
  if (queue_left) {
    shmem_uint64_put(target, local, words, next);
    shmem_long_atomic_fetch_add(count, 3, next);
    shmem_barrier_all();
    shmem_uint64_get(seen, target, words, me);
    expect_pattern(seen, bytes, 5, before, me);
    EXPECT_EQ(shmem_long_atomic_fetch(count, next), 3);
  }
  for (int i = many - 1; i >= 0; --i)
    if (i % 2)
      shmem_uint64_atomic_set(signals + i, (uint64_t)i + 1, next);
    else
      shmem_uint64_p(signals + i, (uint64_t)i + 1, next);
  shmem_quiet();
  for (int i = 0; i < many; ++i) driver_finish(streams[i]);
  shmem_barrier_all();
  driver_free(local);
  free(seen);
  no_room(on_device, count);
  no_room(on_device, target);
  no_room(place, signals);
}

int main(int argc, char** argv) {
  begin_on_device(argc, argv);
  const char* set = getenv("CUDA_DEVICE_MAX_CONNECTIONS");
  const int queues = set ? atoi(set) : 8;
  many = argc > 2 ? atoi(argv[2]) : queues - 1;
  for (int i = 0; i < many; ++i) streams[i] = driver_open_stream();
  const int queue_left = many < queues;
  if (queue_left) release(on_device, queue_left);
  release(on_heap, queue_left);
  return end();
}
