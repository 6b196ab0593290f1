// MPI: faces on the device are handed to it as they are, which it has to take (docs/mpi-devices.md).
#include <mpi.h>

#include "../frame/device.h"
#include "../frame/job.h"
#include "exchange.h"
#include "faces.h"

const char exchange_name[] = "mpi, device buffers";

static double *packed, *received;  // [kFaces][face], on the device
static MPI_Request sends[kFaces], receives[kFaces];
static size_t face_size;

void exchange_open(const Grid* grid) {
  face_size = grid_face_size(grid);
  packed = device_alloc(kFaces * face_size * sizeof(double));
  received = device_alloc(kFaces * face_size * sizeof(double));
}

void exchange_close(void) {
  device_free(received);
  device_free(packed);
}

void exchange_send(const Block* block, const double* field, uint64_t step) {
  (void)step;
  for (int face = 0; face < kFaces; ++face) {
    MPI_Irecv(received + (size_t)face * face_size, (int)block_face_cells(block, face), MPI_DOUBLE,
              block->neighbour[face], face, MPI_COMM_WORLD, &receives[face]);
  }
  for (int face = 0; face < kFaces; ++face) {
    const size_t at = (size_t)face * face_size;
    face_pack(block, face, field, packed + at);
    MPI_Isend(packed + at, (int)block_face_cells(block, face), MPI_DOUBLE, block->neighbour[face], far_side(face),
              MPI_COMM_WORLD, &sends[face]);
  }
}

void exchange_receive(const Block* block, double* field, uint64_t step) {
  (void)step;
  for (int face = 0; face < kFaces; ++face) {
    MPI_Wait(&receives[face], MPI_STATUS_IGNORE);
    face_unpack(block, face, received + (size_t)face * face_size, field);
  }
  MPI_Waitall(kFaces, sends, MPI_STATUSES_IGNORE);
}
