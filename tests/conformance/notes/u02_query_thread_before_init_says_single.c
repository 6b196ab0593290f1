/* Uncertain point 2, as decided: before init, and after the last finalize, shmem_query_thread reports SINGLE. */
#include "program.h"

int main(void) {
  for (int round = 0; round < 2; ++round) {
    int level = -1;
    shmem_query_thread(&level);
    EXPECT_EQ(level, SHMEM_THREAD_SINGLE);
    EXPECT_EQ(shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level), 0);
    shmem_query_thread(&level);
    EXPECT_EQ(level, SHMEM_THREAD_MULTIPLE);
    shmem_finalize();
  }
  return 0;
}
