/* Section 1: `provided` is what shmem_query_thread says, also from a later init that asks for something else. */
#include "program.h"

int main(void) {
  static const int levels[] = {SHMEM_THREAD_SINGLE, SHMEM_THREAD_FUNNELED, SHMEM_THREAD_SERIALIZED,
                               SHMEM_THREAD_MULTIPLE};
  for (int i = 0; i < 4; ++i) {
    int provided = -1, again = -1, asked = -1;
    EXPECT_EQ(shmem_init_thread(levels[i], &provided), 0);
    EXPECT(provided >= levels[i] && provided <= SHMEM_THREAD_MULTIPLE);
    shmem_query_thread(&asked);
    EXPECT_EQ(asked, provided);
    EXPECT_EQ(shmem_init_thread(levels[3 - i], &again), 0);
    EXPECT_EQ(again, provided);
    shmem_finalize();
    shmem_finalize();
  }
  return 0;
}
