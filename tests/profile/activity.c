/* Tells a double of CUPTI of kernels and copies of known times, for activity_test.py: activity MODE
 *
 * known  among calls, on several streams and devices; CUDA's driver is there from shmem_init on, for a partition
 * late   the driver is initialised after shmem_init; "early" before it, with a kernel before the job, too
 * many   ten thousand kernels; the driver as in late
 * twice  two jobs, of which the second counts
 *
 * Prints what libraries are loaded in the end. */
#include <dlfcn.h>
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { HtoD = 1, DtoH = 2, DtoD = 8, PtoP = 10, fill = 0 };

static void (*kernel)(const char*, uint64_t start, uint64_t end, uint32_t device, uint32_t stream);
static void (*copy)(uint8_t kind, uint64_t bytes, uint64_t start, uint64_t end, uint32_t device, uint32_t to_device,
                    uint32_t stream);
static void (*lose)(size_t);
static int (*timestamp)(uint64_t*);

static uint64_t now(void) {
  uint64_t ns = 0;
  if (timestamp) timestamp(&ns);
  return ns;
}

/* Finds the double, which must not be loaded by the program itself. */
static void find_double(void) {
  void* const library = dlopen("libcupti.so.12", RTLD_LAZY | RTLD_NOLOAD);
  if (!library) return;
  *(void**)&kernel = dlsym(library, "double_cupti_kernel");
  *(void**)&copy = dlsym(library, "double_cupti_copy");
  *(void**)&lose = dlsym(library, "double_cupti_lose");
  *(void**)&timestamp = dlsym(library, "cuptiGetTimestamp");
}

static void start_driver(void) {
  void* const driver = dlopen("libcuda.so.1", RTLD_NOW);
  int (*init)(unsigned) = NULL;
  if (driver) *(void**)&init = dlsym(driver, "cuInit");
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
  copy(HtoD, 4096, before, after, 0, 0, 7);
  copy(DtoH, 8192 + (unsigned)me, later, end, 0, 0, 7);
  copy(DtoD, 512, before, before + 1010, 1, 0, 20); /* a microsecond: the clock is fast by a hundredth */
  copy(PtoP, UINT64_C(1) << 33, later, end, 0, 1, 21);
  copy(fill, 64, later, later, 1, 0, 20);
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

int main(int argc, char** argv) {
  const char* const mode = argc > 1 ? argv[1] : "known";
  if (strcmp(mode, "early") == 0) {
    start_driver();
    find_double();
    if (kernel) kernel("before_the_job", now() - 1000, now(), 0, 7);
  }
  shmem_init();
  if (strcmp(mode, "late") == 0 || strcmp(mode, "many") == 0) start_driver();
  find_double();
  if (strcmp(mode, "known") == 0) known();
  if (strcmp(mode, "late") == 0 || strcmp(mode, "early") == 0) {
    const uint64_t start = now();
    shmem_barrier_all();
    if (kernel) kernel("inside", start, now(), 0, 7);
  }
  if (strcmp(mode, "many") == 0) many();
  if (strcmp(mode, "twice") == 0) {
    if (kernel) kernel("first_job", now() - 1000, now(), 0, 7);
    shmem_finalize();
    if (kernel) kernel("between_the_jobs", now() - 1000, now(), 0, 7);
    shmem_init();
    const uint64_t start = now();
    shmem_barrier_all();
    if (kernel) kernel("second_job", start, now(), 0, 7);
  }
  shmem_finalize();
  printf("driver %s, cupti %s\n", dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD) ? "yes" : "no",
         kernel ? "yes" : "no");
  return 0;
}
