/* The job that is attacked: waits until a file exists, then checks that its memory is unchanged and that it can still
 * communicate. */
#include <stdlib.h>
#include <unistd.h>

#include "expect.h"

enum { words = 4096 };

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  long* memory = shmem_malloc(words * sizeof *memory);
  for (int i = 0; i < words; ++i) memory[i] = 1000 + i;
  shmem_barrier_all();
  printf("ready %d\n", (int)getpid());
  fflush(stdout);
  while (access(argv[1], F_OK) != 0) usleep(20000);
  for (int i = 0; i < words; ++i) EXPECT_EQ(memory[i], 1000 + i);
  shmem_barrier_all();
  shmem_long_p(memory, me, (me + 1) % n);
  shmem_barrier_all();
  EXPECT_EQ(memory[0], (me + n - 1) % n);
  shmem_finalize();
  return 0;
}
