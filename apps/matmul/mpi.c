// MPI: the stripes are staged in host memory, since Debian's Open MPI knows nothing of devices.
#include <mpi.h>

#include "../frame/device.h"
#include "../frame/job.h"
#include "problem.h"

const char exchange_name[] = "mpi";
static double* here[2];
static MPI_Request requests[2];

void exchange_open(size_t bytes, double* stripe[2]) {
  for (int i = 0; i < 2; ++i) here[i] = job_alloc(bytes);
  for (int i = 0; i < 2; ++i) stripe[i] = device_map(here[i], bytes);
}

void exchange_begin(int from, size_t bytes) {
  const int me = job_me(), pes = job_pes(), doubles = (int)(bytes / sizeof(double));
  MPI_Irecv(here[1 - from], doubles, MPI_DOUBLE, (me + 1) % pes, 0, MPI_COMM_WORLD, &requests[0]);
  device_update_from(here[from], bytes);
  MPI_Isend(here[from], doubles, MPI_DOUBLE, (me + pes - 1) % pes, 0, MPI_COMM_WORLD, &requests[1]);
}

void exchange_end(int from, size_t bytes) {
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  device_update_to(here[1 - from], bytes);
}

void exchange_close(size_t bytes) {
  for (int i = 0; i < 2; ++i) device_unmap(here[i], bytes), job_free(here[i]);
}
