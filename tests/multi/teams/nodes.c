/* PEs on nodes as TEST_NODES says, one word for each PE. SHMEM_TEAM_SHARED must be the PEs of a node, whatever their
 * numbers; leaders must be the lowest PE of each node, of the world and of other parents; teams of both must work and
 * can be split. */
#include "check_team.h"

static int node_of[max_pes];

/* The PEs of the parent's list that are the first of their node. */
static int leaders(const int* pes, int size, int* list) {
  int count = 0;
  for (int i = 0; i < size; ++i) {
    int first = 1;
    for (int k = 0; k < i; ++k) first = first && node_of[pes[k]] != node_of[pes[i]];
    if (first) list[count++] = pes[i];
  }
  return count;
}

static void check_leaders(shmem_team_t parent, const int* pes, int size) {
  if (parent == SHMEM_TEAM_INVALID) return;
  int list[max_pes];
  const int count = leaders(pes, size, list);
  shmem_team_config_t config = {2};
  shmem_team_t team = SHMEM_TEAM_WORLD;
  EXPECT_EQ(shmemx_team_node_leaders(parent, &config, SHMEM_TEAM_NUM_CONTEXTS, &team), 0);
  check_team(team, list, count);
  if (team == SHMEM_TEAM_INVALID) return;
  EXPECT_EQ(shmem_team_get_config(team, SHMEM_TEAM_NUM_CONTEXTS, &config), 0);
  EXPECT_EQ(config.num_contexts, 2);
  shmem_team_destroy(team);
}

int main(void) {
  begin();
  const char* words = getenv("TEST_NODES");
  for (int pe = 0; pe < n; ++pe) {
    char* rest;
    node_of[pe] = words ? (int)strtol(words, &rest, 10) : 0;
    if (words) words = rest;
  }
  int shared[max_pes] = {0}, size = 0;
  for (int pe = 0; pe < n; ++pe)
    if (node_of[pe] == node_of[me]) shared[size++] = pe;
  check_team(SHMEM_TEAM_SHARED, shared, size);
  static int word;
  for (int pe = 0; pe < n; ++pe) EXPECT_EQ(shmem_ptr(&word, pe) != NULL, node_of[pe] == node_of[me]);

  /* Splits every triplet of the shared team; most of the results are no triplet of the world. */
  for (int start = 0; start < size; ++start)
    for (int stride = -size; stride <= size; ++stride)
      for (int length = 1; length <= size; ++length) {
        const int last = start + (length - 1) * stride;
        if (last < 0 || last >= size || stride == 0) continue;
        int list[max_pes];
        for (int i = 0; i < length; ++i) list[i] = shared[start + i * stride];
        const shmem_team_t team = split(SHMEM_TEAM_SHARED, start, stride, length);
        check_team(team, list, length);
        shmem_team_destroy(team);
      }

  int world[max_pes], reversed[max_pes];
  for (int i = 0; i < n; ++i) {
    world[i] = i;
    reversed[i] = n - 1 - i;
  }
  check_leaders(SHMEM_TEAM_WORLD, world, n);
  check_leaders(SHMEM_TEAM_SHARED, shared, size);
  const shmem_team_t backwards = split(SHMEM_TEAM_WORLD, n - 1, -1, n);
  check_leaders(backwards, reversed, n);
  shmem_team_destroy(backwards);
  if (n > 1) {
    const shmem_team_t tail = split(SHMEM_TEAM_WORLD, 1, 1, n - 1);
    check_leaders(tail, world + 1, n - 1);
    shmem_team_destroy(tail);
  }
  return end();
}
