// Standard OpenSHMEM: faces are staged in symmetric host memory, with a counter per face that says up to which step
// they have arrived. There is no barrier in the time loop. If device and host share memory, the target updates do
// nothing.
#include <shmem.h>
#include <string.h>

#include "../frame/device.h"
#include "../frame/job.h"
#include "exchange.h"
#include "faces.h"

const char exchange_name[] = "standard";

// Two parities are enough: a PE sends for step s+2 after it has received its neighbours' faces for step s+1, and they
// send those after they have read everything for step s.
static double *packed, *received;              // symmetric: [kFaces][face], [2 parities of the step][kFaces][face]
static double *packed_there, *received_there;  // the same on the device
static uint64_t* arrived;                      // symmetric: [kFaces], the number of steps whose halo is here
static size_t face_size;

void exchange_open(const Grid* grid) {
  face_size = grid_face_size(grid);
  packed = job_alloc(kFaces * face_size * sizeof(double));
  received = job_alloc(2 * kFaces * face_size * sizeof(double));
  packed_there = device_map(packed, kFaces * face_size * sizeof(double));
  received_there = device_map(received, 2 * kFaces * face_size * sizeof(double));
  arrived = job_alloc(kFaces * sizeof *arrived);
  memset(arrived, 0, kFaces * sizeof *arrived);
  job_barrier();
}

void exchange_close(void) {
  device_unmap(received, 2 * kFaces * face_size * sizeof(double));
  device_unmap(packed, kFaces * face_size * sizeof(double));
  job_free(arrived);
  job_free(received);
  job_free(packed);
}

static size_t slot(uint64_t step, int face) { return ((step % 2) * kFaces + (size_t)face) * face_size; }

// put_then_count: puts the data, then the counter. OpenSHMEM 1.5 has one call for both (put with signal).
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

void exchange_send(const Block* block, const double* field, uint64_t step) {
  for (int face = 0; face < kFaces; ++face) {
    const size_t n = block_face_cells(block, face), at = (size_t)face * face_size;
    face_pack(block, face, field, packed_there + at);
    device_update_from(packed + at, n * sizeof(double));
    put_then_count(received + slot(step, far_side(face)), packed + at, n, &arrived[far_side(face)], step + 1,
                   block->neighbour[face]);
  }
}

void exchange_receive(const Block* block, double* field, uint64_t step) {
  for (int face = 0; face < kFaces; ++face) {
    wait_for_count(&arrived[face], step + 1);
    device_update_to(received + slot(step, face), block_face_cells(block, face) * sizeof(double));
    face_unpack(block, face, received_there + slot(step, face), field);
  }
}
