/* Shadows: host memory that stands for this PE's device memory. A program reads and writes the shadow; calls of the
 * library get the device's address. A page of a shadow is closed (no access) until the program touches it; then a
 * signal handler brings the page from the device, by the vendor's driver, and opens it. shadow_close carries the bytes
 * that the program changed to the device, those alone, since others may have written beside them, and closes the page.
 * Every call of the library does so when it begins and when it ends, and a thread does every now and then. */
#ifndef TESTS_DEVICE_HEAP_SHADOW_H
#define TESTS_DEVICE_HEAP_SHADOW_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Translates addresses in a shadow; all others are returned unchanged. */
void* shadow_to_device(const void* address);
void shadow_close(void);

/* A new shadow of a range of device memory; one at a time. Aligned as that is. */
void* shadow_of(void* device, size_t bytes);
/* Memory that is there, mapped shared, becomes a shadow: its contents go to the device. Whole pages. */
void shadow_adopt(void* memory, void* device, size_t bytes);
/* Ends all shadows: adopted memory gets the device's contents and is plain memory again, other shadows are unmapped. */
void shadow_end(void);

/* An address in the shadow of the range that holds a device address. */
void* shadow_from_device(const void* device);
/* Bytes from the first byte of the first shadow; the same on all PEs for the same object. -1: none. */
long shadow_offset(const void* address);

#ifdef __cplusplus
}
#endif

#endif
