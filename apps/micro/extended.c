// Extended OpenSHMEM: from device to device.
#include <shmem.h>

#include "../frame/job.h"
#include "../frame/symmetric.h"
#include "problem.h"

const char exchange_name[] = "extended";
static void *send_there, *receive_there;
static uint64_t* arrived;

void exchange_open(size_t bytes, void** send, void** receive) {
  *send = send_there = symmetric_alloc(bytes);
  *receive = receive_there = symmetric_alloc(bytes);
  arrived = job_alloc(sizeof *arrived);
  *arrived = 0;
  job_barrier();
}

void exchange_close(size_t bytes) {
  (void)bytes;
  job_free(arrived);
  symmetric_free(receive_there);
  symmetric_free(send_there);
}

void exchange_send(size_t bytes, int pe, uint64_t turn) {
  shmem_putmem_signal(receive_there, send_there, bytes, arrived, turn, SHMEM_SIGNAL_SET, pe);
}

void exchange_await(size_t bytes, int pe, uint64_t turn) {
  (void)bytes, (void)pe;
  shmem_signal_wait_until(arrived, SHMEM_CMP_GE, turn);
}

void exchange_all(size_t bytes) { shmem_alltoallmem(SHMEM_TEAM_WORLD, receive_there, send_there, bytes); }
