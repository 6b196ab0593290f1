/* Teams of any PEs: by color and key, from lists, each against what the arguments say; and teams split from those,
 * which no triplet names. Wrong lists are refused on all PEs, and nothing is lost by trying. */
#include "check_team.h"

enum { rounds = 40 };

/* A number below `below` that any PE can compute for any other. */
static int draw(int round, int pe, int what, int below) {
  return (int)(pattern((uint64_t)round, pe, what, 0) % (uint64_t)below);
}

/* The PEs of `parent` with that color, ordered by key and then as in the parent. */
static int members(const int* parent, int size, const int* colors, const int* keys, int color, int* list) {
  int count = 0;
  for (int i = 0; i < size; ++i) {
    if (colors[i] != color) continue;
    int at = count++;
    for (; at > 0 && keys[list[at - 1]] > keys[i]; --at) list[at] = list[at - 1];
    list[at] = i;
  }
  for (int i = 0; i < count; ++i) list[i] = parent[list[i]];
  return count;
}

static void check_colors(shmem_team_t parent, const int* parent_pes, int size, const int* colors, const int* keys) {
  const int mine = shmem_team_my_pe(parent);
  shmem_team_t team = SHMEM_TEAM_WORLD;
  EXPECT_EQ(shmemx_team_split_color(parent, colors[mine], keys[mine], NULL, 0, &team), 0);
  int list[max_pes] = {0};
  const int count = colors[mine] < 0 ? 0 : members(parent_pes, size, colors, keys, colors[mine], list);
  check_team(team, list, count);
  /* A team that is no triplet of the world must be splittable like any other. */
  if (count > 1) {
    int part[max_pes];
    const int half = (count + 1) / 2;
    for (int i = 0; i < half; ++i) part[i] = list[count - 1 - 2 * i < 0 ? 0 : count - 1 - 2 * i];
    const int fits = count - 1 - 2 * (half - 1) >= 0;
    if (fits) {
      shmem_team_t child = split(team, count - 1, -2, half);
      check_team(child, part, half);
      shmem_team_destroy(child);
    }
    shmem_team_t row, column;
    EXPECT_EQ(shmem_team_split_2d(team, 2, NULL, 0, &row, NULL, 0, &column), 0);
    int rows[2], columns[max_pes], n_row = 0, n_column = 0;
    const int my = shmem_team_my_pe(team);
    for (int i = 0; i < count; ++i) {
      if (i / 2 == my / 2) rows[n_row++] = list[i];
      if (i % 2 == my % 2) columns[n_column++] = list[i];
    }
    check_team(row, rows, n_row);
    check_team(column, columns, n_column);
    shmem_team_destroy(column);
    shmem_team_destroy(row);
  }
  shmem_team_destroy(team);
}

static void colors_and_keys(void) {
  int world[max_pes], reversed[max_pes], colors[max_pes], keys[max_pes];
  for (int i = 0; i < n; ++i) {
    world[i] = i;
    reversed[i] = n - 1 - i;
  }
  const shmem_team_t backwards = split(SHMEM_TEAM_WORLD, n - 1, -1, n);
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < n; ++i) {
      colors[i] = draw(round, i, 0, 4) - 1; /* -1: in none */
      keys[i] = draw(round, i, 1, 5) - 2;
    }
    check_colors(SHMEM_TEAM_WORLD, world, n, colors, keys);
    check_colors(backwards, reversed, n, colors, keys);
  }
  for (int i = 0; i < n; ++i) {
    colors[i] = i % 2 ? INT32_MAX : 0;
    keys[i] = i % 3 == 0 ? INT32_MAX : i % 3 == 1 ? INT32_MIN : 0;
  }
  check_colors(SHMEM_TEAM_WORLD, world, n, colors, keys);
  for (int i = 0; i < n; ++i) colors[i] = i % 2 ? INT32_MIN : SHMEMX_TEAM_NO_COLOR; /* nobody in any */
  check_colors(SHMEM_TEAM_WORLD, world, n, colors, keys);
  for (int i = 0; i < n; ++i) {
    colors[i] = 7;
    keys[i] = -i;
  }
  check_colors(SHMEM_TEAM_WORLD, world, n, colors, keys);
  shmem_team_destroy(backwards);
}

/* Makes a team of `length` members of the parent, in an order of their own. */
static void check_list(shmem_team_t parent, const int* parent_pes, int size, int round) {
  int list[max_pes], expected[max_pes];
  for (int i = 0; i < size; ++i) list[i] = i;
  for (int i = size - 1; i > 0; --i) {
    const int other = draw(round, i, 2, i + 1), kept = list[i];
    list[i] = list[other];
    list[other] = kept;
  }
  const int length = 1 + draw(round, size, 3, size);
  for (int i = 0; i < length; ++i) expected[i] = parent_pes[list[i]];
  shmem_team_config_t config = {3};
  shmem_team_t team = SHMEM_TEAM_WORLD;
  EXPECT_EQ(shmemx_team_from_set(parent, list, length, &config, SHMEM_TEAM_NUM_CONTEXTS, &team), 0);
  check_team(team, expected, length);
  if (team == SHMEM_TEAM_INVALID) return;
  config.num_contexts = 0;
  EXPECT_EQ(shmem_team_get_config(team, SHMEM_TEAM_NUM_CONTEXTS, &config), 0);
  EXPECT_EQ(config.num_contexts, 3);
  if (round % 10 < 4) check_list(team, expected, length, round + 1); /* of a list, a list */
  shmem_team_destroy(team);
}

static void expect_refused(const int* list, int length) {
  shmem_team_t team = SHMEM_TEAM_WORLD;
  EXPECT(shmemx_team_from_set(SHMEM_TEAM_WORLD, list, length, NULL, 0, &team) != 0);
  EXPECT(team == SHMEM_TEAM_INVALID);
}

int main(void) {
  begin();
  colors_and_keys();
  int world[max_pes + 1];
  for (int i = 0; i < n; ++i) world[i] = i;
  for (int round = 0; round < rounds; ++round) check_list(SHMEM_TEAM_WORLD, world, n, round);
  for (int round = 0; round < 5000; ++round) { /* more than there is room for, if anything were lost */
    expect_refused(NULL, 1);
    expect_refused(world, 0);
    expect_refused(world, -1);
    if (getenv("SHMEM_CHECK")) break; /* each is a line there */
  }
  world[n] = 0;
  expect_refused(world, n + 1);
  world[0] = n;
  expect_refused(world, 1);
  world[0] = -1;
  expect_refused(world, 1);
  world[0] = n - 1;
  world[n > 1 ? 1 : 0] = n - 1;
  if (n > 1) expect_refused(world, 2);
  shmem_team_t team = SHMEM_TEAM_WORLD;
  EXPECT(shmemx_team_from_set(SHMEM_TEAM_INVALID, world, 1, NULL, 0, &team) != 0 && team == SHMEM_TEAM_INVALID);
  team = SHMEM_TEAM_WORLD;
  EXPECT(shmemx_team_split_color(SHMEM_TEAM_INVALID, 1, 1, NULL, 0, &team) != 0 && team == SHMEM_TEAM_INVALID);
  team = SHMEM_TEAM_WORLD;
  EXPECT(shmemx_team_node_leaders(SHMEM_TEAM_INVALID, NULL, 0, &team) != 0 && team == SHMEM_TEAM_INVALID);
  return end();
}
