/* A PE with partitions on two devices: device code is given the addresses of the second partition only if its device, that
 * of the first, has access to the other; if not ("refused"), the proxy serves it. Usage: own_devices KIND [refused] */
#include <shmemx_device/state.h>

#include "places.h"

void shmemx_device_register(struct isthmus_device_image* image);

static struct isthmus_device_state state;

static int take_state(const void* given, uint64_t bytes, int device) {
  (void)device;
  memcpy(&state, given, bytes);
  return 0;
}
static struct isthmus_device_image image = {ISTHMUS_DEVICE_VERSION, sizeof state, "", take_state, NULL};

/* Where device code finds this PE's copy of the partition. */
static uint64_t found_at(int partition) {
  shmemx_partition_info_t info;
  EXPECT_EQ(shmemx_partition_query(partition, &info), 0);
  for (uint32_t i = 0; i < state.n_segments; ++i) {
    struct isthmus_device_segment segment;
    uint64_t at = 0;
    driver_copy(&segment, state.segments + i, sizeof segment);
    if (segment.base != (uint64_t)(uintptr_t)info.base) continue;
    driver_copy(&at, segment.mapped + me, sizeof at);
    EXPECT(at == 0 || at == segment.base);
    return at;
  }
  EXPECT(!"the partition is in the tables");
  return 0;
}

int main(int argc, char** argv) {
  const int refused = argc > 2 && strcmp(argv[2], "refused") == 0;
  begin_on_device(argc, argv);
  image.language = strcmp(kind, "ZE") == 0 ? "OpenMP" : kind;
  shmemx_device_register(&image);
  EXPECT_EQ(state.version, ISTHMUS_DEVICE_VERSION);
  EXPECT(found_at(2) != 0);
  EXPECT_EQ(found_at(3) == 0, refused);
  EXPECT_EQ((state.flags & ISTHMUS_DEVICE_DIRECT) == 0, refused);
  if (refused) EXPECT((state.flags & ISTHMUS_DEVICE_ALL_MAPPED) == 0);
  return end();
}
