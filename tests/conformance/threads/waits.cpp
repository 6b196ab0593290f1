// A wait must block only its own thread. Threads of every PE pass tokens, each thread in a ring of its own over the
// PEs; other threads wait for a thread of the same PE; any and some are called by several threads at once.
#include "threads/crew.hpp"

namespace {

constexpr int laps = 60;
long tokens[n_threads];
uint64_t signals[n_threads], answers[n_threads];
long payload[n_threads];
int local[n_threads];
long flags[n_threads][max_pes];

void ring(int thread) {
  const int next = (me + 1) % n;
  for (long lap = 1; lap <= laps; ++lap) {
    if (me == 0) shmem_long_atomic_set(&tokens[thread], lap, next);
    shmem_long_wait_until(&tokens[thread], SHMEM_CMP_EQ, lap);
    if (me != 0) shmem_long_atomic_set(&tokens[thread], lap, next);
  }
}

void data_with_signal(int thread) {
  const int next = (me + 1) % n, before = (me + n - 1) % n;
  for (uint64_t i = 1; i <= laps; ++i) {
    const long value = static_cast<long>(i) * 100 + me;
    shmem_long_put_signal(&payload[thread], &value, 1, &signals[thread], 1, SHMEM_SIGNAL_ADD, next);
    EXPECT_EQ(shmem_signal_wait_until(&signals[thread], SHMEM_CMP_GE, i), i);
    EXPECT_EQ(payload[thread], static_cast<long>(i) * 100 + before);
    shmem_signal_add(&answers[thread], 1, before);
    shmem_signal_wait_until(&answers[thread], SHMEM_CMP_EQ, i);
  }
}

// Thread t waits for thread t - 1 of its own PE, which may still be waiting itself.
void down_the_line(int thread) {
  if (thread > 0) shmem_int_wait_until(&local[thread], SHMEM_CMP_EQ, 1);
  shmem_int_atomic_set(&local[(thread + 1) % n_threads], 1, me);
}

void several(int thread) {
  for (int pe = 0; pe < n; ++pe) shmem_long_atomic_set(&flags[thread][me], 1, pe);
  int status[max_pes] = {};
  size_t indices[max_pes];
  for (size_t left = static_cast<size_t>(n); left > 0;) {
    const size_t one = shmem_long_wait_until_any(flags[thread], static_cast<size_t>(n), status, SHMEM_CMP_EQ, 1);
    EXPECT(one < static_cast<size_t>(n) && status[one]++ == 0);
    if (--left == 0) break;
    const size_t found =
        shmem_long_wait_until_some(flags[thread], static_cast<size_t>(n), indices, status, SHMEM_CMP_EQ, 1);
    for (size_t i = 0; i < found; ++i) EXPECT_EQ(status[indices[i]]++, 0);
    left -= found;
  }
}

}  // namespace

int main() {
  begin_with(SHMEM_THREAD_MULTIPLE);
  together([](int thread) {
    ring(thread);
    data_with_signal(thread);
    down_the_line(thread);
    several(thread);
  });
  return end();
}
