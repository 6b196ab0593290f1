#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "job.h"

void device_begin(int me) { (void)me; }
const char* device_memory(void) { return "host"; }

void* device_alloc(size_t bytes) {
  void* memory = malloc(bytes > 0 ? bytes : 1);
  if (!memory) job_fail("device", "out of memory; use a smaller --size");
  return memory;
}

void device_free(void* there) { free(there); }
void device_write(void* there, const void* here, size_t bytes) { memcpy(there, here, bytes); }
void device_read(void* here, const void* there, size_t bytes) { memcpy(here, there, bytes); }

void* device_map(void* here, size_t bytes) {
  (void)bytes;
  return here;
}

void device_unmap(void* here, size_t bytes) { (void)here, (void)bytes; }
void device_update_from(void* here, size_t bytes) { (void)here, (void)bytes; }
void device_update_to(void* here, size_t bytes) { (void)here, (void)bytes; }
