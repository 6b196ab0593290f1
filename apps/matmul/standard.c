// Standard OpenSHMEM: the stripes are staged in symmetric host memory. If device and host share memory, the target
// updates do nothing.
#include <shmem.h>

#include "../frame/device.h"
#include "../frame/job.h"
#include "problem.h"

const char exchange_name[] = "standard";
static double* here[2];

void exchange_open(size_t bytes, double* stripe[2]) {
  for (int i = 0; i < 2; ++i) here[i] = job_alloc(bytes);
  for (int i = 0; i < 2; ++i) stripe[i] = device_map(here[i], bytes);
}

void exchange_begin(int from, size_t bytes) {
  device_update_from(here[from], bytes);
  shmem_putmem_nbi(here[1 - from], here[from], bytes, (shmem_my_pe() + shmem_n_pes() - 1) % shmem_n_pes());
}

void exchange_end(int from, size_t bytes) {
  shmem_barrier_all();
  device_update_to(here[1 - from], bytes);
}

void exchange_close(size_t bytes) {
  for (int i = 0; i < 2; ++i) device_unmap(here[i], bytes), job_free(here[i]);
}
