// The extended versions' memory: symmetric, and on the device.
#pragma once
#include <stddef.h>

/// From partition 2 (SHMEM_SYMMETRIC_PARTITION2=SIZE=<s>:KIND=LIBOMP); an address of the device. Collective; ends the
/// job with a line where there is none.
void* symmetric_alloc(size_t bytes);
void symmetric_free(void* there);
