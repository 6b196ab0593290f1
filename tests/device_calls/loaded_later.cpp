// Device code that is loaded while the job runs knows the teams and contexts that were made before, and no others. The
// code is an image whose state is in host memory. With an argument the image is there before shmem_init and is CUDA's:
// the test sees how that ends.
#include <shmem.h>
#include <shmemx_device/state.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>

extern "C" void shmemx_device_register(isthmus_device_image* image);

namespace {

isthmus_device_state state;

int write_state(const void* from, std::uint64_t bytes, int) {
  std::memcpy(&state, from, bytes);
  return 0;
}

template <class Row>
bool knows(const Row* rows, std::uint32_t n, const void* handle) {
  return std::any_of(rows, rows + n,
                     [&](const Row& row) { return row.handle == reinterpret_cast<std::uint64_t>(handle); });
}
bool knows(shmem_team_t team) { return knows(state.directory->team, state.directory->teams, team); }
bool knows(shmem_ctx_t context) { return knows(state.directory->context, state.directory->contexts, context); }

}  // namespace

int main(int argc, char**) {
  isthmus_device_image image{ISTHMUS_DEVICE_VERSION, sizeof state, argc > 1 ? "CUDA" : "host", write_state, nullptr};
  if (argc > 1) shmemx_device_register(&image);
  shmem_init();
  const int n = shmem_n_pes();
  shmem_team_t before, destroyed, after;
  shmem_ctx_t context, gone;
  shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, nullptr, 0, &before);
  shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, nullptr, 0, &destroyed);
  shmem_ctx_create(0, &context);
  shmem_ctx_create(0, &gone);
  shmem_ctx_destroy(gone);
  shmem_team_destroy(destroyed);
  if (argc == 1) shmemx_device_register(&image);
  shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, n, 1, nullptr, 0, &after);
  const bool right = knows(SHMEM_TEAM_WORLD) && knows(before) && knows(context) && !knows(gone);
  if (!right) std::puts("device code does not know what was made before it, or knows what is gone");
  shmem_finalize();
  return right ? 0 : 1;
}
