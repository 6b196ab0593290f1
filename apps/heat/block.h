// How the box is cut over the PEs. Every PE can work out every other PE's block, so geometry is never communicated.
#pragma once
#include <stddef.h>

enum { kAxes = 3, kFaces = 6 };  // face 2*axis looks down the axis, face 2*axis+1 up

typedef struct {
  int cells[kAxes];   // of the whole box, x first
  int blocks[kAxes];  // their product is the number of PEs
} Grid;

typedef struct {
  int first[kAxes];           // global index of the first cell
  int cells[kAxes];           // uneven cuts: the first blocks of an axis have one cell more
  int neighbour[kFaces];      // PE on the other side of each face; this PE itself where an axis is not cut
  size_t stride_y, stride_z;  // of the field with its ghost layer; x has stride 1
} Block;

/// Cuts the box into `pes` blocks with the least surface; false when there is no cut with a cell for every PE.
int grid_cut(Grid* grid, const int cells[kAxes], int pes);

Block grid_block(const Grid* grid, int pe);

/// Doubles of the largest block with its ghost layer, and of the largest face: the sizes of symmetric buffers.
size_t grid_field_size(const Grid* grid);
size_t grid_face_size(const Grid* grid);

/// Cells of one face of this block.
size_t block_face_cells(const Block* block, int face);

/// Offset of a cell; 1..cells are the block's own, 0 and cells+1 the ghost layer.
static inline size_t block_at(const Block* block, int x, int y, int z) {
  return (size_t)z * block->stride_z + (size_t)y * block->stride_y + (size_t)x;
}
