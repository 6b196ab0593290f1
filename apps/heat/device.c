// Calls from the device: the kernel that computes the outermost layer of cells also sends it, so the faces of the next step
// are under way while the next kernel computes the inside. Another kernel waits for the faces and writes the ghost layer.
#include <omp.h>
#include <shmemx_device.h>
#include <stdint.h>

#include "../frame/device.h"
#include "../frame/job.h"
#include "../frame/symmetric.h"
#include "exchange.h"
#include "faces.h"
#include "stencil.h"

const char exchange_name[] = "device";

// Each face is sent in parts, one by each team of threads; a part adds 1 to the neighbour's counter when it has arrived.
enum { kParts = 16, kThreads = 256 };

// What kernels know of one face.
typedef struct {
  size_t own, ghost;  // where the cells next to it and behind it begin in the field
  size_t nx, ny;      // cells of the face along x and y
  size_t cells;
  int far_side, neighbour;
} Side;

// Two parities, as in standard.c: the ghost layer is written by a kernel of its own, so a PE sends for step s+1 after it
// has read everything for step s.
static double *packed, *received;  // on the device: [kFaces][face], [2 parities of the step][kFaces][face]
static uint64_t* arrived;          // on the device: [kFaces], the parts that are here, of all steps
static Side* sides;                // on the device: [kFaces]
static size_t face_size;
static uint64_t current;  // step

void exchange_open(const Grid* grid) {
  const Block block = grid_block(grid, job_me());
  const uint64_t none[kFaces] = {0};
  Side known[kFaces];
  for (int face = 0; face < kFaces; ++face) {
    const int axis = face / 2, up = face % 2;
    const Layer own = layer_at(&block, axis, up ? block.cells[axis] : 1);
    const Layer ghost = layer_at(&block, axis, up ? block.cells[axis] + 1 : 0);
    known[face] = (Side){.own = own.begin,
                         .ghost = ghost.begin,
                         .nx = (size_t)own.cells[0],
                         .ny = (size_t)own.cells[1],
                         .cells = block_face_cells(&block, face),
                         .far_side = far_side(face),
                         .neighbour = block.neighbour[face]};
  }
  face_size = grid_face_size(grid);
  packed = device_alloc(kFaces * face_size * sizeof(double));
  sides = device_alloc(sizeof known);
  device_write(sides, known, sizeof known);
  received = symmetric_alloc(2 * kFaces * face_size * sizeof(double));
  arrived = symmetric_alloc(kFaces * sizeof *arrived);
  device_write(arrived, none, sizeof none);
  job_barrier();
}

void exchange_close(void) {
  job_barrier();  // what the last step sent has arrived
  symmetric_free(arrived);
  symmetric_free(received);
  device_free(sides);
  device_free(packed);
}

/// Where cell i of a face is in the field, from the face's first cell on.
static inline size_t place(const Side* side, size_t i, size_t stride_y, size_t stride_z) {
  return i / (side->nx * side->ny) * stride_z + i / side->nx % side->ny * stride_y + i % side->nx;
}

/// Sends the outermost cells of `to` for `step`; computes them from `from` before, unless that is null.
static void send(const Block* block, double alpha, const double* from, double* to, uint64_t step) {
  const size_t sy = block->stride_y, sz = block->stride_z, size = face_size;
  const Side* const all = sides;
  double *const flat = packed, *const there = received + step % 2 * kFaces * face_size;
  uint64_t* const counters = arrived;
#pragma omp target teams num_teams(kFaces* kParts) thread_limit(kThreads) is_device_ptr(all, from, to, flat, there, counters)
#pragma omp parallel
  for (int task = omp_get_team_num(); task < kFaces * kParts; task += omp_get_num_teams()) {
    const int face = task / kParts, part = task % kParts;
    const Side* const side = &all[face];
    const size_t begin = side->cells * (size_t)part / kParts, end = side->cells * (size_t)(part + 1) / kParts;
    double* const mine = flat + (size_t)face * size;
    for (size_t i = begin + (size_t)omp_get_thread_num(); i < end; i += (size_t)omp_get_num_threads()) {
      const size_t at = side->own + place(side, i, sy, sz);
      mine[i] = from ? stencil_cell(from + at, sy, sz, alpha) : to[at];
      if (from) to[at] = mine[i];  // cells at edges are of several faces, which all store the same value
    }
    shmemx_double_put_signal_block(there + (size_t)side->far_side * size + begin, mine + begin, end - begin,
                                   &counters[side->far_side], 1, SHMEM_SIGNAL_ADD, side->neighbour);
  }
}

// Later steps' faces were sent by the shell of the step before.
void exchange_send(const Block* block, const double* field, uint64_t step) {
  current = step;
  if (step == 0) send(block, 0, NULL, (double*)field, 0);
}

void stencil_shell(const Block* block, double alpha, const double* restrict from, double* restrict to) {
  send(block, alpha, from, to, current + 1);
}

void exchange_receive(const Block* block, double* field, uint64_t step) {
  const size_t sy = block->stride_y, sz = block->stride_z, size = face_size;
  const uint64_t wanted = (step + 1) * kParts;
  const Side* const all = sides;
  const double* const here = received + step % 2 * kFaces * face_size;
  uint64_t* const counters = arrived;
#pragma omp target teams num_teams(kFaces* kParts) thread_limit(kThreads) is_device_ptr(all, field, here, counters)
#pragma omp parallel
  for (int task = omp_get_team_num(); task < kFaces * kParts; task += omp_get_num_teams()) {
    const int face = task / kParts, part = task % kParts;
    const Side* const side = &all[face];
    const size_t begin = side->cells * (size_t)part / kParts, end = side->cells * (size_t)(part + 1) / kParts;
    shmemx_signal_wait_until_block(&counters[face], SHMEM_CMP_GE, wanted);
    for (size_t i = begin + (size_t)omp_get_thread_num(); i < end; i += (size_t)omp_get_num_threads()) {
      field[side->ghost + place(side, i, sy, sz)] = here[(size_t)face * size + i];
    }
  }
}
