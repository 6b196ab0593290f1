/* Waiting for flags in device memory: each comparison, and the forms for many flags. A wait that misses a flag
 * hangs. */
#include "places.h"

enum { many = 12 };
static int64_t* flags;

static void set_flags(int64_t value) {
  int64_t values[many];
  for (int i = 0; i < many; ++i) values[i] = value;
  driver_copy(flags, values, sizeof values);
  shmem_barrier_all();
}

static void check_comparisons(void) {
  static const struct {
    int comparison;
    int64_t value, fails, holds;
  } cases[] = {{SHMEM_CMP_EQ, 5, 4, 5}, {SHMEM_CMP_NE, 0, 0, 1},    {SHMEM_CMP_GT, 5, 5, 6},
               {SHMEM_CMP_GE, 5, 4, 5}, {SHMEM_CMP_LT, -1, -1, -2}, {SHMEM_CMP_LE, -1, 0, -1}};
  const int to = (me + 1) % n;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    set_flags(cases[i].fails);
    EXPECT_EQ(shmem_int64_test(flags, cases[i].comparison, cases[i].value), 0);
    shmem_barrier_all();
    shmem_int64_p(flags, cases[i].holds, to);
    shmem_int64_wait_until(flags, cases[i].comparison, cases[i].value);
    EXPECT(shmem_int64_test(flags, cases[i].comparison, cases[i].value) != 0);
    shmem_barrier_all();
  }
}

static void check_narrow(void) {
  int32_t* narrow = (int32_t*)flags;
  set_flags(0);
  shmem_int32_p(narrow + 1, -7, (me + 1) % n);
  shmem_int32_wait_until(narrow + 1, SHMEM_CMP_EQ, -7);
  int32_t both[2];
  driver_copy(both, narrow, sizeof both);
  EXPECT_EQ(both[0], 0);
  shmem_barrier_all();
}

/* The flags with even numbers are set, in descending order. */
static void check_many(void) {
  int status[many];
  size_t indices[many];
  for (int i = 0; i < many; ++i) status[i] = i % 2; /* odd ones are left out */
  const int to = (me + 1) % n;

  set_flags(0);
  for (int i = many - 2; i >= 0; i -= 2) shmem_int64_p(flags + i, i + 1, to);
  shmem_int64_wait_until_all(flags, many, status, SHMEM_CMP_GT, 0);
  int64_t values[many];
  driver_copy(values, flags, sizeof values);
  for (int i = 0; i < many; ++i) EXPECT_EQ(values[i], i % 2 == 0 ? i + 1 : 0);
  shmem_barrier_all();

  set_flags(0);
  for (int i = many - 2; i >= 0; i -= 2) shmem_int64_p(flags + i, i + 1, to);
  int found[many] = {0};
  for (int seen = 0; seen < many / 2; ++seen) {
    const size_t which = shmem_int64_wait_until_any(flags, many, status, SHMEM_CMP_GT, 0);
    EXPECT(which < many && which % 2 == 0 && !found[which]);
    found[which] = status[which] = 1;
  }
  EXPECT_EQ(shmem_int64_test_any(flags, many, status, SHMEM_CMP_GT, 0), SIZE_MAX);
  for (int i = 0; i < many; ++i) status[i] = i % 2;
  shmem_barrier_all();

  set_flags(0);
  for (int i = many - 2; i >= 0; i -= 2) shmem_int64_p(flags + i, i + 1, to);
  for (int left = many / 2; left > 0;) {
    const size_t some = shmem_int64_wait_until_some(flags, many, indices, status, SHMEM_CMP_GT, 0);
    EXPECT(some > 0);
    for (size_t i = 0; i < some; ++i) {
      EXPECT(indices[i] % 2 == 0 && !status[indices[i]]);
      status[indices[i]] = 1;
      --left;
    }
  }
  for (int i = 0; i < many; ++i) status[i] = i % 2;
  shmem_barrier_all();

  set_flags(0);
  int64_t wanted[many];
  for (int i = 0; i < many; ++i) wanted[i] = 100 + i;
  for (int i = 0; i < many; i += 2) shmem_int64_atomic_set(flags + i, 100 + i, to);
  shmem_int64_wait_until_all_vector(flags, many, status, SHMEM_CMP_EQ, wanted);
  EXPECT(shmem_int64_test_all_vector(flags, many, status, SHMEM_CMP_EQ, wanted) != 0);
  shmem_barrier_all();
}

int main(int argc, char** argv) {
  begin_on_device(argc, argv);
  flags = shmem_partition_malloc(many * sizeof *flags, device_partition);
  EXPECT(flags != NULL);
  for (int round = 0; round < 2; ++round) {
    check_comparisons();
    check_narrow();
    check_many();
  }
  shmem_free(flags);
  return end();
}
