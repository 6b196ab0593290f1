// Barriers before and after the number of the barrier no longer fits its bits of a word: each still waits for all threads, and compares
// values. The runtime's source is part of this program, so that it can set the number.
#include "barrier.cpp"

#include <unistd.h>

#include <cstdio>

namespace isthmus::upc {
namespace {

uint64_t* turn;  // of each thread, symmetric

void start_from(uint64_t number) {
  shmem_barrier_all();
  barriers = number;
  head()->group_arrived = members * number;
  shmem_barrier_all();
}

// One thread comes late to every barrier.
int failures_after(uint64_t number) {
  int failures = 0;
  start_from(number);
  for (uint64_t round = 1; round <= 12; ++round) {
    if (static_cast<int>(round % upcr_threads) == upcr_mythread) usleep(20000);
    *turn = round;
    upcr_barrier(round % 3 != 0, static_cast<int>(round));
    for (int thread = 0; thread < upcr_threads; ++thread) failures += shmem_uint64_g(turn, thread) != round;
    upcr_notify(0, 0);
    upcr_wait(round % 2, 7);
  }
  return failures;
}

}  // namespace
}  // namespace isthmus::upc

extern "C" int upc_main_of_the_program(int, char**) {
  turn = static_cast<uint64_t*>(shmem_calloc(1, sizeof *turn));
  const int failures = failures_after(1000) + failures_after((uint64_t{1} << 31) - 9) + failures_after((uint64_t{1} << 33) - 9);
  if (failures) printf("thread %d: %d wrong\n", upcr_mythread, failures);
  return failures != 0;
}
