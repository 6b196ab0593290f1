/* When the signal is seen, all of its data must be there: long loops over sizes, in which the receiver looks as soon as
 * the word changes, and answers so that the buffers can be used again. */
#include "program.h"

enum { largest = 40000, rounds = 300 };

static unsigned char static_data[largest];
static uint64_t static_word, taken;

static void stream(unsigned char* data, uint64_t* word, int op, int nbi) {
  static const size_t sizes[] = {1, 7, 8, 64, 65, 1000, 4096, largest};
  static unsigned char source[largest];
  const int to = (me + 1) % n, from = (me + n - 1) % n;
  *word = taken = 0;
  shmem_barrier_all();
  for (uint64_t i = 1; i <= (uint64_t)some_of(rounds); ++i) {
    const size_t bytes = sizes[i % (sizeof sizes / sizeof *sizes)];
    memset(source, (int)(unsigned char)(i * 7 + (uint64_t)me), bytes);
    const uint64_t value = op == SHMEM_SIGNAL_SET ? i : 1;
    if (nbi) {
      shmem_putmem_signal_nbi(data, source, bytes, word, value, op, to);
      shmem_quiet();
    } else {
      shmem_putmem_signal(data, source, bytes, word, value, op, to);
      memset(source, 0, bytes); /* the call has returned, so its source may change */
    }
    EXPECT_EQ(shmem_signal_wait_until(word, SHMEM_CMP_GE, i), i);
    const unsigned char expected = (unsigned char)(i * 7 + (uint64_t)from);
    for (size_t k = 0; k < bytes; ++k) EXPECT_EQ(data[k], expected);
    shmem_signal_set(&taken, i, from);
    shmem_signal_wait_until(&taken, SHMEM_CMP_EQ, i);
  }
  shmem_barrier_all();
}

int main(void) {
  begin();
  unsigned char* data = shmem_malloc(largest);
  uint64_t* word = shmem_malloc(sizeof *word);
  stream(data, word, SHMEM_SIGNAL_SET, 0);
  stream(static_data, &static_word, SHMEM_SIGNAL_ADD, 1);
  stream(data, &static_word, SHMEM_SIGNAL_ADD, 0);
  shmem_free(word);
  shmem_free(data);
  return end();
}
