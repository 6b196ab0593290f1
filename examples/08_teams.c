/* Teams: some of the PEs, numbered anew. Here the rows and the columns of a grid.
 *
 *   oshcc -O2 08_teams.c -o teams && oshrun -n 6 ./teams
 */
#include <shmem.h>
#include <stdio.h>

enum { kWidth = 3 };

static int mine, row_sum, column_sum;

int main(void) {
  shmem_init();
  const int me = shmem_my_pe();
  shmem_team_t row, column;
  shmem_team_split_2d(SHMEM_TEAM_WORLD, kWidth, NULL, 0, &row, NULL, 0, &column);
  mine = me;
  shmem_int_sum_reduce(row, &row_sum, &mine, 1);
  shmem_int_sum_reduce(column, &column_sum, &mine, 1);
  printf("PE %d is number %d of its row (sum %d) and number %d of its column (sum %d)\n", me, shmem_team_my_pe(row),
         row_sum, shmem_team_my_pe(column), column_sum);
  shmem_team_destroy(column);
  shmem_team_destroy(row);
  shmem_finalize();
  return 0;
}
