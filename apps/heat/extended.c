// Extended OpenSHMEM: faces go from device to device and tell the neighbour on arrival, while the inside is computed.
#include <shmem.h>
#include <string.h>

#include "../frame/job.h"
#include "../frame/symmetric.h"
#include "exchange.h"
#include "faces.h"

const char exchange_name[] = "extended";

// Two parities, as in standard.c.
static double *packed, *received;  // on the device: [kFaces][face], [2 parities of the step][kFaces][face]
static uint64_t* arrived;          // on the host: [kFaces], the number of steps whose halo is here
static size_t face_size;

void exchange_open(const Grid* grid) {
  face_size = grid_face_size(grid);
  packed = symmetric_alloc(kFaces * face_size * sizeof(double));
  received = symmetric_alloc(2 * kFaces * face_size * sizeof(double));
  arrived = job_alloc(kFaces * sizeof *arrived);
  memset(arrived, 0, kFaces * sizeof *arrived);
  job_barrier();
}

void exchange_close(void) {
  job_free(arrived);
  symmetric_free(received);
  symmetric_free(packed);
}

static size_t slot(uint64_t step, int face) { return ((step % 2) * kFaces + (size_t)face) * face_size; }

void exchange_send(const Block* block, const double* field, uint64_t step) {
  for (int face = 0; face < kFaces; ++face) face_pack(block, face, field, packed + (size_t)face * face_size);
  for (int face = 0; face < kFaces; ++face) {
    shmem_double_put_signal_nbi(received + slot(step, far_side(face)), packed + (size_t)face * face_size,
                                block_face_cells(block, face), &arrived[far_side(face)], step + 1, SHMEM_SIGNAL_SET,
                                block->neighbour[face]);
  }
}

void exchange_receive(const Block* block, double* field, uint64_t step) {
  shmem_quiet();  // the faces have left `packed`
  for (int face = 0; face < kFaces; ++face) {
    shmem_signal_wait_until(&arrived[face], SHMEM_CMP_GE, step + 1);
    face_unpack(block, face, received + slot(step, face), field);
  }
}
