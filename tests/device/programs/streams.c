/* Calls that are queued on a stream of the program. The doubles begin work late that nobody waits for, so that a call that
 * does not keep the stream's order shows as stale bytes; the driver's own copies before and after the calls are queued on the
 * same stream. */
#include <unistd.h>

#include "places.h"

enum { words = 5000, bytes = words * 8 };

static shmemx_stream_t stream;
static uint64_t *pinned, *back; /* pinned, so that the driver's copies do not block the host */
static int next, before;

/* Queues a copy of a new pattern to `at`, which is on the device. */
static void begin_pattern(void* at, uint64_t seed, int to) {
  fill_pattern(pinned, bytes, seed, me, to);
  driver_begin_copy(at, pinned, bytes);
}

/* Puts and gets between each pair of places. Memory of the host is filled before, as no kernel writes it. */
static void move(int there, int here) {
  uint64_t *target = room(there, bytes, 0), *local = room(here, bytes, 1);
  const uint64_t seed = (uint64_t)(there * places + here);
  memset(back, 0, bytes);
  if (is_host(here)) {
    fill_pattern(local, bytes, seed, me, next);
  } else {
    begin_pattern(local, seed, next);
  }
  shmemx_uint64_put_on_stream(target, local, words - 1, next, stream);
  shmemx_put64_nbi_on_stream(target + words - 1, local + words - 1, 1, next, stream);
  shmemx_barrier_all_on_stream(stream);
  shmemx_getmem_nbi_on_stream(local, target, bytes, next, stream); /* what this PE has put there */
  shmemx_quiet_on_stream(stream);
  if (is_host(here)) {
    driver_finish_copies();
    memcpy(back, local, bytes);
  } else {
    driver_begin_copy(back, local, bytes);
    driver_finish_copies();
  }
  expect_pattern(back, bytes, seed, me, next);
  look(back, target, there, bytes);
  expect_pattern(back, bytes, seed, before, me);
  shmem_barrier_all();
  no_room(there, target);
  no_room(here, local);
}

/* A PE waits on its stream for what the PE before it puts, and then passes it on. */
static void pass_on(int place) {
  uint64_t *data = room(on_device, bytes, 0), *signals = room(place, 8 * sizeof *signals, 1);
  const uint64_t zeros[8] = {0};
  const uint32_t little = 7;
  set(signals, place, zeros, sizeof zeros);
  shmem_barrier_all();
  if (me == 0) begin_pattern(data, 99, 0);
  if (me > 0) shmemx_signal_wait_until_on_stream(signals, SHMEM_CMP_GE, 3, stream);
  if (me + 1 < n)
    shmemx_putmem_signal_on_stream(data, data, bytes, signals, 3, SHMEM_SIGNAL_SET, me + 1, stream);
  driver_begin_copy(back, data, bytes);
  driver_finish_copies();
  expect_pattern(back, bytes, 99, 0, 0);
  /* Counters, and all comparisons. */
  shmemx_putmem_signal_nbi_on_stream(data, data, 0, signals + 1, 2, SHMEM_SIGNAL_ADD, next, stream);
  shmemx_signal_add_on_stream(signals + 1, 3, next, stream);
  shmemx_uint64_wait_until_on_stream(signals + 1, SHMEM_CMP_EQ, 5, stream);
  shmemx_signal_wait_until_on_stream(signals + 1, SHMEM_CMP_GT, 4, stream);
  shmemx_signal_wait_until_on_stream(signals + 1, SHMEM_CMP_LE, 5, stream);
  shmemx_signal_set_on_stream(signals + 2, UINT64_MAX, next, stream);
  shmemx_uint64_wait_until_on_stream(signals + 2, SHMEM_CMP_GT, 5, stream);
  shmemx_uint64_wait_until_on_stream(signals + 2, SHMEM_CMP_NE, 0, stream);
  shmemx_uint32_p_on_stream((uint32_t*)(signals + 3), little, next, stream);
  shmemx_uint32_wait_until_on_stream((uint32_t*)(signals + 3), SHMEM_CMP_EQ, little, stream);
  shmemx_short_p_on_stream((short*)(signals + 4), 9, next, stream);
  shmemx_barrier_all_on_stream(stream);
  driver_finish_copies();
  uint64_t seen[8];
  look(seen, signals, place, sizeof seen);
  EXPECT_EQ(seen[1], 5);
  EXPECT_EQ(seen[2], UINT64_MAX);
  EXPECT_EQ((uint32_t)seen[3], little);
  short half;
  memcpy(&half, &seen[4], sizeof half);
  EXPECT_EQ(half, 9);
  shmem_barrier_all();
  no_room(place, signals);
  no_room(on_device, data);
}

