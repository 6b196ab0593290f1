/* A profiling tool of a user's: it counts two functions, and says so at the end. */
#define ISTHMUS_NO_GENERICS
#include <pshmem.h>
#include <stdio.h>

static int puts_seen, barriers_seen;

void shmem_putmem(void* dest, const void* source, size_t nelems, int pe) {
  ++puts_seen;
  pshmem_putmem(dest, source, nelems, pe);
}

void shmem_barrier_all(void) {
  ++barriers_seen;
  pshmem_barrier_all();
}

void shmem_finalize(void) {
  printf("tool of PE %d: %d puts, %d barriers\n", pshmem_my_pe(), puts_seen, barriers_seen);
  fflush(stdout);
  pshmem_finalize();
}
