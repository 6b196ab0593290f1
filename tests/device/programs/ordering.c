/* Completion and order: what quiet, fence and a signal promise of data in device memory. The waiting PE looks with the
 * driver, so that a broken promise shows as stale bytes. */
#include "places.h"

enum { words = 40000, rounds = 12, bytes = words * 8 };

static uint64_t *data[2], *flags[2]; /* on the device, on the heap */
static uint64_t *scratch, *seen, *source_on_device, *pinned, *symmetric_source;

static void expect_data(int place, int round, int from, size_t count) {
  look(seen, data[place], place, count * 8);
  fill_pattern(scratch, count * 8, (uint64_t)round, from, me);
  EXPECT_SAME(seen, scratch, count * 8);
}

/* Puts that do not block, from host memory, device memory and symmetric device memory in turn, then `how` they are said to be there. */
enum how { by_quiet, by_fence, by_signal, by_signal_nbi, by_context, hows };

static void put_all(int how, int place, int flag_place, int round, int to, shmem_ctx_t context) {
  fill_pattern(scratch, bytes, (uint64_t)round, me, to);
  uint64_t* source = scratch;
  if (round % 4 != 0) {
    source = round % 4 == 2 ? symmetric_source : source_on_device;
    driver_copy(source, scratch, bytes);
  }
  const uint64_t flag = (uint64_t)round + 1;
  const size_t part = words / 8;
  switch (how) {
    case by_quiet:
    case by_fence:
      for (size_t i = 0; i < words; i += part) shmem_putmem_nbi(data[place] + i, source + i, part * 8, to);
      if (how == by_quiet)
        shmem_quiet();
      else
        shmem_fence();
      shmem_uint64_p(flags[flag_place], flag, to);
      break;
    case by_signal:
      shmem_putmem_signal(data[place], source, bytes, flags[flag_place], flag, SHMEM_SIGNAL_SET, to);
      break;
    case by_signal_nbi:
      shmem_putmem_signal_nbi(data[place], source, bytes, flags[flag_place], 1, SHMEM_SIGNAL_ADD, to);
      break;
    default:
      shmem_ctx_putmem_nbi(context, data[place], source, bytes, to);
      shmem_ctx_quiet(context);
      shmem_ctx_uint64_atomic_set(context, flags[flag_place], flag, to);
  }
  shmem_quiet();
}

static void wait_for(int how, int flag_place, int round) {
  const uint64_t flag = (uint64_t)round + 1;
  if (how == by_signal || how == by_signal_nbi)
    EXPECT_EQ(shmem_signal_wait_until(flags[flag_place], SHMEM_CMP_EQ, flag), flag);
  else if (round % 3 == 0)
    while (!shmem_uint64_test(flags[flag_place], SHMEM_CMP_GE, flag))
      ;
  else
    shmem_uint64_wait_until(flags[flag_place], SHMEM_CMP_EQ, flag);
}

static void check(int how, int place, int flag_place) {
  shmem_ctx_t context;
  EXPECT_EQ(shmem_ctx_create(0, &context), 0);
  const uint64_t zero = 0;
  set(flags[flag_place], flag_place, &zero, 8);
  shmem_barrier_all();
  for (int round = 0; round < rounds; ++round) {
    const int to = (me + 1) % n, from = (me + n - 1) % n;
    put_all(how, place, flag_place, round, to, context);
    wait_for(how, flag_place, round);
    expect_data(place, round, from, words);
    shmem_sync_all(); /* no PE's data is overwritten while it looks; completes nothing */
  }
  shmem_barrier_all();
  shmem_ctx_destroy(context);
}

/* After quiet everything must be complete, nonblocking gets included, wherever their destination is. */
static void check_gets(void) {
  fill_pattern(scratch, bytes, 77, me, me);
  driver_copy(data[on_device], scratch, bytes);
  shmem_barrier_all();
  for (int pe = 0; pe < n; ++pe) {
    memset(pinned, 0, bytes);
    for (size_t i = 0; i < words; i += words / 4) shmem_getmem_nbi(pinned + i, data[on_device] + i, words / 4 * 8, pe);
    shmem_getmem_nbi(source_on_device, data[on_device], bytes, pe);
    shmem_quiet();
    fill_pattern(scratch, bytes, 77, pe, pe);
    EXPECT_SAME(pinned, scratch, bytes);
    driver_copy(seen, source_on_device, bytes);
    EXPECT_SAME(seen, scratch, bytes);
  }
  shmem_barrier_all();
}

int main(int argc, char** argv) {
  begin_on_device(argc, argv);
  for (int place = 0; place < 2; ++place) {
    data[place] = room(place, bytes, 0);
    flags[place] = room(place, 64, 0);
  }
  scratch = malloc(bytes);
  seen = malloc(bytes);
  pinned = driver_pin(bytes);
  source_on_device = driver_malloc(bytes);
  symmetric_source = room(on_device, bytes, 0);
  for (int how = 0; how < hows; ++how)
    for (int place = 0; place < 2; ++place)
      for (int flag_place = 0; flag_place < 2; ++flag_place) check(how, place, flag_place);
  check_gets();
  shmem_free(symmetric_source);
  driver_free(source_on_device);
  driver_unpin(pinned);
  free(scratch);
  free(seen);
  for (int place = 0; place < 2; ++place) {
    shmem_free(flags[place]);
    shmem_free(data[place]);
  }
  return end();
}
