/* An element that stays satisfied must be reported in the end, however often others are: by any and some, alone, with
 * several arrays in turn, of different lengths, with masks, and with calls between that find nothing. */
#include "program.h"

enum { count = 7, calls = 2000 };

static long words[count], others[3], single[1];
static int never[1];

static void ones(long* array, size_t length) {
  for (size_t i = 0; i < length; ++i) array[i] = 1;
}

/* `between` is called after each call of the tested function. */
static void check(int vector, int wait, const int* status, void (*between)(void)) {
  long values[count];
  int seen[count] = {0};
  for (int i = 0; i < count; ++i) values[i] = 1;
  for (int k = 0; k < some_of(calls); ++k) {
    const size_t found = vector ? wait ? shmem_long_wait_until_any_vector(words, count, status, SHMEM_CMP_EQ, values)
                                       : shmem_long_test_any_vector(words, count, status, SHMEM_CMP_EQ, values)
                         : wait ? shmem_long_wait_until_any(words, count, status, SHMEM_CMP_EQ, 1)
                                : shmem_long_test_any(words, count, status, SHMEM_CMP_EQ, 1);
    EXPECT(found < count);
    ++seen[found];
    if (between) between();
  }
  for (int i = 0; i < count; ++i) EXPECT_EQ(seen[i] > 0, !status || status[i] == 0);
}

static void another_array(void) { EXPECT(shmem_long_test_any(others, 3, NULL, SHMEM_CMP_EQ, 1) < 3); }
static void another_single(void) { EXPECT_EQ(shmem_long_wait_until_any(single, 1, NULL, SHMEM_CMP_EQ, 1), 0); }
static void same_again(void) { EXPECT(shmem_long_test_any(words, count, NULL, SHMEM_CMP_EQ, 1) < count); }
static void empty_handed(void) { EXPECT_EQ(shmem_int_test_any(never, 1, NULL, SHMEM_CMP_EQ, 1), SIZE_MAX); }
static void several(void) {
  another_array();
  another_single();
  empty_handed();
}

/* Two elements that are both always satisfied are the simplest case in which one could starve. */
static void pair(void) {
  int seen[2] = {0, 0};
  for (int k = 0; k < some_of(calls); ++k) {
    ++seen[shmem_long_wait_until_any(others, 2, NULL, SHMEM_CMP_NE, 0)];
    another_single();
  }
  EXPECT(seen[0] > 0 && seen[1] > 0);
}

int main(void) {
  begin();
  ones(words, count);
  ones(others, 3);
  ones(single, 1);
  const int half[count] = {0, 1, 0, 1, 0, 1, 0};
  void (*const betweens[])(void) = {NULL, another_array, another_single, same_again, empty_handed, several};
  for (size_t b = 0; b < sizeof betweens / sizeof *betweens; ++b)
    for (int form = 0; form < 8; ++form) check(form & 1, form >> 1 & 1, form & 4 ? half : NULL, betweens[b]);
  pair();
  size_t indices[count];
  EXPECT_EQ(shmem_long_wait_until_some(words, count, indices, NULL, SHMEM_CMP_EQ, 1), count);
  return end();
}
