/* fence orders what goes to one PE on one context: puts of every kind, atomics, put-with-signal and plain stores
 * through shmem_ptr come before the flag that follows. A long loop for each kind; the receiver looks the moment it may.
 */
#include "program.h"

enum { words = 33, rounds = 60, kinds = 10 };

static long static_data[words];
static int static_flag, taken;
static uint64_t signal_word;
static shmem_ctx_t on;

static void send(long* data, const long* source, int kind, int to) {
  switch (kind) {
    case 0:
      shmem_ctx_long_put(on, data, source, words, to);
      break;
    case 1:
      shmem_ctx_long_put_nbi(on, data, source, words, to);
      break;
    case 2:
      shmem_ctx_long_iput(on, data, source, 1, 1, words, to);
      break;
    case 3:
      shmem_ctx_long_ibput(on, data, source, 3, 3, 3, words / 3, to);
      break;
    case 4:
      for (int i = 0; i < words; ++i) shmem_ctx_long_p(on, &data[i], source[i], to);
      break;
    case 5:
      for (int i = 0; i < words; ++i) shmem_ctx_long_atomic_set(on, &data[i], source[i], to);
      break;
    case 6:
      for (int i = 0; i < words; ++i) shmem_ctx_long_atomic_swap(on, &data[i], source[i], to);
      break;
    case 7:
      shmem_ctx_long_put_signal(on, data, source, words, &signal_word, 1, SHMEM_SIGNAL_ADD, to);
      break;
    case 8:
      shmem_ctx_putmem_signal_nbi(on, data, source, words * sizeof *data, &signal_word, 1, SHMEM_SIGNAL_ADD, to);
      break;
    default: {
      long* there = shmem_ptr(data, to);
      if (there)
        for (int i = 0; i < words; ++i) there[i] = source[i];
      else
        shmem_ctx_long_put(on, data, source, words, to);
    }
  }
}

static void raise_flag(int* flag, int value, int to) {
  switch (value % 3) {
    case 0:
      shmem_ctx_int_p(on, flag, value, to);
      break;
    case 1:
      shmem_ctx_int_atomic_set(on, flag, value, to);
      break;
    default:
      shmem_ctx_int_atomic_add(on, flag, 1, to);
  }
}

static void stream(long* data, int* flag, int kind) {
  const int to = (me + 1) % n, from = (me + n - 1) % n;
  long source[words];
  *flag = taken = 0;
  shmem_barrier_all();
  for (int i = 1; i <= some_of(rounds); ++i) {
    for (int k = 0; k < words; ++k) source[k] = i * 1000L + me * 100 + k;
    send(data, source, kind, to);
    if (on == SHMEM_CTX_DEFAULT && i % 2)
      shmem_fence();
    else
      shmem_ctx_fence(on);
    raise_flag(flag, i, to);
    shmem_int_wait_until(flag, SHMEM_CMP_GE, i);
    EXPECT_EQ(*flag, i);
    for (int k = 0; k < words; ++k) EXPECT_EQ(data[k], i * 1000L + from * 100 + k);
    shmem_ctx_quiet(on); /* source was in use */
    shmem_int_p(&taken, i, from);
    shmem_int_wait_until(&taken, SHMEM_CMP_EQ, i);
  }
  shmem_barrier_all();
}

int main(void) {
  begin();
  long* data = shmem_malloc(words * sizeof *data);
  int* flag = shmem_malloc(sizeof *flag);
  shmem_ctx_t created;
  EXPECT_EQ(shmem_ctx_create(SHMEM_CTX_SERIALIZED, &created), 0);
  for (int kind = 0; kind < kinds; ++kind) {
    on = SHMEM_CTX_DEFAULT;
    stream(data, flag, kind);
    on = created;
    stream(static_data, kind % 2 ? flag : &static_flag, kind);
  }
  shmem_ctx_destroy(created);
  shmem_free(flag);
  shmem_free(data);
  return end();
}
