// The memory that an app's kernels work in. device_omp.c: memory of an OpenMP device, which the host may not
// dereference. device_host.c: the host's own memory, where mapping and updates do nothing. Kernels take device
// addresses (is_device_ptr).
#pragma once
#include <stddef.h>

/// PEs of a node take the visible devices in turn, as partitions do.
void device_begin(int me);

/// "host", or "device" where kernels run on an OpenMP device.
const char* device_memory(void);

/// Allocates device memory; ends the program with a line if there is none.
void* device_alloc(size_t bytes);
void device_free(void* there);
void device_write(void* there, const void* here, size_t bytes);
void device_read(void* here, const void* there, size_t bytes);

/// A copy of `here` on the device (map(alloc)); returns its address there. The updates copy all or part of it.
void* device_map(void* here, size_t bytes);
void device_unmap(void* here, size_t bytes);
void device_update_from(void* here, size_t bytes);
void device_update_to(void* here, size_t bytes);
