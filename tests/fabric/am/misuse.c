/* Programs that do one thing wrong with active messages, chosen by name, for misuse.py. The last PE does it, or the
 * handler of what it sends; the others wait. */
#include <shmemx.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int me, n, nothing, wrong;
static uint64_t args[17];
static char buffer[1 << 16];
static char* block;
static shmemx_am_token_t kept;
static void (*in_handler)(shmemx_am_token_t token);

static void do_nothing(shmemx_am_token_t token, const uint64_t* a, int nargs, void* payload, size_t bytes) {
  (void)token, (void)a, (void)nargs, (void)payload, (void)bytes;
}
static void do_wrong(shmemx_am_token_t token, const uint64_t* a, int nargs, void* payload, size_t bytes) {
  (void)a, (void)nargs, (void)payload, (void)bytes;
  in_handler(token);
}

/* Calls with wrong arguments. */
static void pe_n(void) { shmemx_am_request_short(n, nothing, NULL, 0); }
static void pe_minus_1(void) { shmemx_am_request_long(-1, nothing, NULL, 0, NULL, 0, NULL); }
static void no_handler(void) { shmemx_am_request_short(0, 2, NULL, 0); }
static void handler_minus_1(void) { shmemx_am_request_medium(0, -1, NULL, 0, NULL, 0); }
static void args_17(void) { shmemx_am_request_short(0, nothing, args, 17); }
static void args_minus_1(void) { shmemx_am_request_short(0, nothing, args, -1); }
static void args_null(void) { shmemx_am_request_short(0, nothing, NULL, 1); }
static void too_large(void) { shmemx_am_request_medium(0, nothing, NULL, 0, buffer, shmemx_am_max_medium() + 1); }
static void payload_null(void) { shmemx_am_request_medium(0, nothing, NULL, 0, NULL, 1); }
static void long_to_stack(void) {
  char local[8];
  shmemx_am_request_long(0, nothing, NULL, 0, buffer, sizeof local, local);
}
static void long_past_heap(void) {
  shmemx_heap_info_t heap;
  shmemx_heap_query(1, &heap);
  shmemx_am_request_long(0, nothing, NULL, 0, buffer, heap.size + 1, block);
}
static void register_null(void) { shmemx_am_register(NULL); }
static void source_null(void) { exit(shmemx_am_source(NULL)); }
static void reply_outside(void) { shmemx_am_reply_short(NULL, nothing, NULL, 0); }

/* Wrong calls in handlers, run by requests that the last PE sends to itself. */
static void ask_myself(void) {
  shmemx_am_request_short(me, wrong, NULL, 0);
  shmemx_am_quiet();
}
static void reply_twice(shmemx_am_token_t token) {
  shmemx_am_reply_short(token, nothing, NULL, 0);
  shmemx_am_reply_medium(token, nothing, NULL, 0, buffer, 1);
}
static void request_in_handler(shmemx_am_token_t token) {
  (void)token;
  shmemx_am_request_short(0, nothing, NULL, 0);
}
static void quiet_in_handler(shmemx_am_token_t token) {
  (void)token;
  shmemx_am_quiet();
}
/* Calls that wait, in a handler. PE 0 is on another node than the last PE if there are several. */
static void barrier_in_handler(shmemx_am_token_t token) {
  (void)token;
  shmem_barrier_all();
}
static void wait_in_handler(shmemx_am_token_t token) {
  (void)token;
  shmem_int_wait_until((int*)block, SHMEM_CMP_NE, 0);
}
static void wait_any_in_handler(shmemx_am_token_t token) {
  (void)token;
  shmem_long_wait_until_any((long*)block, 4, NULL, SHMEM_CMP_NE, 0);
}
static void signal_wait_in_handler(shmemx_am_token_t token) {
  (void)token;
  shmem_signal_wait_until((uint64_t*)block, SHMEM_CMP_NE, 0);
}
static void lock_in_handler(shmemx_am_token_t token) {
  (void)token;
  shmem_set_lock((long*)block);
}
static void malloc_in_handler(shmemx_am_token_t token) {
  (void)token;
  block = (char*)shmem_malloc(64);
}
static void broadcast_in_handler(shmemx_am_token_t token) {
  (void)token;
  shmem_broadcastmem(SHMEM_TEAM_WORLD, block, buffer, 8, 0);
}
static void split_in_handler(shmemx_am_token_t token) {
  (void)token;
  shmem_team_t team;
  shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, NULL, 0, &team);
}
static void put_in_handler(shmemx_am_token_t token) {
  (void)token;
  shmem_putmem(block, buffer, 64, 0);
}
static void get_in_handler(shmemx_am_token_t token) {
  (void)token;
  shmem_int_get((int*)buffer, (int*)block, 4, 0);
}
static void g_in_handler(shmemx_am_token_t token) {
  (void)token;
  args[0] = (uint64_t)shmem_long_g((long*)block, 0);
}
static void atomic_in_handler(shmemx_am_token_t token) {
  (void)token;
  args[0] = (uint64_t)shmem_long_atomic_fetch_inc((long*)block, 0);
}
static void put_signal_in_handler(shmemx_am_token_t token) {
  (void)token;
  shmem_putmem_signal(block + 8, buffer, 8, (uint64_t*)block, 1, SHMEM_SIGNAL_SET, 0);
}
static void iput_in_handler(shmemx_am_token_t token) {
  (void)token;
  shmem_int_iput((int*)block, (int*)buffer, 2, 2, 8, 0);
}
static void fabric_quiet_in_handler(shmemx_am_token_t token) {
  (void)token;
  shmem_quiet();
}
static void put_and_ask_myself(void) {
  shmem_putmem_nbi(block, buffer, 64, 0);
  ask_myself();
}
static void reply_to_reply(shmemx_am_token_t token) {
  static int replies = 0;
  if (replies++ == 0)
    shmemx_am_reply_short(token, wrong, NULL, 0);
  else
    shmemx_am_reply_short(token, nothing, NULL, 0);
}
static void wrong_token(shmemx_am_token_t token) {
  (void)token;
  shmemx_am_reply_short((shmemx_am_token_t)buffer, nothing, NULL, 0);
}
static void keep_token(shmemx_am_token_t token) { kept = token; }
static void token_after_return(void) {
  in_handler = keep_token;
  ask_myself();
  shmemx_am_reply_short(kept, nothing, NULL, 0);
}

