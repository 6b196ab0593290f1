/* Ends in the way that its argument names. */
#include <shmem.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
  const char* way = argc > 1 ? argv[1] : "";
  if (strcmp(way, "uncalled") == 0) return 0;
  if (strcmp(way, "start_pes") == 0) {
    start_pes(0);
    static int word;
    shmem_int_p(&word, 1, 0);
    return 0;
  }
  shmem_init();
  shmem_barrier_all();
  if (strcmp(way, "global_exit") == 0) shmem_global_exit(0);
  if (strcmp(way, "failure") == 0) return 3;
  if (strcmp(way, "unfinalized") == 0) return 0;
  if (strcmp(way, "twice") == 0) {
    shmem_init();
    shmem_finalize();
    shmem_barrier_all();
  }
  shmem_finalize();
  return 0;
}
