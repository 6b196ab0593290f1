#include "block.h"

static int ceil_div(int a, int b) { return (a + b - 1) / b; }

int grid_cut(Grid* grid, const int cells[kAxes], int pes) {
  double least = 0;
  int found = 0;
  for (int bx = 1; bx <= pes; ++bx) {
    if (pes % bx != 0) continue;
    for (int by = 1; by <= pes / bx; ++by) {
      if ((pes / bx) % by != 0) continue;
      const int bz = pes / bx / by;
      if (bx > cells[0] || by > cells[1] || bz > cells[2]) continue;
      const double x = (double)cells[0] / bx, y = (double)cells[1] / by, z = (double)cells[2] / bz;
      const double surface = (bx > 1 ? y * z : 0) + (by > 1 ? x * z : 0) + (bz > 1 ? x * y : 0);
      // At equal surface the first candidate stands: it cuts x least, and long rows along x are worth keeping.
      if (!found || surface < least) {
        *grid = (Grid){{cells[0], cells[1], cells[2]}, {bx, by, bz}};
        least = surface;
        found = 1;
      }
    }
  }
  return found;
}

static int pe_at(const Grid* grid, const int place[kAxes]) {
  return (place[2] * grid->blocks[1] + place[1]) * grid->blocks[0] + place[0];
}

Block grid_block(const Grid* grid, int pe) {
  int place[kAxes] = {pe % grid->blocks[0], pe / grid->blocks[0] % grid->blocks[1],
                      pe / grid->blocks[0] / grid->blocks[1]};
  Block block;
  for (int axis = 0; axis < kAxes; ++axis) {
    const int n = grid->blocks[axis], at = place[axis];
    const int share = grid->cells[axis] / n, extra = grid->cells[axis] % n;
    block.cells[axis] = share + (at < extra);
    block.first[axis] = at * share + (at < extra ? at : extra);
    place[axis] = (at + n - 1) % n;
    block.neighbour[2 * axis] = pe_at(grid, place);
    place[axis] = (at + 1) % n;
    block.neighbour[2 * axis + 1] = pe_at(grid, place);
    place[axis] = at;
  }
  block.stride_y = (size_t)block.cells[0] + 2;
  block.stride_z = block.stride_y * ((size_t)block.cells[1] + 2);
  return block;
}

size_t grid_field_size(const Grid* grid) {
  size_t size = 1;
  for (int axis = 0; axis < kAxes; ++axis) size *= (size_t)ceil_div(grid->cells[axis], grid->blocks[axis]) + 2;
  return size;
}

size_t grid_face_size(const Grid* grid) {
  size_t largest = 0;
  const Block first = grid_block(grid, 0);  // the first block of every axis is the longest
  for (int face = 0; face < kFaces; ++face) {
    const size_t size = block_face_cells(&first, face);
    if (size > largest) largest = size;
  }
  return largest;
}

size_t block_face_cells(const Block* block, int face) {
  const int axis = face / 2;
  return (size_t)block->cells[(axis + 1) % kAxes] * (size_t)block->cells[(axis + 2) % kAxes];
}
