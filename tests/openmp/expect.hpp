// EXPECT for programs of several PEs: ends the job if the condition does not hold.
#pragma once
#include <shmem.h>

#include <cstdio>

#define EXPECT(condition)                                                                    \
  do {                                                                                       \
    if (!(condition)) {                                                                      \
      std::fprintf(stderr, "PE %d, line %d: not %s\n", shmem_my_pe(), __LINE__, #condition); \
      shmem_global_exit(1);                                                                  \
    }                                                                                        \
  } while (0)
