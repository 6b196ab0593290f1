/* Memory of one PE alone: local KIND [refused]. Bytes go there and back, a PE of the same node maps it, reads and
 * writes it; or, where the driver refuses that, is told so. */
#include "places.h"

enum { bytes = 100000, half = bytes / 2 };

static shmemx_local_handle_t handle;
static long is_shared;

int main(int argc, char** argv) {
  begin_on_device(argc, argv);
  const int refused = argc > 2, next = (me + 1) % n, before = (me + n - 1) % n;
  unsigned char *here = malloc(bytes), *memory = shmemx_local_malloc(kind, 0, bytes);
  EXPECT(here && memory);
  EXPECT(strcmp(shmemx_kind_of(memory), kind) == 0 && shmemx_partition_of(memory) == 0);
  fill_pattern(here, bytes, 1, me, 0);
  shmemx_local_copy(memory, here, bytes);
  memset(here, 0, bytes);
  shmemx_local_copy(here, memory, bytes);
  expect_pattern(here, bytes, 1, me, 0);
  shmemx_local_copy(memory + half, memory, 1000); /* on the device alone */
  driver_copy(here, memory + half, 1000);
  expect_pattern(here, 1000, 1, me, 0);

  shmemx_local_handle_t mine;
  shmem_barrier_all();
  if (shmemx_local_share(memory, &mine) == 0) {
    shmem_putmem(&handle, &mine, sizeof mine, next);
    shmem_long_p(&is_shared, 1, next);
  }
  shmem_barrier_all();
  if (n > 1) {
    unsigned char* mapped = is_shared ? shmemx_local_map(&handle) : NULL;
    EXPECT_EQ(mapped == NULL, refused);
    if (mapped) {
      shmemx_local_copy(here, mapped, half);
      expect_pattern(here, half, 1, before, 0);
      fill_pattern(here, half, 2, me, before);
      shmemx_local_copy(mapped + half, here, half);
    }
    shmem_barrier_all();
    shmemx_local_copy(here, memory + half, half);
    if (mapped) expect_pattern(here, half, 2, next, me);
  }
  EXPECT(shmemx_local_share(here, &mine) != 0); /* memory of the host */
  EXPECT(shmemx_local_malloc(kind, 99, bytes) == NULL);
  shmem_barrier_all();
  shmemx_local_free(memory);
  shmemx_local_free(NULL);
  free(here);
  return end();
}
