/* Uses the vendor's driver directly: for memory that the library did not allocate, and to look at the library's memory
 * without going through the library. */
#ifndef TESTS_DEVICE_DRIVER_H
#define TESTS_DEVICE_DRIVER_H

#include <stddef.h>

/* kind: CUDA, HIP, ZE, or LIBOMP on devices that are the host. After shmem_init, which chose this PE's device. */
void driver_open(const char* kind);
/* On the device that the driver gives by default. */
void* driver_malloc(size_t bytes);
/* Memory that the driver moves between host and device, and that no other process can open. */
void* driver_malloc_managed(size_t bytes);
/* CUDA's virtual memory, made so that a descriptor can be had of it; with other drivers the same as driver_malloc. */
void* driver_malloc_virtual(size_t bytes);
void driver_free_virtual(void* pointer, size_t bytes);
void driver_free(void* pointer);
/* Pinned host memory: the driver's copies to and from it take their time. */
void* driver_pin(size_t bytes);
void driver_unpin(void* pointer);
/* Done on return; each side host or device memory. */
void driver_copy(void* dest, const void* source, size_t bytes);
/* The same in two steps, so that many copies can be under way; any thread may call it, one at a time. */
void driver_begin_copy(void* dest, const void* source, size_t bytes);
void driver_finish_copies(void);
/* What HIP's runtime says was the last error, which it forgets by that; 0 with other drivers. */
int driver_last_error(void);
/* The stream of CUDA or HIP of those copies; null where there is none. */
void* driver_stream(void);
/* One more stream of CUDA or HIP, and the wait for what is on it. */
void* driver_open_stream(void);
void driver_finish(void* stream);

#endif
