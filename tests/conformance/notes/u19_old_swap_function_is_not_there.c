/* Uncertain point 19, as decided: the function long shmem_swap(long *, long, int) of 1.2 is not part of 1.6; the C11
 * name is, and calls the typed one. */
#define _GNU_SOURCE
#include <dlfcn.h>

#include "program.h"

int main(void) {
  static long word = 3;
  begin();
  EXPECT(dlsym(RTLD_DEFAULT, "shmem_long_swap") != NULL);
  EXPECT(dlsym(RTLD_DEFAULT, "shmem_swap") == NULL);
  EXPECT_EQ(shmem_swap(&word, 4L, me), 3);
  EXPECT_EQ(shmem_long_swap(&word, 5, me), 4);
  return end();
}
