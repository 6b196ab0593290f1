/* How host threads wait for a CUDA device in a program that looks like one with OpenMP target regions, whose runtime has asked
 * the driver to let them sleep. The last argument says whether they spin: "spin", if each PE has a core, or "sleep". */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <shmem.h>
#include <shmemx_device/state.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { sleep_in_waits = 4, map_host = 8 }; /* CU_CTX_SCHED_BLOCKING_SYNC, and a flag that nobody may change */

void shmemx_device_register(struct isthmus_device_image *image);

static int take_state(const void *state, uint64_t bytes, int device) {
  (void)state, (void)bytes, (void)device;
  return 0;
}
static struct isthmus_device_image image = {ISTHMUS_DEVICE_VERSION, sizeof(struct isthmus_device_state), "OpenMP", take_state,
                                            NULL};

static void *find(void *driver, const char *name) {
  void *function = driver ? dlsym(driver, name) : NULL;
  if (!function) {
    fprintf(stderr, "no %s\n", name);
    exit(1);
  }
  return function;
}

int main(int argc, char **argv) {
  void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  int (*init)(unsigned), (*get)(int, unsigned *, int *), (*set)(int, unsigned);
  *(void **)&init = find(driver, "cuInit");
  *(void **)&get = find(driver, "cuDevicePrimaryCtxGetState");
  *(void **)&set = find(driver, "cuDevicePrimaryCtxSetFlags_v2");
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) != 0) return 1;
  if (argc < 2 || init(0) != 0 || set(0, sleep_in_waits | map_host) != 0) return 1;
  shmemx_device_register(&image);
  shmem_init();
  const int spin = strcmp(argv[argc - 1], "spin") == 0 && shmem_n_pes() <= CPU_COUNT(&cores);
  const unsigned expected = (spin ? 0 : sleep_in_waits) | map_host;
  unsigned flags = 0;
  int active = 0;
  if (get(0, &flags, &active) != 0 || flags != expected || !active) {
    fprintf(stderr, "PE %d: flags %u, expected %u, active %d\n", shmem_my_pe(), flags, expected, active);
    shmem_global_exit(1);
  }
  shmem_finalize();
  return 0;
}