static const struct {
  const char* name;
  void (*call)(void);
  void (*handler)(shmemx_am_token_t token);
} cases[] = {
    {"pe_n", pe_n, NULL},
    {"pe_minus_1", pe_minus_1, NULL},
    {"no_handler", no_handler, NULL},
    {"handler_minus_1", handler_minus_1, NULL},
    {"args_17", args_17, NULL},
    {"args_minus_1", args_minus_1, NULL},
    {"args_null", args_null, NULL},
    {"too_large", too_large, NULL},
    {"payload_null", payload_null, NULL},
    {"long_to_stack", long_to_stack, NULL},
    {"long_past_heap", long_past_heap, NULL},
    {"register_null", register_null, NULL},
    {"source_null", source_null, NULL},
    {"reply_outside", reply_outside, NULL},
    {"reply_twice", ask_myself, reply_twice},
    {"request_in_handler", ask_myself, request_in_handler},
    {"quiet_in_handler", ask_myself, quiet_in_handler},
    {"barrier_in_handler", ask_myself, barrier_in_handler},
    {"wait_in_handler", ask_myself, wait_in_handler},
    {"wait_any_in_handler", ask_myself, wait_any_in_handler},
    {"signal_wait_in_handler", ask_myself, signal_wait_in_handler},
    {"lock_in_handler", ask_myself, lock_in_handler},
    {"malloc_in_handler", ask_myself, malloc_in_handler},
    {"broadcast_in_handler", ask_myself, broadcast_in_handler},
    {"split_in_handler", ask_myself, split_in_handler},
    {"put_in_handler", ask_myself, put_in_handler},
    {"get_in_handler", ask_myself, get_in_handler},
    {"g_in_handler", ask_myself, g_in_handler},
    {"atomic_in_handler", ask_myself, atomic_in_handler},
    {"put_signal_in_handler", ask_myself, put_signal_in_handler},
    {"iput_in_handler", ask_myself, iput_in_handler},
    {"fabric_quiet_in_handler", put_and_ask_myself, fabric_quiet_in_handler},
    {"reply_to_reply", ask_myself, reply_to_reply},
    {"wrong_token", ask_myself, wrong_token},
    {"token_after_return", token_after_return, NULL},
};

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  if (strcmp(argv[1], "before_init") == 0) shmemx_am_request_short(0, 0, NULL, 0);
  shmem_init();
  me = shmem_my_pe();
  n = shmem_n_pes();
  block = (char*)shmem_calloc(1, 64);
  nothing = shmemx_am_register(do_nothing);
  /* Only the last PE registers a second handler in the case that tests PEs with different handlers. */
  const int lonely = strcmp(argv[1], "not_registered_there") == 0;
  if (!lonely || me == n - 1) wrong = shmemx_am_register(do_wrong);
  shmem_barrier_all();
  if (lonely && me == n - 1) {
    shmemx_am_request_short(0, wrong, NULL, 0);
    shmemx_am_quiet();
  }
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    if (strcmp(argv[1], cases[i].name) == 0 && me == n - 1) {
      in_handler = cases[i].handler;
      cases[i].call();
    }
  shmem_barrier_all();
  if (strcmp(argv[1], "finalized") == 0) {
    shmem_finalize();
    if (me == n - 1) shmemx_am_poll();
    return 0;
  }
  if (strcmp(argv[1], "nothing") != 0) {
    fprintf(stderr, "PE %d: nobody has noticed %s\n", me, argv[1]);
    return 3;
  }
  shmem_finalize();
  return 0;
}
