// The teams on which the collectives are tried, with their members as world PEs in team order.
#pragma once
#include <vector>

#include "program.h"

namespace {

struct TeamInUse {
  shmem_team_t team;
  std::vector<int> pes;
  int me = -1;  // this PE's number in the team
};

// Collective. The teams that this PE is in: the world, the world backwards, the even PEs, and the odd ones backwards.
std::vector<TeamInUse> teams_in_use() {
  struct {
    int start, stride, size;
  } const triplets[] = {{n - 1, -1, n}, {0, 2, (n + 1) / 2}, {n % 2 ? n - 2 : n - 1, -2, n / 2}};
  std::vector<TeamInUse> teams{{SHMEM_TEAM_WORLD, {}, me}};
  for (int pe = 0; pe < n; ++pe) teams[0].pes.push_back(pe);
  for (const auto& t : triplets) {
    if (t.size == 0) continue;
    TeamInUse now{split(SHMEM_TEAM_WORLD, t.start, t.stride, t.size), {}};
    for (int i = 0; i < t.size; ++i) {
      now.pes.push_back(t.start + i * t.stride);
      if (now.pes.back() == me) now.me = i;
    }
    if (now.me >= 0) teams.push_back(now);
  }
  return teams;
}

}  // namespace
