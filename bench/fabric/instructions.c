/* Counted calls on the wire, for bench/instructions: two PEs on two nodes, under callgrind with --collect-atstart=no.
 *
 * Collecting begins right before the call and, for calls whose way INTO libfabric is counted, ends where the provider
 * hands the message to the kernel: this program defines sendmsg and send, and being the executable its definitions are
 * the ones that libfabric calls. Between libfabric's entry and there nothing of the library runs, so what callgrind
 * attributes to the library is its way up to the call, the call instruction included. Calls that are counted whole end
 * when they return. */
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <valgrind/callgrind.h>

enum { large_bytes = 1 << 18 };
static long* heap;
static long local = 1;
static shmem_ctx_t private_context;
static _Thread_local int collecting; /* the library's other threads send, too */
static long ended_by_send;
static int counted_whole; /* a send does not end the count */
static char* large;

static void begin(void) {
  collecting = 1;
  CALLGRIND_TOGGLE_COLLECT;
}

static void end(void) {
  if (!collecting) return;
  CALLGRIND_TOGGLE_COLLECT;
  collecting = 0;
}

static void sending(void) {
  if (!collecting || counted_whole) return;
  end();
  ++ended_by_send;
}

ssize_t sendmsg(int socket, const struct msghdr* message, int flags) {
  sending();
  return syscall(SYS_sendmsg, socket, message, flags);
}

ssize_t send(int socket, const void* bytes, size_t count, int flags) {
  sending();
  return syscall(SYS_sendto, socket, bytes, count, flags, NULL, 0);
}

/* Each is a separate function with a frame, since callgrind on aarch64 loses the return of a tail call until the stack
 * shrinks. */
__attribute__((noinline)) static void int_p(long i) {
  begin();
  shmem_int_p((int*)heap, (int)i, 1);
  end();
}

__attribute__((noinline)) static void quiet(long i) {
  (void)i;
  begin();
  shmem_quiet();
  end();
}

__attribute__((noinline)) static void putmem_8(long i) {
  (void)i;
  begin();
  shmem_putmem(heap, &local, sizeof local, 1);
  end();
}

__attribute__((noinline)) static void long_g(long i) {
  (void)i;
  begin();
  local = shmem_long_g(heap, 1);
  end();
}

__attribute__((noinline)) static void getmem_8(long i) {
  (void)i;
  begin();
  shmem_getmem(&local, heap, sizeof local, 1);
  end();
}

__attribute__((noinline)) static void long_atomic_fetch_add(long i) {
  (void)i;
  begin();
  local = shmem_long_atomic_fetch_add(heap, 1, 1);
  end();
}

/* A value that joins others: a put that takes long is under way, and a value has opened a bundle. */
__attribute__((noinline)) static void int_p_joins(long i) {
  shmem_putmem_nbi(large, large, large_bytes, 1);
  shmem_int_p((int*)heap, (int)i, 1);
  begin();
  shmem_int_p((int*)heap, (int)i, 1);
  end();
}

__attribute__((noinline)) static void ctx_int_p(long i) {
  begin();
  shmem_ctx_int_p(private_context, (int*)heap, (int)i, 1);
  end();
  shmem_ctx_quiet(private_context);
}

/* The names are those of WIRE_CALLS in driver/catalogue.py. */
static const struct {
  const char* name;
  void (*call)(long i);
  int sends; /* every call ends by a send, or none does */
} table[] = {
    {"int_p_wire", int_p, 1},
    {"int_p_wire_whole", int_p, 0},
    {"int_p_joins_wire_whole", int_p_joins, 0},
    {"quiet_wire", quiet, 0},
    {"putmem_8_wire", putmem_8, 1},
    {"putmem_8_wire_whole", putmem_8, 0},
    {"long_g_wire", long_g, 1},
    {"getmem_8_wire", getmem_8, 1},
    {"long_atomic_fetch_add_wire", long_atomic_fetch_add, 1},
    {"ctx_int_p_wire", ctx_int_p, 1},
};

/* Leaves a dump called <name>:<calls>. */
static void count(size_t row, long calls) {
  char label[64];
  snprintf(label, sizeof label, "%s:%ld", table[row].name, calls);
  ended_by_send = 0;
  counted_whole = !table[row].sends;
  CALLGRIND_ZERO_STATS;
  for (long i = 0; i < calls; ++i) {
    table[row].call(i);
    shmem_quiet(); /* nothing waits in the provider when the next call comes */
  }
  CALLGRIND_DUMP_STATS_AT(label);
  if (ended_by_send == table[row].sends * calls) return;
  fprintf(stderr, "instructions: %s: %ld of %ld calls went to the kernel\n", table[row].name, ended_by_send, calls);
  shmem_global_exit(2);
}

int main(int argc, char** argv) {
  const long calls = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
  shmem_init();
  if (calls < 2 || shmem_n_pes() != 2) {
    fprintf(stderr, "instructions: usage: oshrun -n 2 --nodes 2 valgrind --tool=callgrind ... instructions CALLS\n");
    shmem_global_exit(2);
  }
  heap = shmem_calloc(2, sizeof *heap);
  large = shmem_calloc(large_bytes, 1);
  if (shmem_ctx_create(SHMEM_CTX_PRIVATE, &private_context) != 0) shmem_global_exit(3);
  shmem_barrier_all();
  if (shmem_my_pe() == 0) {
    for (size_t row = 0; row < sizeof table / sizeof table[0]; ++row) {
      count(row, 1); /* warms up, both the library and callgrind; not read */
      count(row, calls);
      count(row, 2 * calls);
    }
  }
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}
