#include "gather.h"

#include <shmem.h>

void gather_plane(const Grid* grid, const double* field, int z, double* plane) {
  for (int pe = 0; pe < shmem_n_pes(); ++pe) {
    const Block block = grid_block(grid, pe);
    if (z < block.first[2] || z >= block.first[2] + block.cells[2]) continue;
    for (int y = 1; y <= block.cells[1]; ++y) {
      double* row = plane + (size_t)(block.first[1] + y - 1) * (size_t)grid->cells[0] + block.first[0];
      shmem_double_get(row, field + block_at(&block, 1, y, z - block.first[2] + 1), (size_t)block.cells[0], pe);
    }
  }
}
