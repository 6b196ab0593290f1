/* Host memory that device code may load and store: what the library tells device code about the heap and static data. A
 * registered image takes the place of device code. Arguments: the kind, and whether the driver lets host memory be accessed
 * (mapped) or not (refused). */
#include <shmemx_device.h>

#include "places.h"

static struct isthmus_device_state state;
static uint64_t words[max_pes];

static int take_state(const void* from, uint64_t bytes, int device) {
  (void)device;
  memcpy(&state, from, bytes);
  return 0;
}

static struct isthmus_device_image image = {ISTHMUS_DEVICE_VERSION, sizeof state, "CUDA", take_state, NULL};

/* The segment that holds p, and where device code finds its copies. */
static struct isthmus_device_segment segment_of(const void* p, uint64_t* mapped) {
  struct isthmus_device_segment segments[16];
  EXPECT(state.n_segments > 0 && state.n_segments <= 16);
  driver_copy(segments, state.segments, state.n_segments * sizeof *segments);
  for (uint32_t i = 0; i < state.n_segments; ++i)
    if ((uint64_t)p - segments[i].base < segments[i].size) {
      driver_copy(mapped, segments[i].mapped, (size_t)n * sizeof *mapped);
      return segments[i];
    }
  EXPECT(!"a segment holds it");
  return segments[0];
}

/* Each PE stores to its place in the copies of all others, at the addresses that device code would use: on one node a double's
 * device finds host memory where the process has it. */
static void look_at(uint64_t* memory, int is_mapped) {
  uint64_t mapped[max_pes];
  const struct isthmus_device_segment segment = segment_of(memory, mapped);
  EXPECT(segment.atomic == 0); /* the double's device has no atomics on host memory */
  for (int pe = 0; pe < n; ++pe) {
    EXPECT((mapped[pe] != 0) == is_mapped);
    if (is_mapped) ((uint64_t*)(mapped[pe] + ((uint64_t)memory - segment.base)))[me] = (uint64_t)(100 * pe + me + 1);
  }
  shmem_barrier_all();
  for (int pe = 0; pe < n && is_mapped; ++pe) EXPECT(memory[pe] == (uint64_t)(100 * me + pe + 1));
  shmem_barrier_all();
}

int main(int argc, char** argv) {
  shmemx_device_register(&image);
  begin_on_device(argc, argv);
  EXPECT(argc == 3 && state.version == ISTHMUS_DEVICE_VERSION);
  const int is_mapped = strcmp(argv[2], "mapped") == 0;
  uint64_t* const heap = shmem_calloc(max_pes, sizeof *heap);
  look_at(heap, is_mapped);
  look_at(words, is_mapped);
  end();
  shmemx_device_unregister(&image);
  return 0;
}
