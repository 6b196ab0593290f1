/* Starting the library at a thread level, which has to be granted. */
#ifndef TESTS_MULTI_START_H
#define TESTS_MULTI_START_H

#include "expect.h"

static inline void start_with(int level) {
  int provided = -1;
  EXPECT_EQ(shmem_init_thread(level, &provided), 0);
  EXPECT(provided >= level);
}

#endif
