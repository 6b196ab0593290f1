#include "faces.h"

void face_pack(const Block* block, int face, const double* field, double* flat) {
  const int axis = face / 2, up = face % 2;
  const Layer layer = layer_at(block, axis, up ? block->cells[axis] : 1);
  const size_t sy = block->stride_y, sz = block->stride_z;
  const int nx = layer.cells[0], ny = layer.cells[1], nz = layer.cells[2];
  const double* first = field + layer.begin;
#pragma omp target teams distribute parallel for collapse(3) is_device_ptr(first, flat)
  for (int z = 0; z < nz; ++z) {
    for (int y = 0; y < ny; ++y) {
      for (int x = 0; x < nx; ++x) {
        flat[((size_t)z * (size_t)ny + (size_t)y) * (size_t)nx + (size_t)x] =
            first[(size_t)z * sz + (size_t)y * sy + (size_t)x];
      }
    }
  }
}

void face_unpack(const Block* block, int face, const double* flat, double* field) {
  const int axis = face / 2, up = face % 2;
  const Layer layer = layer_at(block, axis, up ? block->cells[axis] + 1 : 0);
  const size_t sy = block->stride_y, sz = block->stride_z;
  const int nx = layer.cells[0], ny = layer.cells[1], nz = layer.cells[2];
  double* first = field + layer.begin;
#pragma omp target teams distribute parallel for collapse(3) is_device_ptr(first, flat)
  for (int z = 0; z < nz; ++z) {
    for (int y = 0; y < ny; ++y) {
      for (int x = 0; x < nx; ++x) {
        first[(size_t)z * sz + (size_t)y * sy + (size_t)x] =
            flat[((size_t)z * (size_t)ny + (size_t)y) * (size_t)nx + (size_t)x];
      }
    }
  }
}
