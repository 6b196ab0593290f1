#include "halo.h"

#include <shmem.h>
#include <stdlib.h>
#include <string.h>

#include "local_memory.h"

int halo_open(Halo* halo, const Grid* grid) {
  halo->face_size = grid_face_size(grid);
  halo->packed = local_doubles(halo->face_size);
  halo->received = shmem_malloc(2 * kFaces * halo->face_size * sizeof(double));
  halo->arrived = shmem_malloc(kFaces * sizeof(uint64_t));
  if (!halo->received || !halo->arrived) return 0;
  memset(halo->arrived, 0, kFaces * sizeof(uint64_t));
  shmem_barrier_all();
  return 1;
}

void halo_close(Halo* halo) {
  shmem_free(halo->arrived);
  shmem_free(halo->received);
  free(halo->packed);
}

static double* slot(const Halo* halo, uint64_t step, int face) {
  return halo->received + ((step % 2) * kFaces + (size_t)face) * halo->face_size;
}

/// One layer of cells across an axis, walked x fastest, row by row.
typedef struct {
  int low[kAxes], high[kAxes];
  size_t row;
} Layer;

static Layer layer_at(const Block* block, int axis, int at) {
  Layer layer = {{1, 1, 1}, {block->cells[0], block->cells[1], block->cells[2]}, 0};
  layer.low[axis] = layer.high[axis] = at;
  layer.row = (size_t)(layer.high[0] - layer.low[0] + 1);
  return layer;
}

static void pack(const Block* block, Layer layer, const double* field, double* flat) {
  for (int z = layer.low[2]; z <= layer.high[2]; ++z) {
    for (int y = layer.low[1]; y <= layer.high[1]; ++y, flat += layer.row) {
      memcpy(flat, field + block_at(block, layer.low[0], y, z), layer.row * sizeof(double));
    }
  }
}

static void unpack(const Block* block, Layer layer, const double* flat, double* field) {
  for (int z = layer.low[2]; z <= layer.high[2]; ++z) {
    for (int y = layer.low[1]; y <= layer.high[1]; ++y, flat += layer.row) {
      memcpy(field + block_at(block, layer.low[0], y, z), flat, layer.row * sizeof(double));
    }
  }
}

// put_then_count: the data, and behind it the counter. OpenSHMEM 1.5 has one call for it.
#ifdef SHMEM_SIGNAL_SET
static void put_then_count(double* to, const double* from, size_t n, uint64_t* counter, uint64_t value, int pe) {
  shmem_double_put_signal(to, from, n, counter, value, SHMEM_SIGNAL_SET, pe);
}
static void wait_for_count(uint64_t* counter, uint64_t value) { shmem_signal_wait_until(counter, SHMEM_CMP_GE, value); }
#else
static void put_then_count(double* to, const double* from, size_t n, uint64_t* counter, uint64_t value, int pe) {
  shmem_double_put(to, from, n, pe);
  shmem_fence();
  shmem_uint64_p(counter, value, pe);
}
static void wait_for_count(uint64_t* counter, uint64_t value) { shmem_uint64_wait_until(counter, SHMEM_CMP_GE, value); }
#endif

void halo_send(Halo* halo, const Block* block, const double* field, uint64_t step) {
  for (int face = 0; face < kFaces; ++face) {
    const int axis = face / 2, up = face % 2, far_side = face ^ 1;
    pack(block, layer_at(block, axis, up ? block->cells[axis] : 1), field, halo->packed);
    put_then_count(slot(halo, step, far_side), halo->packed, block_face_cells(block, face), &halo->arrived[far_side],
                   step + 1, block->neighbour[face]);
  }
}

void halo_receive(Halo* halo, const Block* block, double* field, uint64_t step) {
  for (int face = 0; face < kFaces; ++face) {
    const int axis = face / 2, up = face % 2;
    wait_for_count(&halo->arrived[face], step + 1);
    unpack(block, layer_at(block, axis, up ? block->cells[axis] + 1 : 0), slot(halo, step, face), field);
  }
}
