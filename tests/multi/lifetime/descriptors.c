/* A program without standard descriptors, or that has closed them, prints into none of the library's: reading and
 * writing fail as before, and symmetric memory stays as it is. With an empty environment the library starts again. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "program.h"

enum { words = 512 };
static long data[words];

int main(void) {
  for (int fd = 0; fd <= 2; ++fd) close(fd);
  for (int round = 0; round < 2; ++round) {
    begin();
    long* const heap = shmem_malloc(sizeof data);
    for (int i = 0; i < words; ++i) heap[i] = data[i] = i;
    shmem_barrier_all();
    char line[] = "what a program prints\n";
    for (int i = 0; i < 200; ++i)
      for (int fd = 0; fd <= 2; ++fd) {
        const ssize_t moved = fd == 0 ? read(fd, line, 1) : write(fd, line, sizeof line - 1);
        EXPECT(moved == -1 && errno == EBADF);
      }
    for (int i = 0; i < words; ++i) {
      EXPECT_EQ(heap[i], i);
      EXPECT_EQ(data[i], i);
    }
    shmem_barrier_all();
    clearenv();
    shmem_finalize();
  }
  return 0;
}
