/* Section 1: shmem_query_initialized before, between and after, from any thread. */
#include <pthread.h>

#include "program.h"

static void* ask(void* expected) {
  int initialized = -1;
  shmem_query_initialized(&initialized);
  EXPECT_EQ(initialized, *(int*)expected);
  return NULL;
}

static void ask_from_two(int expected) {
  pthread_t other;
  EXPECT_EQ(pthread_create(&other, NULL, ask, &expected), 0);
  ask(&expected);
  EXPECT_EQ(pthread_join(other, NULL), 0);
}

int main(void) {
  ask_from_two(0);
  shmem_init();
  ask_from_two(1);
  shmem_init();
  shmem_finalize();
  ask_from_two(1);
  shmem_finalize();
  ask_from_two(0);
  return 0;
}
