// Copies between the faces of a block and contiguous arrays, both on the device.
#pragma once
#include "block.h"

/// One layer of cells across an axis: where it begins in the field, and its extents, walked x fastest.
typedef struct {
  size_t begin;
  int cells[kAxes];
} Layer;

static inline Layer layer_at(const Block* block, int axis, int at) {
  int low[kAxes] = {1, 1, 1};
  Layer layer = {0, {block->cells[0], block->cells[1], block->cells[2]}};
  low[axis] = at;
  layer.cells[axis] = 1;
  layer.begin = block_at(block, low[0], low[1], low[2]);
  return layer;
}

/// The block's own cells next to a face.
void face_pack(const Block* block, int face, const double* field, double* flat);
/// The ghost cells behind it.
void face_unpack(const Block* block, int face, const double* flat, double* field);
