// Extended OpenSHMEM: the blocks go from device to device.
#include <shmem.h>

#include "../frame/symmetric.h"
#include "exchange.h"
#include "problem.h"

const char exchange_name[] = "extended";
static void *send_there, *receive_there;

void exchange_open(size_t bytes, void** send, void** receive) {
  *send = send_there = symmetric_alloc(bytes);
  *receive = receive_there = symmetric_alloc(bytes);
}

void exchange_run(size_t bytes) {
  shmem_alltoallmem(SHMEM_TEAM_WORLD, receive_there, send_there, bytes / (size_t)shmem_n_pes());
}

void exchange_close(size_t bytes) {
  (void)bytes;
  symmetric_free(receive_there);
  symmetric_free(send_there);
}
