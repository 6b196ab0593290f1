#include <omp.h>

#include "device.h"
#include "job.h"

void device_begin(int me) {
  if (omp_get_num_devices() == 0) job_fail("device", "OpenMP has no device; OMP_TARGET_OFFLOAD=mandatory says why");
  omp_set_default_device(me % omp_get_num_devices());
}

const char* device_memory(void) { return "device"; }

void* device_alloc(size_t bytes) {
  void* memory = omp_target_alloc(bytes > 0 ? bytes : 1, omp_get_default_device());
  if (!memory) job_fail("device", "out of device memory; use a smaller --size");
  return memory;
}

void device_free(void* there) { omp_target_free(there, omp_get_default_device()); }

static void copy(void* to, const void* from, size_t bytes, int to_device, int from_device) {
  if (omp_target_memcpy(to, from, bytes, 0, 0, to_device, from_device) != 0) {
    job_fail("device", "a copy between host and device failed");
  }
}

void device_write(void* there, const void* here, size_t bytes) {
  copy(there, here, bytes, omp_get_default_device(), omp_get_initial_device());
}

void device_read(void* here, const void* there, size_t bytes) {
  copy(here, there, bytes, omp_get_initial_device(), omp_get_default_device());
}

void* device_map(void* here, size_t bytes) {
  char* const memory = here;
#pragma omp target enter data map(alloc : memory [0:bytes])
  void* there = omp_get_mapped_ptr(memory, omp_get_default_device());
  if (!there) job_fail("device", "out of device memory; use a smaller --size");
  return there;
}

void device_unmap(void* here, size_t bytes) {
  char* const memory = here;
#pragma omp target exit data map(delete : memory [0:bytes])
}

void device_update_from(void* here, size_t bytes) {
  char* const memory = here;
#pragma omp target update from(memory [0:bytes])
}

void device_update_to(void* here, size_t bytes) {
  char* const memory = here;
#pragma omp target update to(memory [0:bytes])
}