/* Signals are compared without a sign, also where a driver's command would take the difference for negative. */
static void wait_for_large(void) {
  uint64_t* signals = shmem_calloc(2, sizeof *signals);
  shmem_barrier_all();
  shmemx_signal_wait_until_on_stream(signals, SHMEM_CMP_GE, UINT64_MAX, stream);
  shmemx_uint64_p_on_stream(signals + 1, 1, me, stream);
  usleep(20000);
  EXPECT_EQ(__atomic_load_n(signals + 1, __ATOMIC_ACQUIRE), 0);
  shmem_barrier_all();
  shmem_uint64_atomic_set(signals, UINT64_MAX, next);
  driver_finish_copies();
  EXPECT_EQ(__atomic_load_n(signals + 1, __ATOMIC_ACQUIRE), 1);
  shmem_barrier_all();
  shmem_free(signals);
}

/* Waits for all of some words, of which the third is left out and never set. The arrays are in the place of the words; what the
 * stream does after the wait shows that it waited for the last of them. */
static void wait_for_all(int place, int vector) {
  const long zeros[5] = {0}, wanted[4] = {1, -2, 9, 4};
  const int left_out[4] = {0, 0, 1, 0};
  long *boxes = room(place, sizeof zeros, 0), *values = room(place, sizeof wanted, 1);
  int* status = room(place, sizeof left_out, 2);
  set(boxes, place, zeros, sizeof zeros);
  set(values, place, wanted, sizeof wanted);
  set(status, place, left_out, sizeof left_out);
  shmem_barrier_all();
  if (vector)
    shmemx_long_wait_until_all_vector_on_stream(boxes, 4, status, SHMEM_CMP_EQ, values, stream);
  else
    shmemx_long_wait_until_all_on_stream(boxes, 4, status, SHMEM_CMP_NE, 0, stream);
  shmemx_long_p_on_stream(boxes + 4, 5, me, stream);
  shmem_long_p(boxes + 3, wanted[3], next);
  shmem_long_p(boxes, wanted[0], next);
  shmem_quiet();
  usleep(20000);
  EXPECT_EQ(shmem_long_g(boxes + 4, me), 0);
  shmem_barrier_all();
  shmem_long_p(boxes + 1, wanted[1], next);
  shmem_quiet();
  EXPECT_EQ(shmemx_long_g_on_stream(boxes + 4, me, stream), 5); /* waits for the stream */
  EXPECT_EQ(shmemx_long_g_on_stream(boxes + 1, next, stream), wanted[1]);
  shmemx_long_wait_until_all_on_stream(boxes, 0, NULL, SHMEM_CMP_EQ, 7, stream);
  driver_finish_copies();
  shmem_barrier_all();
  no_room(place, status);
  no_room(place, values);
  no_room(place, boxes);
}

/* The hosts do not wait: PE 0's barrier is queued before the others are told to queue theirs. */
static void hosts_go_on(void) {
  long* told = shmem_calloc(1, sizeof *told);
  shmem_barrier_all();
  if (me > 0) shmem_long_wait_until(told, SHMEM_CMP_EQ, 1);
  shmemx_barrier_all_on_stream(stream);
  shmemx_sync_all_on_stream(stream);
  for (int pe = 1; me == 0 && pe < n; ++pe) shmem_long_p(told, 1, pe);
  driver_finish_copies();
  shmem_barrier_all();
  shmem_free(told);
}

