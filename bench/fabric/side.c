#include "side.h"

#include <errno.h>
#include <fcntl.h>
#include <rdma/fi_cm.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

static void check(const char* what, long result) {
  if (result >= 0) return;
  fprintf(stderr, "raw: %s: %s\n", what, fi_strerror((int)-result));
  exit(2);
}

static struct fi_info* find_provider(void) {
  struct fi_info* const hints = fi_allocinfo();
  if (hints == NULL) check("fi_allocinfo", -FI_ENOMEM);
  hints->caps = FI_MSG | FI_RMA;
  hints->ep_attr->type = FI_EP_RDM;
  hints->addr_format = FI_SOCKADDR_IN;
  hints->domain_attr->mr_mode = FI_MR_VIRT_ADDR | FI_MR_ALLOCATED;
  hints->domain_attr->threading = FI_THREAD_DOMAIN;
  hints->domain_attr->av_type = FI_AV_TABLE;
  hints->tx_attr->op_flags = FI_DELIVERY_COMPLETE;
  hints->fabric_attr->prov_name = strdup("tcp;ofi_rxm");
  struct fi_info* found = NULL;
  check("fi_getinfo (tcp;ofi_rxm on 127.0.0.1)",
        fi_getinfo(FI_VERSION(1, 17), "127.0.0.1", NULL, FI_SOURCE, hints, &found));
  fi_freeinfo(hints);
  return found;
}

static struct fid_cntr* open_counter(struct fid_domain* domain) {
  struct fi_cntr_attr attributes = {.events = FI_CNTR_EVENTS_COMP, .wait_obj = FI_WAIT_NONE};
  struct fid_cntr* counter = NULL;
  check("fi_cntr_open", fi_cntr_open(domain, &attributes, &counter, NULL));
  return counter;
}

void side_open(Side* side, size_t buffer_bytes) {
  memset(side, 0, sizeof *side);
  side->info = find_provider();
  check("fi_fabric", fi_fabric(side->info->fabric_attr, &side->fabric, NULL));
  check("fi_domain", fi_domain(side->fabric, side->info, &side->domain, NULL));
  struct fi_av_attr addresses = {.type = FI_AV_TABLE, .count = 2};
  check("fi_av_open", fi_av_open(side->domain, &addresses, &side->av, NULL));
  struct fi_cq_attr completions = {.format = FI_CQ_FORMAT_CONTEXT, .wait_obj = FI_WAIT_NONE, .size = 1024};
  check("fi_cq_open", fi_cq_open(side->domain, &completions, &side->cq, NULL));
  side->writes = open_counter(side->domain);
  side->reads = open_counter(side->domain);
  check("fi_endpoint", fi_endpoint(side->domain, side->info, &side->endpoint, NULL));
  check("fi_ep_bind", fi_ep_bind(side->endpoint, &side->av->fid, 0));
  check("fi_ep_bind", fi_ep_bind(side->endpoint, &side->cq->fid, FI_TRANSMIT | FI_RECV | FI_SELECTIVE_COMPLETION));
  check("fi_ep_bind", fi_ep_bind(side->endpoint, &side->writes->fid, FI_WRITE));
  check("fi_ep_bind", fi_ep_bind(side->endpoint, &side->reads->fid, FI_READ));
  check("fi_enable", fi_enable(side->endpoint));
  side->buffer = aligned_alloc(4096, buffer_bytes);
  if (side->buffer == NULL) check("aligned_alloc", -FI_ENOMEM);
  memset(side->buffer, 1, buffer_bytes);
  uint64_t key = 0; /* random, since any process of the machine can connect to the port */
  if (getrandom(&key, sizeof key, 0) != sizeof key) check("getrandom", -errno);
  check("fi_mr_reg", fi_mr_reg(side->domain, side->buffer, buffer_bytes, FI_REMOTE_READ | FI_REMOTE_WRITE, 0, key, 0,
                               &side->region, NULL));
}

Card side_card(const Side* side) {
  const bool by_address = (side->info->domain_attr->mr_mode & FI_MR_VIRT_ADDR) != 0;
  Card card = {.base = by_address ? (uint64_t)(uintptr_t)side->buffer : 0, .key = fi_mr_key(side->region)};
  size_t size = sizeof card.name;
  check("fi_getname", fi_getname(&side->endpoint->fid, card.name, &size));
  return card;
}

void side_meet(Side* side, const Card* other) {
  if (fi_av_insert(side->av, other->name, 1, &side->peer, 0, NULL) != 1) check("fi_av_insert", -FI_EADDRNOTAVAIL);
  side->peer_base = other->base;
  side->peer_key = other->key;
}

/* Reading a counter makes progress, which makes room in the provider's queues. */
static bool again(const char* what, ssize_t result, struct fid_cntr* counter) {
  if (result == 0) return false;
  if (result != -FI_EAGAIN) check(what, result);
  fi_cntr_read(counter);
  return true;
}

void side_write(Side* side, const void* from, size_t bytes, uint64_t offset) {
  while (again("fi_write",
               fi_write(side->endpoint, from, bytes, NULL, side->peer, side->peer_base + offset, side->peer_key, NULL),
               side->writes)) {
  }
  ++side->written;
}

void side_read(Side* side, void* into, size_t bytes, uint64_t offset) {
  while (again("fi_read",
               fi_read(side->endpoint, into, bytes, NULL, side->peer, side->peer_base + offset, side->peer_key, NULL),
               side->reads)) {
  }
  ++side->read;
}

static void await(const char* what, struct fid_cntr* counter, uint64_t wanted) {
  for (unsigned turn = 1; fi_cntr_read(counter) < wanted; ++turn) {
    if (turn % 4096 == 0 && fi_cntr_readerr(counter) != 0) check(what, -FI_EIO);
  }
}

void side_await_writes(Side* side) { await("a write", side->writes, side->written); }
void side_await_reads(Side* side) { await("a read", side->reads, side->read); }

void side_progress_until_closed(Side* side, int from) {
  if (fcntl(from, F_SETFL, O_NONBLOCK) != 0) check("fcntl", -errno);
  char byte;
  for (unsigned turn = 1;; ++turn) {
    struct fi_cq_entry entry;
    const ssize_t found = fi_cq_read(side->cq, &entry, 1);
    if (found < 0 && found != -FI_EAGAIN) check("fi_cq_read", found);
    if (turn % 8192 == 0 && read(from, &byte, 1) == 0) return;
  }
}

void side_close(Side* side) {
  fi_close(&side->endpoint->fid);
  fi_close(&side->region->fid);
  fi_close(&side->writes->fid);
  fi_close(&side->reads->fid);
  fi_close(&side->cq->fid);
  fi_close(&side->av->fid);
  fi_close(&side->domain->fid);
  fi_close(&side->fabric->fid);
  fi_freeinfo(side->info);
  free(side->buffer);
}
