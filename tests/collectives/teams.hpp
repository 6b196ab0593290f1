// This PE, and the teams on which collectives are tried. Every PE knows of every team, also of those it is not in, so
// that all lay out their memory alike.
#pragma once
#include <algorithm>
#include <vector>

#include "expect.h"
#include "pattern.h"

inline int me, n;

struct Team {
  const char* name;
  shmem_team_t handle;
  std::vector<int> pes;  // world PEs in team order; for a team of each node those of this node
  int mine;              // this PE's number in the team, -1 if it is no member
  size_t most;           // the largest number of members on any PE
  int log_stride;        // of the active set that begins with pes[0]; -1 if the team is none

  bool has_me() const { return mine >= 0; }
  size_t size() const { return pes.size(); }
};

inline Team known(const char* name, shmem_team_t handle, const std::vector<int>& pes, int stride) {
  const auto mine = std::find(pes.begin(), pes.end(), me);
  const int log_stride = stride == 1 ? 0 : stride == 2 ? 1 : stride == 4 ? 2 : -1;
  return {name, handle, pes, mine == pes.end() ? -1 : static_cast<int>(mine - pes.begin()), pes.size(), log_stride};
}

/// Collective over all PEs.
inline Team strided(const char* name, int start, int stride, int size) {
  shmem_team_t handle = SHMEM_TEAM_INVALID;
  EXPECT_EQ(shmem_team_split_strided(SHMEM_TEAM_WORLD, start, stride, size, nullptr, 0, &handle), 0);
  std::vector<int> pes;
  for (int i = 0; i < size; ++i) pes.push_back(start + i * stride);
  return known(name, handle, pes, stride);
}

inline Team world_team() {
  std::vector<int> pes;
  for (int pe = 0; pe < n; ++pe) pes.push_back(pe);
  return known("world", SHMEM_TEAM_WORLD, pes, 1);
}

/// Collective over all PEs. The world first; then teams that overlap one another: backwards, halves that share the
/// middle, every second and every third, one PE alone, and on several nodes each node's own.
inline std::vector<Team> make_teams() {
  std::vector<Team> teams{world_team(), strided("reversed", n - 1, -1, n), strided("last alone", n - 1, 1, 1)};
  if (n > 1) {
    teams.push_back(strided("low half", 0, 1, n / 2 + 1));
    teams.push_back(strided("even", 0, 2, (n + 1) / 2));
  }
  if (n > 2) {
    teams.push_back(strided("high half", n / 2 - 1, 1, n - n / 2 + 1));
    teams.push_back(strided("odd reversed", n % 2 ? n - 2 : n - 1, -2, n / 2));
  }
  if (n > 4) teams.push_back(strided("every third", 1, 3, (n - 2) / 3 + 1));
  if (!all_on_one_node()) {
    std::vector<int> pes;
    for (int pe = 0; pe < n; ++pe)
      if (on_my_node(pe)) pes.push_back(pe);
    teams.push_back(known("node", SHMEM_TEAM_SHARED, pes, 0));
    teams.back().most = static_cast<size_t>(n);
  }
  return teams;
}
