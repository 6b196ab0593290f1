/* split_strided: every triplet with strides from -n to n that fits, against member i = start + i * stride; those that
 * do not fit give nonzero and no team on any PE. A negative stride reverses the order. */
#include "check_team.h"

int main(void) {
  begin();
  for (int start = -1; start <= n; ++start)
    for (int stride = -n; stride <= n; ++stride)
      for (int size = 0; size <= n + 1; ++size) {
        if (n > 4 && (start * 7 + stride * 5 + size * 3) % 4 != 0) continue; /* a sample of the larger */
        const int last = start + (size - 1) * stride;
        const int fits = size >= 1 && start >= 0 && start < n && last >= 0 && last < n && (stride != 0 || size == 1);
        shmem_team_t team = SHMEM_TEAM_WORLD;
        const int result = shmem_team_split_strided(SHMEM_TEAM_WORLD, start, stride, size, NULL, 0, &team);
        EXPECT_EQ(result == 0, fits);
        if (!fits) {
          EXPECT(team == SHMEM_TEAM_INVALID);
          continue;
        }
        int pes[max_pes];
        for (int i = 0; i < size; ++i) pes[i] = start + i * stride;
        check_team(team, pes, size);
        shmem_team_destroy(team);
      }
  return end();
}
