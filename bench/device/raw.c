/* What CUDA itself does, without SHMEM: this process copies between its own device memory and that of another process,
 * through an IPC mapping, and waits for the stream. The figures carry the names of put.c's, for bench/device/run to set
 * them side by side. The driver is opened at run time, so that this builds without CUDA. */
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../figures.h"
#include "../options.h"

typedef struct IpcHandle {
  char bytes[64];
} IpcHandle;

static struct {
  int (*init)(unsigned);
  int (*retain)(void**, int);
  int (*set_current)(void*);
  int (*allocate)(uint64_t*, size_t);
  int (*ipc_get)(IpcHandle*, uint64_t);
  int (*ipc_open)(uint64_t*, IpcHandle, unsigned);
  int (*create_stream)(void**, unsigned);
  int (*copy_async)(uint64_t, uint64_t, size_t, void*);
  int (*synchronize)(void*);
} cuda;

static const size_t largest = (size_t)256 << 20, largest_host = (size_t)4 << 20;
static uint64_t mine, theirs, host;
static void* stream;

static void must(const char* what, int status) {
  if (status == 0) return;
  fprintf(stderr, "raw: %s failed: CUDA error %d\n", what, status);
  exit(2);
}

/* `function` points to a pointer to a function, of any type. */
static void find(void* library, const char* name, void* function) {
  void* const found = dlsym(library, name);
  must(name, found == NULL);
  memcpy(function, &found, sizeof found);
}

static void open_driver(void) {
  void* const library = dlopen("libcuda.so.1", RTLD_NOW);
  if (library == NULL) {
    fprintf(stderr, "raw: there is no CUDA driver here: %s\n", dlerror());
    exit(2);
  }
  find(library, "cuInit", &cuda.init);
  find(library, "cuDevicePrimaryCtxRetain", &cuda.retain);
  find(library, "cuCtxSetCurrent", &cuda.set_current);
  find(library, "cuMemAlloc_v2", &cuda.allocate);
  find(library, "cuIpcGetMemHandle", &cuda.ipc_get);
  find(library, "cuIpcOpenMemHandle_v2", &cuda.ipc_open);
  find(library, "cuStreamCreate", &cuda.create_stream);
  find(library, "cuMemcpyAsync", &cuda.copy_async);
  find(library, "cuStreamSynchronize", &cuda.synchronize);
  void* context = NULL;
  must("cuInit", cuda.init(0));
  must("cuDevicePrimaryCtxRetain", cuda.retain(&context, 0));
  must("cuCtxSetCurrent", cuda.set_current(context));
  must("cuMemAlloc", cuda.allocate(&mine, largest));
}

static void copy(long calls, uint64_t to, uint64_t from, size_t bytes) {
  for (long i = 0; i < calls; ++i) {
    must("cuMemcpyAsync", cuda.copy_async(to, from, bytes, stream));
    must("cuStreamSynchronize", cuda.synchronize(stream));
  }
}
static void put(long calls, size_t bytes) { copy(calls, theirs, mine, bytes); }
static void get(long calls, size_t bytes) { copy(calls, mine, theirs, bytes); }
static void put_from_host(long calls, size_t bytes) { copy(calls, theirs, host, bytes); }
static void get_to_host(long calls, size_t bytes) { copy(calls, host, theirs, bytes); }

/* Holds device memory that the first process opens, until that process has finished. */
static void hold(int to, int from) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  open_driver();
  IpcHandle handle;
  must("cuIpcGetMemHandle", cuda.ipc_get(&handle, mine));
  char end = 0;
  if (write(to, &handle, sizeof handle) != sizeof handle || read(from, &end, 1) < 0) exit(2);
}

/* Checks that what is written through the mapping can be read back through it. */
static void prove(char* block) {
  memset(block, 42, 2);
  put_from_host(1, 1);
  block[0] = 0;
  get_to_host(1, 1);
  must("the copy there and back", block[0] != 42);
}

static bool run(const Options* options, int pes, int from) {
  Figures figures = {.bench = "put", .about = "cuMemcpyAsync and cuStreamSynchronize", .pes = pes};
  figures.repeat = options->repeat;
  if (options->json_path != NULL && (figures.json = fopen(options->json_path, "w")) == NULL) {
    fprintf(stderr, "raw: %s: %s\n", options->json_path, strerror(errno));
    exit(2);
  }
  char* const block = malloc(largest_host);
  IpcHandle handle;
  must("starting the other process", block == NULL || read(from, &handle, sizeof handle) != sizeof handle);
  open_driver();
  host = (uintptr_t)block;
  memset(block, 1, largest_host);
  must("cuIpcOpenMemHandle", cuda.ipc_open(&theirs, handle, 1));
  must("cuStreamCreate", cuda.create_stream(&stream, 1));
  prove(block);
  static const struct {
    const char* metric;
    void (*batch)(long, size_t);
    bool of_host;
  } rows[] = {{"putmem+quiet", put, false},
              {"getmem", get, false},
              {"host to device", put_from_host, true},
              {"device to host", get_to_host, true}};
  for (int i = 0; i < options->size_count; ++i) {
    const size_t bytes = options->sizes[i];
    for (int row = 0; row < 4; ++row) {
      if (bytes > (rows[row].of_host ? largest_host : largest)) continue;
      const Sample sample = figures_measure(rows[row].batch, bytes, options->batch_ns, options->repeat);
      figures_add_latency(&figures, rows[row].metric, bytes, sample);
    }
  }
  free(block);
  return figures_end(&figures);
}

int main(int argc, char** argv) {
  const int pes = argc > 1 ? atoi(argv[1]) : 0;
  const Options options = options_read(argc - 1, argv + 1);
  if (pes < 2 || options.help || options.problem[0] != '\0') {
    fprintf(stderr, "raw: usage: raw PROCESSES [--sizes ...]; %s\n", options.problem);
    return 2;
  }
  int up[2], down[2];
  if (pipe(up) != 0 || pipe(down) != 0) return 2;
  for (int other = 1; other < pes; ++other) { /* before the driver is touched: it does not survive a fork */
    const pid_t child = fork();
    if (child < 0) return 2;
    if (child > 0) continue;
    close(up[0]);
    close(down[1]);
    hold(up[1], down[0]);
    return 0;
  }
  close(up[1]);
  close(down[0]);
  const bool good = run(&options, pes, up[0]);
  close(down[1]);
  while (wait(NULL) > 0) {
  }
  return good ? 0 : 2;
}
