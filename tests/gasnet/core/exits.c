/* gasnet_exit by some ranks or all, in a handler, in a thread, in a handler of a signal, and with different codes; the first
 * argument says how. */
#include <gasnetex.h>

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "frame.h"

static void on_exit_message(gex_Token_t token, gex_AM_Arg_t code) {
  (void)token;
  gasnet_exit(code);
}

/* Threads that are in calls of GASNet all the time. */
static int busy;
static void on_nothing(gex_Token_t token) { (void)token; }
static void *poll_always(void *argument) {
  for (;; __atomic_store_n(&busy, 1, __ATOMIC_RELEASE)) gasnet_AMPoll();
  return argument;
}
static void *put_always(void *there) {
  long value = 1;
  for (;;) {
    gex_RMA_PutBlocking(tm, (me + 1) % n, there, &value, sizeof value, 0);
    gex_RMA_GetBlocking(tm, &value, (me + 1) % n, there, sizeof value, 0);
    gex_AM_RequestShort0(tm, (me + 1) % n, 201, 0);
  }
  return NULL;
}
static void *exit_here(void *code) {
  gasnet_exit((int)(intptr_t)code);
  return NULL;
}
static void start_thread(void *(*function)(void *), void *argument) {
  pthread_t thread;
  EXPECT_EQ(pthread_create(&thread, NULL, function, argument), 0);
}

static void on_signal(int number) {
  (void)number;
  gasnet_exit(29);
}
static void on_quit(int number) {
  (void)number;
  gasnet_exit(30);
}
static void end_slowly(void) {
  int i;
  for (i = 0; i < 70; ++i) usleep(100000);
  fputs("slowly ended\n", stderr);
}
static pthread_t main_thread;
static void *interrupt_main(void *argument) {
  usleep(500000); /* the main thread is in gasnet_exit by then, for some seconds; the outcome is the same if it is not */
  pthread_kill(main_thread, SIGUSR1);
  return argument;
}

int main(int argc, char **argv) {
  const char *const how = argc > 1 ? argv[1] : "";
  gex_AM_Entry_t entries[2];
  signal(SIGINT, SIG_DFL); /* shells start what runs in the background with SIGINT ignored, and then GASNet leaves it so */
  EXPECT_EQ(gex_Client_Init(&client, &ep, &tm, "TEST", &argc, &argv, 0), GASNET_OK);
  me = gex_TM_QueryRank(tm);
  n = gex_TM_QuerySize(tm);
  if (strcmp(how, "before_attach") == 0) gasnet_exit(21);
  EXPECT_EQ(gex_Segment_Attach(&segment, tm, SEGMENT_BYTES), GASNET_OK);
  memset(entries, 0, sizeof entries);
  entries[0].gex_index = 200;
  entries[0].gex_fnptr = (gex_AM_Fn_t)on_exit_message;
  entries[0].gex_nargs = 1;
  entries[1].gex_index = 201;
  entries[1].gex_fnptr = (gex_AM_Fn_t)on_nothing;
  EXPECT_EQ(gex_EP_RegisterHandlers(ep, entries, 2), GASNET_OK);
  signal(SIGUSR1, on_signal);
  main_thread = pthread_self();
  meet();
  /* Has to be seen, although nobody flushes it, also in a file of the client's own. */
  fprintf(strcmp(how, "returning") == 0 ? fdopen(dup(1), "w") : stdout, "rank %d was here\n", (int)me);
  if (strcmp(how, "returning") == 0) { /* some ranks return, one while another thread of it exits, and the others exit */
    if (me == 1) start_thread(exit_here, NULL);
    if (me < 2) return 0;
    gasnet_exit(0);
  }
  if (strcmp(how, "all") == 0) gasnet_exit(22);
  if (strcmp(how, "different") == 0) gasnet_exit(me == 0 ? 0 : 1 << me); /* one of the codes, and no mixture */
  if (strcmp(how, "one_others_wait") == 0 && me == n - 1) gasnet_exit(23);
  if (strcmp(how, "one_others_compute") == 0) {
    if (me == 0) gasnet_exit(24);
    for (;;) sleep(1);
  }
  if (strcmp(how, "handler") == 0 && me == 0) gex_AM_RequestShort1(tm, n - 1, 200, 0, 25);
  if (strcmp(how, "spinning") == 0) {
    start_thread(poll_always, NULL);
    start_thread(put_always, segment_of((me + 1) % n));
    while (!__atomic_load_n(&busy, __ATOMIC_ACQUIRE)) continue;
    meet();
    gasnet_exit(0);
  }
  if (strcmp(how, "thread") == 0 && me == 0) start_thread(exit_here, (void *)(intptr_t)26);
  if (strcmp(how, "signal") == 0 && me == 0) raise(SIGUSR1);
  if (strcmp(how, "signal_in_exit") == 0) {
    if (me == 0) start_thread(interrupt_main, NULL);
    if (me == 0) gasnet_exit(28);
    for (;;) sleep(1);
  }
  /* SIGINT is SIGQUIT for a client that handles that, and the end of the process for others. */
  if (strcmp(how, "interrupted") == 0) signal(SIGQUIT, on_quit);
  if (strncmp(how, "interrupted", 11) == 0 && me == n - 1) {
    kill(getpid(), SIGINT);
    for (;;) sleep(1);
  }
  if (strcmp(how, "all_well") == 0) gasnet_exit(0);
  if (strcmp(how, "slow_end") == 0 && me == 0) atexit(end_slowly);
  if (strcmp(how, "slow_end") == 0) gasnet_exit(0);
  for (;;) meet();
}
