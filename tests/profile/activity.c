/* Tells a double of a vendor's library for tracing of kernels and copies of known times, for activity_test.py:
 * activity WHEN WHAT DRIVER INIT TOOL
 *
 * WHEN the program loads the file DRIVER and calls its function INIT: "never" (the library does for a partition, or
 * nobody does), "early" (before shmem_init, with a kernel before the job), "late" (after it), "linked" (loaded before
 * it, called after it), "resumed" (as late, and then the recording is asked for again). WHAT: "known" (among calls, on
 * several streams and devices), "inside" (one kernel), "many" (ten thousand kernels), "twice" (two jobs, of which the
 * second counts).
 *
 * Prints whether driver and tool are loaded in the end. */
#include <dlfcn.h>
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void (*kernel)(const char*, uint64_t start, uint64_t end, uint32_t device, uint32_t stream);
static void (*copy)(const char* kind, uint64_t bytes, uint64_t start, uint64_t end, uint32_t device, uint32_t to_device,
                    uint32_t stream);
static void (*lose)(size_t); /* where the vendor's library can tell that */
static uint64_t (*clock_of_tool)(void);

static uint64_t now(void) { return clock_of_tool ? clock_of_tool() : 0; }

/* Finds the double, which must not be loaded by the program itself. */
static void find_double(const char* tool) {
  void* const library = dlopen(tool, RTLD_LAZY | RTLD_NOLOAD);
  if (!library) return;
  *(void**)&kernel = dlsym(library, "double_kernel");
  *(void**)&copy = dlsym(library, "double_copy");
  *(void**)&lose = dlsym(library, "double_lose");
  *(void**)&clock_of_tool = dlsym(library, "double_now");
}

static void start_driver(const char* file, const char* function) {
  void* const driver = dlopen(file, RTLD_NOW);
  int (*init)(unsigned) = NULL;
  if (driver) *(void**)&init = dlsym(driver, function);
  if (!init || init(0) != 0) shmem_global_exit(2);
}

/* Each kernel and copy begins after a call and ends before another, and encloses a third. */
static void known(void) {
  static long word;
  const int me = shmem_my_pe();
  shmem_long_p(&word, 1, me);
  const uint64_t before = now();
  shmem_barrier_all();
  const uint64_t after = now();
  shmem_long_g(&word, me);
  usleep(200000);
  shmem_long_p(&word, 2, me);
  const uint64_t later = now();
  shmem_sync_all();
  const uint64_t end = now();
  shmem_long_g(&word, me);
  if (!kernel) return;
  kernel("_Z5scalePfif", before, after, 0, 7);
  kernel("isthmus_sum", later, end, 0, 7);
  kernel("_Z5scalePfif", before, after, 0, 13);   /* another stream */
  kernel("in_a_graph", later + 1, end - 1, 0, 7); /* beside another of its stream */
  kernel("has_not_ended", end, 0, 0, 7);
  copy("HtoD", 4096, before, after, 0, 0, 7);
  copy("DtoH", 8192 + (unsigned)me, later, end, 0, 0, 7);
  copy("DtoD", 512, before, before + 1010, 1, 0, 20); /* a microsecond: the clock is fast by a hundredth */
  copy("PtoP", UINT64_C(1) << 33, later, end, 0, 1, 21);
  copy("fill", 64, later, later, 1, 0, 20);
  shmem_pcontrol(0);
  kernel("not_recorded", later, end, 0, 7);
  shmem_pcontrol(1);
}

/* More than fit into one buffer. */
static void many(void) {
  static const char* const names[] = {"zero", "one", "two"};
  for (int i = 0; i < 10000 && kernel; ++i) {
    const uint64_t start = now();
    kernel(names[i % 3], start, now(), 0, 7);
  }
  if (lose) lose(5);
}

/* One kernel, around a barrier. */
static void inside(const char* name) {
  const uint64_t start = now();
  shmem_barrier_all();
  if (kernel) kernel(name, start, now(), 0, 7);
}

static void twice(void) {
  if (kernel) kernel("first_job", now() - 1000, now(), 0, 7);
  shmem_finalize();
  if (kernel) kernel("between_the_jobs", now() - 1000, now(), 0, 7);
  shmem_init();
  inside("second_job");
}

int main(int argc, char** argv) {
  if (argc != 6) return 2;
  const char *const when = argv[1], *const what = argv[2], *const driver = argv[3], *const init = argv[4],
                    *const tool = argv[5];
  const int resumed = strcmp(when, "resumed") == 0, linked = strcmp(when, "linked") == 0;
  if (linked && !dlopen(driver, RTLD_NOW)) return 2;
  if (strcmp(when, "early") == 0) {
    start_driver(driver, init);
    find_double(tool);
    if (kernel) kernel("before_the_job", now() - 1000, now(), 0, 7);
  }
  shmem_init();
  if (strcmp(when, "late") == 0 || linked || resumed) start_driver(driver, init);
  if (resumed) shmem_pcontrol(1);
  find_double(tool);
  if (strcmp(what, "known") == 0) known();
  if (strcmp(what, "inside") == 0) inside("inside");
  if (strcmp(what, "many") == 0) many();
  if (strcmp(what, "twice") == 0) twice();
  shmem_finalize();
  printf("driver %s, tool %s\n", dlopen(driver, RTLD_LAZY | RTLD_NOLOAD) ? "yes" : "no", kernel ? "yes" : "no");
  return 0;
}
