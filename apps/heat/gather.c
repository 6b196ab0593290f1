#include "gather.h"

#include <stdlib.h>
#include <string.h>

#include "../frame/job.h"
#include "local_memory.h"

/// This block's part of the plane, if it has one, row by row.
static void take(const Block* block, const double* field, int z, double* rows) {
  if (z < block->first[2] || z >= block->first[2] + block->cells[2]) return;
  for (int y = 1; y <= block->cells[1]; ++y, rows += block->cells[0]) {
    memcpy(rows, field + block_at(block, 1, y, z - block->first[2] + 1), (size_t)block->cells[0] * sizeof *rows);
  }
}

static void place(const Grid* grid, const Block* block, int z, const double* rows, double* plane) {
  if (z < block->first[2] || z >= block->first[2] + block->cells[2]) return;
  for (int y = 0; y < block->cells[1]; ++y, rows += block->cells[0]) {
    memcpy(plane + (size_t)(block->first[1] + y) * (size_t)grid->cells[0] + block->first[0], rows,
           (size_t)block->cells[0] * sizeof *rows);
  }
}

void gather_plane(const Grid* grid, const double* field, int z, double* plane) {
  const Block mine = grid_block(grid, job_me());
  const Block first = grid_block(grid, 0);  // the longest in every axis
  const size_t room = (size_t)first.cells[0] * (size_t)first.cells[1];
  double* rows = local_doubles(room);
  double* all = local_doubles(job_me() == 0 ? room * (size_t)job_pes() : 1);
  memset(rows, 0, room * sizeof *rows);
  take(&mine, field, z, rows);
  job_gather(rows, room * sizeof *rows, all);
  for (int pe = 0; job_me() == 0 && pe < job_pes(); ++pe) {
    const Block block = grid_block(grid, pe);
    place(grid, &block, z, all + (size_t)pe * room, plane);
  }
  free(all);
  free(rows);
}
