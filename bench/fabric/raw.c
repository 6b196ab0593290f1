/* What the provider itself does, without SHMEM: two processes on 127.0.0.1 over libfabric's tcp;ofi_rxm, in loops that
 * do what the program of bench/ops with the same name asks of a library. The figures carry that program's names, for
 * bench/run to set them side by side.
 *
 * put_latency: fi_write with delivery complete, and its counter. get_latency: fi_read and its counter. put_bandwidth and
 * get_bandwidth: the same in windows of 32, and their counter; window and buffers are those of bench/ops. The target
 * spins on its completion queue and does nothing else. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../figures.h"
#include "../options.h"
#include "side.h"

enum { window = 32 };
static const size_t buffer_bytes = (size_t)8 << 20; /* with the window as in put_bandwidth.c and get_bandwidth.c */

static Side side;
static Card target;

typedef struct Operation {
  const char* name;   /* of the program of bench/ops */
  const char* metric; /* of its figure */
  const char* about;
  void (*batch)(long calls, size_t bytes);
  void (*add)(Figures*, const char*, size_t, Sample);
} Operation;

static void write_each(long calls, size_t bytes) {
  for (long i = 0; i < calls; ++i) {
    side_write(&side, side.buffer, bytes, 0);
    side_await_writes(&side);
  }
}

static void read_each(long calls, size_t bytes) {
  for (long i = 0; i < calls; ++i) {
    side_read(&side, side.buffer, bytes, 0);
    side_await_reads(&side);
  }
}

/* The blocks of a window follow one another through the buffer; all of a window are awaited together. */
static void in_windows(long calls, size_t bytes, void (*begin)(size_t at, size_t bytes), void (*await)(Side*)) {
  const size_t blocks = buffer_bytes / bytes < window ? buffer_bytes / bytes : window;
  size_t block = 0;
  for (long i = 0; i < calls; ++i) {
    begin(block * bytes, bytes);
    if (++block == blocks) {
      block = 0;
      await(&side);
    }
  }
  await(&side);
}

static void begin_write(size_t at, size_t bytes) { side_write(&side, side.buffer + at, bytes, at); }
static void begin_read(size_t at, size_t bytes) { side_read(&side, side.buffer + at, bytes, at); }

static void write_windows(long calls, size_t bytes) { in_windows(calls, bytes, begin_write, side_await_writes); }
static void read_windows(long calls, size_t bytes) { in_windows(calls, bytes, begin_read, side_await_reads); }

static const Operation operations[] = {
    {"put_latency", "putmem+quiet", "fi_write, delivery complete, and its counter", write_each, figures_add_latency},
    {"get_latency", "getmem", "fi_read and its counter", read_each, figures_add_latency},
    {"put_bandwidth", "putmem_nbi", "fi_write in windows of 32 and their counter", write_windows,
     figures_add_bandwidth},
    {"get_bandwidth", "getmem_nbi", "fi_read in windows of 32 and their counter", read_windows, figures_add_bandwidth},
};
enum { operation_count = sizeof operations / sizeof operations[0] };

static void quit(const char* why) {
  fprintf(stderr, "raw: %s\n", why);
  exit(2);
}

static void fail(const char* what) {
  fprintf(stderr, "raw: %s: %s\n", what, strerror(errno));
  exit(2);
}

/* Makes progress until the other process closes its end of the pipe, by exiting or by dying. */
static void serve(int to, int from) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  side_open(&side, buffer_bytes);
  const Card mine = side_card(&side);
  if (write(to, &mine, sizeof mine) != sizeof mine) fail("write");
  side_progress_until_closed(&side, from);
  side_close(&side);
}

/* Checks one byte each way, since a figure of writes that do not arrive would be worth nothing. */
static void prove(void) {
  side.buffer[0] = 42;
  side_write(&side, side.buffer, 1, buffer_bytes - 1);
  side_await_writes(&side);
  side_read(&side, side.buffer + 1, 1, buffer_bytes - 1);
  side_await_reads(&side);
  if (side.buffer[1] != 42) quit("what was written did not arrive");
}

static bool run(const Operation* operation, const Options* options, int from) {
  Figures figures = {.bench = operation->name, .about = operation->about, .pes = 2, .repeat = options->repeat};
  if (options->json_path != NULL && (figures.json = fopen(options->json_path, "w")) == NULL) fail(options->json_path);
  if (read(from, &target, sizeof target) != sizeof target) quit("the target did not start");
  side_open(&side, buffer_bytes);
  side_meet(&side, &target);
  prove();
  for (int i = 0; i < options->size_count; ++i) {
    const size_t bytes = options->sizes[i];
    if (bytes <= buffer_bytes) {
      const Sample sample = figures_measure(operation->batch, bytes, options->batch_ns, options->repeat);
      operation->add(&figures, operation->metric, bytes, sample);
    }
  }
  return figures_end(&figures);
}

int main(int argc, char** argv) {
  const Operation* operation = NULL;
  for (int i = 0; i < operation_count && argc > 1; ++i) {
    if (strcmp(argv[1], operations[i].name) == 0) operation = &operations[i];
  }
  if (operation == NULL) {
    fprintf(stderr, "raw: usage: raw put_latency|get_latency|put_bandwidth|get_bandwidth [--sizes ...]\n");
    return 2;
  }
  const Options options = options_read(argc - 1, argv + 1);
  if (options.help) {
    options_print_help(operation->name, operation->about);
    return 0;
  }
  if (options.problem[0] != '\0') {
    fprintf(stderr, "raw: %s\n", options.problem);
    return 2;
  }
  int up[2], down[2];
  if (pipe(up) != 0 || pipe(down) != 0) fail("pipe");
  const pid_t child = fork(); /* before libfabric is touched: its threads and sockets do not survive a fork */
  if (child < 0) fail("fork");
  if (child == 0) {
    close(up[0]);
    close(down[1]);
    serve(up[1], down[0]);
    return 0;
  }
  close(up[1]);
  close(down[0]);
  const bool good = run(operation, &options, up[0]);
  close(down[1]);
  int status = 0;
  if (waitpid(child, &status, 0) != child || status != 0) quit("the target failed");
  side_close(&side);
  return good ? 0 : 2;
}
