// Standard OpenSHMEM: through symmetric host memory, from the device and to the device by the program.
#include <shmem.h>

#include "../frame/device.h"
#include "../frame/job.h"
#include "problem.h"

const char exchange_name[] = "standard";
static void *send_here, *receive_here;
static uint64_t* arrived;

void exchange_open(size_t bytes, void** send, void** receive) {
  send_here = job_alloc(bytes);
  receive_here = job_alloc(bytes);
  arrived = job_alloc(sizeof *arrived);
  *arrived = 0;
  *send = device_map(send_here, bytes);
  *receive = device_map(receive_here, bytes);
  job_barrier();
}

void exchange_close(size_t bytes) {
  device_unmap(receive_here, bytes);
  device_unmap(send_here, bytes);
  job_free(arrived);
  job_free(receive_here);
  job_free(send_here);
}

void exchange_send(size_t bytes, int pe, uint64_t turn) {
  device_update_from(send_here, bytes);
  shmem_putmem_signal(receive_here, send_here, bytes, arrived, turn, SHMEM_SIGNAL_SET, pe);
}

void exchange_await(size_t bytes, int pe, uint64_t turn) {
  (void)pe;
  shmem_signal_wait_until(arrived, SHMEM_CMP_GE, turn);
  device_update_to(receive_here, bytes);
}

void exchange_all(size_t bytes) {
  const size_t all = bytes * (size_t)shmem_n_pes();
  device_update_from(send_here, all);
  shmem_alltoallmem(SHMEM_TEAM_WORLD, receive_here, send_here, bytes);
  device_update_to(receive_here, all);
}