/* Collectives on results of the stream, whose results the stream reads. `rank` is this PE's number in the team. */
static void collectives(shmem_team_t team, int place) {
  const int size = shmem_team_n_pes(team), rank = shmem_team_my_pe(team);
  const size_t part = 300;
  const size_t all = part * (size_t)max_pes;
  long *source = room(on_device, all * 8, 0), *dest = room(place, all * 8, 1), *out = (long*)back;
  for (size_t i = 0; i < part * (size_t)size; ++i) ((long*)pinned)[i] = (rank + 1) * 100000 + (long)i;
  driver_begin_copy(source, pinned, part * (size_t)size * 8);
  for (int what = 0; what < 5; ++what) {
    switch (what) {
      case 0:
        EXPECT_EQ(shmemx_long_broadcast_on_stream(team, dest, source, part, size - 1, stream), 0);
        break;
      case 1:
        EXPECT_EQ(shmemx_fcollectmem_on_stream(team, dest, source, part * 8, stream), 0);
        break;
      case 2:
        EXPECT_EQ(shmemx_long_alltoall_on_stream(team, dest, source, part, stream), 0);
        break;
      case 3:
        EXPECT_EQ(shmemx_long_sum_reduce_on_stream(team, dest, source, part, stream), 0);
        break;
      default:
        EXPECT_EQ(shmemx_long_max_reduce_on_stream(team, dest, source, part, stream), 0);
    }
    EXPECT_EQ(shmemx_team_sync_on_stream(team, stream), 0);
    if (!is_host(place)) driver_begin_copy(out, dest, all * 8);
    driver_finish_copies();
    if (is_host(place)) memcpy(out, dest, all * 8);
    const size_t elements = what == 1 || what == 2 ? part * (size_t)size : part;
    for (size_t i = 0; i < elements; ++i) {
      const long at = (long)(i % part), from = (long)(i / part);
      long right = size * 100000L + at; /* of the last member: broadcast, max */
      if (what == 1) right = (from + 1) * 100000 + at;
      if (what == 2) right = (from + 1) * 100000 + rank * (long)part + at;
      if (what == 3) right = size * (size + 1) / 2 * 100000L + size * at;
      EXPECT_EQ(out[i], right);
    }
    EXPECT_EQ(shmemx_barrier_on_stream(team, stream), 0);
  }
  driver_finish_copies();
  shmem_team_sync(team);
  shmem_barrier_all();
  no_room(place, dest);
  no_room(on_device, source);
}

static void strides(void) {
  uint64_t *target = room(on_device, bytes, 0), *source = room(on_device, bytes, 1);
  begin_pattern(source, 5, next);
  shmemx_uint64_iput_on_stream(target, source, 2, 3, words / 3, next, stream);
  shmemx_barrier_all_on_stream(stream);
  shmemx_iget64_on_stream(source, target, 1, 2, words / 3, next, stream);
  driver_begin_copy(back, source, bytes);
  driver_finish_copies();
  fill_pattern(pinned, bytes, 5, me, next);
  for (size_t i = 0; i < words / 3; ++i) EXPECT_EQ(back[i], pinned[3 * i]);
  shmem_barrier_all();
  no_room(on_device, source);
  no_room(on_device, target);
}

int main(int argc, char** argv) {
  begin_on_device(argc, argv);
  stream = driver_stream();
  pinned = driver_pin(bytes);
  back = driver_pin(bytes);
  next = (me + 1) % n;
  before = (me + n - 1) % n;
  for (int there = 0; there < symmetric_places; ++there) {
    for (int here = 0; here < places; ++here) move(there, here);
  }
  pass_on(on_device);
  pass_on(on_heap);
  wait_for_large();
  for (int vector = 0; vector < 2; ++vector) {
    wait_for_all(on_device, vector);
    wait_for_all(on_heap, vector);
  }
  hosts_go_on();
  collectives(SHMEM_TEAM_WORLD, on_device);
  collectives(SHMEM_TEAM_WORLD, on_heap);
  shmem_team_t team = reversed_world();
  collectives(team, on_device);
  shmem_team_destroy(team);
  strides();
  driver_unpin(back);
  driver_unpin(pinned);
  return end();
}
