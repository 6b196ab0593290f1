/* One wrong call, named by the argument; the test looks at the line that the library prints. */
#include "program.h"

int main(int argc, char** argv) {
  begin();
  const char* name = argc > 1 ? argv[1] : "";
  shmem_team_t team = split(SHMEM_TEAM_WORLD, 0, 1, n);
  char* block = shmemx_team_malloc(team, 100);
  const int twice[] = {0, 1, 0}, outside[] = {0, 9}, right[] = {0, 1}, other[] = {1, 0};
  shmem_team_t made = SHMEM_TEAM_WORLD;
  int result = 0;
  if (!strcmp(name, "free_twice")) {
    shmemx_team_free(team, block);
    shmemx_team_free(team, block);
  } else if (!strcmp(name, "free_with_another_team")) {
    shmemx_team_free(SHMEM_TEAM_WORLD, block);
  } else if (!strcmp(name, "free_inside")) {
    shmemx_team_free(team, block + 64);
  } else if (!strcmp(name, "free_as_heap")) {
    shmem_free(block);
  } else if (!strcmp(name, "lock")) {
    shmem_set_lock((long*)block);
  } else if (!strcmp(name, "align_3")) {
    shmemx_team_align(team, 3, 100);
  } else if (!strcmp(name, "malloc_of_no_team")) {
    shmemx_team_malloc(SHMEM_TEAM_INVALID, 100);
  } else if (!strcmp(name, "malloc_sizes_differ")) {
    shmemx_team_malloc(team, me ? 100 : 200);
  } else if (!strcmp(name, "lists_differ")) {
    shmemx_team_from_set(SHMEM_TEAM_WORLD, me ? right : other, 2, NULL, 0, &made);
  } else if (!strcmp(name, "pe_twice")) {
    result = shmemx_team_from_set(SHMEM_TEAM_WORLD, twice, 3, NULL, 0, &made);
  } else if (!strcmp(name, "pe_outside")) {
    result = shmemx_team_from_set(SHMEM_TEAM_WORLD, outside, 2, NULL, 0, &made);
  } else if (!strcmp(name, "no_pes")) {
    result = shmemx_team_from_set(SHMEM_TEAM_WORLD, NULL, 0, NULL, 0, &made);
  } else if (!strcmp(name, "no_config")) {
    shmemx_team_split_color(SHMEM_TEAM_WORLD, 0, 0, NULL, SHMEM_TEAM_NUM_CONTEXTS, &made);
  }
  if (result == 0 || made != SHMEM_TEAM_INVALID) puts("it was let pass");
  return end();
}
