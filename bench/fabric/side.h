/* One end of a connection over tcp;ofi_rxm on 127.0.0.1: the least of libfabric that reads and writes another process's
 * memory. Every function ends the program with a line on stderr where libfabric says no. */
#ifndef ISTHMUS_BENCH_FABRIC_SIDE_H
#define ISTHMUS_BENCH_FABRIC_SIDE_H

#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_rma.h>
#include <stddef.h>
#include <stdint.h>

/* The address and key by which one side accesses the other. */
typedef struct Card {
  char name[128];
  uint64_t base; /* of the buffer: an address or 0, as the provider counts */
  uint64_t key;
} Card;

typedef struct Side {
  struct fi_info* info;
  struct fid_fabric* fabric;
  struct fid_domain* domain;
  struct fid_av* av;
  struct fid_cq* cq;
  struct fid_cntr *writes, *reads;
  struct fid_ep* endpoint;
  struct fid_mr* region;
  char* buffer; /* registered, and what the other side reads and writes */
  fi_addr_t peer;
  uint64_t peer_base, peer_key;
  uint64_t written, read; /* asked for so far */
} Side;

void side_open(Side* side, size_t buffer_bytes);
Card side_card(const Side* side);
void side_meet(Side* side, const Card* other);

/* Start a transfer from or to `offset` of the other side's buffer. */
void side_write(Side* side, const void* from, size_t bytes, uint64_t offset);
void side_read(Side* side, void* into, size_t bytes, uint64_t offset);

/* Spin until all that were started have ended: writes when the data is in the other side's memory. */
void side_await_writes(Side* side);
void side_await_reads(Side* side);

/* Spins on the completion queue until the writing end of the pipe `from` is closed. */
void side_progress_until_closed(Side* side, int from);

void side_close(Side* side);

#endif
