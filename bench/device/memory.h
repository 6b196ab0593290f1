/* Symmetric device memory for the programs of this folder, and the copies that a program without our extension makes:
 * its driver's own, between host and device. The kind of memory is that of partition 2. */
#ifndef ISTHMUS_BENCH_DEVICE_MEMORY_H
#define ISTHMUS_BENCH_DEVICE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "../harness.h"

/* The largest of --sizes that is at most `limit`. */
size_t memory_largest(size_t limit);

/* Allocates symmetric device memory; ends the program with a line if there is none. */
void* memory_allocate(size_t bytes);

/* The driver's own copies, complete on return. Every thread but the first calls memory_use_in_thread first. */
void memory_use_in_thread(void);
void memory_to_host(void* host, const void* device, size_t bytes);
void memory_to_device(void* device, const void* host, size_t bytes);
/* Whether the driver copies between the devices of two PEs by one call, which a program could make itself. */
bool memory_copies_between_devices(void);
void memory_between_devices(void* to, const void* from, size_t bytes);
/* The same in two steps: any number of copies, and one wait for all of them. */
void memory_begin_between_devices(void* to, const void* from, size_t bytes);
void memory_finish(void);

/* Fills the first `bytes` with this PE's pattern; checks whether they are the pattern of PE `pe`. */
void memory_fill(void* device, size_t bytes);
bool memory_is_from(const void* device, size_t bytes, int pe);

/* Ends the job with a line unless `right`. */
void memory_expect(bool right, const char* what, size_t bytes);

/* Runs the batch, checks it by `right`, measures and reports it. */
Sample memory_measure(const char* metric, HarnessBatch batch, size_t bytes, HarnessCallers callers, bool right(size_t));

#endif
