// Counted writes to a thread of another node, for bench/upc/instructions.py: two threads on two nodes under callgrind with
// --collect-atstart=no. Collecting ends where the provider hands the message to the kernel, as in bench/fabric/instructions.c.
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <upc_relaxed.h>
#include <valgrind/callgrind.h>
shared int x[THREADS];
static _Thread_local int collecting;  // the library's other threads send, too
static long sent;

static void sending(void) {
  if (!collecting) return;
  CALLGRIND_TOGGLE_COLLECT;
  collecting = 0;
  sent++;
}
ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
  sending();
  return syscall(SYS_sendmsg, socket, message, flags);
}
ssize_t send(int socket, const void *bytes, size_t count, int flags) {
  sending();
  return syscall(SYS_sendto, socket, bytes, count, flags, NULL, 0);
}

__attribute__((noinline)) void pointer_store(shared int *p, int v) {
  *p = v;
  __asm__ volatile("");  // the call in it is no tail call, whose return callgrind would lose
}

static void count(long calls) {
  char label[64];
  snprintf(label, sizeof label, "pointer_store:%ld", calls);
  sent = 0;
  CALLGRIND_ZERO_STATS;
  for (long i = 0; i < calls; i++) {
    collecting = 1;
    CALLGRIND_TOGGLE_COLLECT;
    pointer_store(&x[1], (int)i);
    upc_fence;  // nothing waits in the provider when the next one comes
  }
  CALLGRIND_DUMP_STATS_AT(label);
  if (sent != calls) fprintf(stderr, "wire: %ld of %ld writes went to the kernel\n", sent, calls), upc_global_exit(2);
}

int main(int argc, char **argv) {
  const long calls = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
  if (calls < 2 || THREADS != 2) upc_global_exit(2);
  upc_barrier;
  if (MYTHREAD == 0) count(1), count(calls), count(2 * calls);
  upc_barrier;
  return 0;
}
