/* Preloaded before the C library: fails the system call that REFUSE names, among those that symmetric memory and moving
 * static data need. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static int refused(const char* what) {
  const char* wanted = getenv("REFUSE");
  return wanted && strcmp(wanted, what) == 0;
}

int memfd_create(const char* name, unsigned flags) {
  if (refused("memfd") && strcmp(name, "isthmus-static") == 0) {
    errno = EMFILE;
    return -1;
  }
  if (refused("memfds")) { /* as a seccomp profile does */
    errno = EPERM;
    return -1;
  }
  return (int)syscall(SYS_memfd_create, name, flags);
}

/* The first shared mapping at a given place is that of the static data. */
void* mmap(void* address, size_t size, int protection, int flags, int fd, off_t offset) {
  static int done;
  if ((flags & (MAP_SHARED | MAP_FIXED)) == (MAP_SHARED | MAP_FIXED) && !done++ && refused("mmap")) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return (void*)syscall(SYS_mmap, address, size, protection, flags, fd, offset);
}

ssize_t pread(int fd, void* to, size_t size, off_t offset) {
  if (refused("snapshot")) {
    errno = EIO;
    return -1;
  }
  return syscall(SYS_pread64, fd, to, size, offset);
}

ssize_t pread64(int fd, void* to, size_t size, off_t offset) { return pread(fd, to, size, offset); }
