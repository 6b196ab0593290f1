// Standard OpenSHMEM: the blocks are staged in symmetric host memory. If device and host share memory, the target
// updates do nothing.
#include <shmem.h>

#include "../frame/device.h"
#include "../frame/job.h"
#include "exchange.h"
#include "problem.h"

const char exchange_name[] = "standard";
static void *send_here, *receive_here;
static long sync_words[SHMEM_ALLTOALL_SYNC_SIZE];

void exchange_open(size_t bytes, void** send, void** receive) {
  send_here = job_alloc(bytes);
  receive_here = job_alloc(bytes);
  for (int i = 0; i < SHMEM_ALLTOALL_SYNC_SIZE; ++i) sync_words[i] = SHMEM_SYNC_VALUE;
  job_barrier();
  *send = device_map(send_here, bytes);
  *receive = device_map(receive_here, bytes);
}

void exchange_run(size_t bytes) {
  const int pes = shmem_n_pes();
  device_update_from(send_here, bytes);
  // The form that OpenSHMEM 1.4 has, for other libraries.
  shmem_alltoall64(receive_here, send_here, bytes / 8 / (size_t)pes, 0, 0, pes, sync_words);
  device_update_to(receive_here, bytes);
}

void exchange_close(size_t bytes) {
  device_unmap(receive_here, bytes);
  device_unmap(send_here, bytes);
  job_free(receive_here);
  job_free(send_here);
}
