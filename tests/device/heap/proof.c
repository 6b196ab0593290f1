/* Proves that device_heap.so does what it says: under it this program's heap and static data must be device memory,
 * stores to them must get there, what arrives there must be seen here, and bytes that others write beside ours must
 * survive. The device's memory is read and written by the driver alone. Usage: proof KIND */
#include <dlfcn.h>

#include "places.h"

static unsigned char data[64];

static void check(void* (*to_device)(const void*), unsigned char* shadow) {
  const int next = (me + 1) % n;
  unsigned char *device = to_device(shadow), seen[64], expected[64];
  EXPECT(device != shadow);
  EXPECT(strcmp(shmemx_kind_of(shadow), kind) == 0);
  EXPECT(strcmp(shmemx_kind_of(device), kind) == 0);
  EXPECT(shmem_ptr(shadow, next) == (next == me ? (void*)shadow : NULL));

  memset(shadow, 1 + me, 64);
  shmem_barrier_all();
  memset(expected, 1 + me, 64);
  driver_copy(seen, device, 64);
  EXPECT_SAME(seen, expected, 64);

  memset(seen, 100 + me, 64);
  driver_copy(device, seen, 64);
  shmem_barrier_all(); /* closes the open pages */
  EXPECT_SAME(shadow, seen, 64);

  /* Even bytes are ours, odd ones the neighbour's, who writes them while the page is open here. */
  shmem_barrier_all();
  for (int i = 0; i < 64; i += 2) shadow[i] = 7;
  const unsigned char nine = 9;
  for (int i = 1; i < 64; i += 2) shmem_putmem(shadow + i, &nine, 1, next);
  for (int i = 0; i < 64; i += 2) shadow[i] = 8;
  shmem_barrier_all();
  driver_copy(seen, device, 64);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(seen[i], i % 2 ? 9 : 8);
  EXPECT_SAME(shadow, seen, 64);
  shmem_barrier_all();
}

int main(int argc, char** argv) {
  begin_on_device(argc, argv);
  void* (*to_device)(const void*);
  void* const found = dlsym(RTLD_DEFAULT, "shadow_to_device");
  EXPECT(found != NULL); /* else the library in front is missing */
  memcpy(&to_device, &found, sizeof found);
  unsigned char* block = shmem_malloc(64);
  EXPECT_EQ(shmemx_partition_of(block), device_partition);
  check(to_device, block);
  check(to_device, data);
  shmem_free(block);
  return end();
}
