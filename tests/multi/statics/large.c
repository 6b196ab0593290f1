/* A program with more static data than a file may have under the limit of its test. */
#include <shmem.h>

static char data[300 << 20];

int main(void) {
  shmem_init();
  shmem_char_p(data, 1, shmem_my_pe());
  shmem_finalize();
  return 0;
}
