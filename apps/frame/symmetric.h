// The extended versions' memory: symmetric, and on the device.
#pragma once
#include <stddef.h>

/// A buffer of the symmetric heap that is mapped to the device with storage in a partition there (map(close, ..), by
/// libisthmus_omp), so that other PEs reach it; returns the address on the device, which kernels and SHMEM calls take.
/// Collective; ends the job with a line where there is no room. SHMEM_SYMMETRIC_PARTITION2=SIZE=<s>:KIND=LIBOMP.
void* symmetric_alloc(size_t bytes);
void symmetric_free(void* there);
