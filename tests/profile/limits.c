/* Programs with more than the profiler keeps, or that it could take for another; the argument names one of them. */
#include <locale.h>
#include <shmem.h>
#include <stdio.h>
#include <string.h>

enum { kBarriers = 70000 };

/* More barriers than are kept, which PE 0 calls from another line than the others. */
static void barriers(void) {
  shmem_init();
  if (shmem_my_pe() == 0)
    for (int i = 0; i < kBarriers; ++i) shmem_barrier_all();
  else
    for (int i = 0; i < kBarriers; ++i) shmem_barrier_all();
  shmem_finalize();
}

/* A program that writes numbers as its user does. */
static void locale(void) {
  setlocale(LC_NUMERIC, "");
  printf("a half is %.1f\n", 0.5);
  fflush(stdout);
  shmem_init();
  shmem_barrier_all();
  shmem_finalize();
}

int main(int argc, char** argv) {
  const char* which = argc > 1 ? argv[1] : "";
  if (strcmp(which, "barriers") == 0) barriers();
  if (strcmp(which, "locale") == 0) locale();
  return 0;
}
