/* One wrong call, named by the argument; the test looks at the line that the library prints. */
#include "teams/program.h"

int main(int argc, char** argv) {
  begin();
  const char* name = argc > 1 ? argv[1] : "";
  const int twice[] = {0, 1, 0}, outside[] = {0, 9}, right[] = {0, 1}, other[] = {1, 0};
  shmem_team_t made = SHMEM_TEAM_WORLD;
  int result = 0;
  if (!strcmp(name, "lists_differ")) {
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
