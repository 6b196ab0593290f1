// MPI: faces are staged in host memory, since Debian's Open MPI knows nothing of devices.
#include <mpi.h>

#include "../frame/device.h"
#include "../frame/job.h"
#include "exchange.h"
#include "faces.h"

const char exchange_name[] = "mpi";

static double *packed, *received;              // [kFaces][face]
static double *packed_there, *received_there;  // the same on the device
static MPI_Request sends[kFaces], receives[kFaces];
static size_t face_size;

void exchange_open(const Grid* grid) {
  face_size = grid_face_size(grid);
  packed = job_alloc(kFaces * face_size * sizeof(double));
  received = job_alloc(kFaces * face_size * sizeof(double));
  packed_there = device_map(packed, kFaces * face_size * sizeof(double));
  received_there = device_map(received, kFaces * face_size * sizeof(double));
}

void exchange_close(void) {
  device_unmap(received, kFaces * face_size * sizeof(double));
  device_unmap(packed, kFaces * face_size * sizeof(double));
  job_free(received);
  job_free(packed);
}

void exchange_send(const Block* block, const double* field, uint64_t step) {
  (void)step;
  for (int face = 0; face < kFaces; ++face) {
    MPI_Irecv(received + (size_t)face * face_size, (int)block_face_cells(block, face), MPI_DOUBLE,
              block->neighbour[face], face, MPI_COMM_WORLD, &receives[face]);
  }
  for (int face = 0; face < kFaces; ++face) {
    const size_t n = block_face_cells(block, face), at = (size_t)face * face_size;
    face_pack(block, face, field, packed_there + at);
    device_update_from(packed + at, n * sizeof(double));
    MPI_Isend(packed + at, (int)n, MPI_DOUBLE, block->neighbour[face], far_side(face), MPI_COMM_WORLD, &sends[face]);
  }
}

void exchange_receive(const Block* block, double* field, uint64_t step) {
  (void)step;
  for (int face = 0; face < kFaces; ++face) {
    const size_t n = block_face_cells(block, face), at = (size_t)face * face_size;
    MPI_Wait(&receives[face], MPI_STATUS_IGNORE);
    device_update_to(received + at, n * sizeof(double));
    face_unpack(block, face, received_there + at, field);
  }
  MPI_Waitall(kFaces, sends, MPI_STATUSES_IGNORE);
}
