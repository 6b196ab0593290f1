/* What both processes of the probe have: the memory that they share, and an endpoint each. */
#ifndef ISTHMUS_TEST_QUIRKS_SIDE_H
#define ISTHMUS_TEST_QUIRKS_SIDE_H
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <rdma/fabric.h>
#include <rdma/fi_atomic.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { large = 1 << 20, memory_bytes = 4 << 20, word_at = 3 << 20, asleep_ms = 200, key = 77 };
enum { buffer_bytes = 1 << 16, messages = 4000 };

/* Shared by both processes, besides the registered memory. */
struct control {
  atomic_int awake, is_awake, end;    /* the target makes progress: how it shall, and does */
  atomic_int readable;                /* what poll() said last of the target's silent queue */
  atomic_int received, late, damaged; /* messages; those that came before the writes ahead of them; wrong ones */
  atomic_int value;                   /* of which those writes are full */
  atomic_int bytes;                   /* and how many bytes; 0: nothing to look for */
  atomic_int numbered;                /* messages are full of their number, to be compared */
  char address[2][256];
  size_t address_bytes[2];
  atomic_int ready;
};
/* Ways for the target to make progress: not at all, by its queue, by a counter of another endpoint of its own. */
enum { not_at_all, by_queue, by_other_endpoint };
static int rounds = 300;
static bool broken;          /* the provider lacks what Quirks::flush_by_read and ordered_parts say */
static bool shares_progress; /* it has what Quirks::shared_progress says */
static struct control* control;
static unsigned char* memory;

struct side {
  struct fi_info* info;
  struct fid_fabric* fabric;
  struct fid_domain* domain;
  struct fid_av* av;
  struct fid_cq* cq;
  struct fid_cntr *written, *was_read;
  struct fid_ep* ep;
  struct fid_mr* mr;
  struct fid_ep* other;           /* another endpoint, which does nothing */
  struct fid_cntr* other_counter; /* and its counter */
  struct fid_cq* silent;          /* a queue of no endpoint */
  int silent_fd;                  /* and its descriptor */
  fi_addr_t peer;
  uint64_t writes, reads; /* begun */
};

static void give_up(const char* what, ...) {
  va_list arguments;
  va_start(arguments, what);
  fprintf(stderr, "probe: ");
  vfprintf(stderr, what, arguments);
  fprintf(stderr, "\n");
  exit(1);
}

static void check(const char* call, long result) {
  if (result < 0) give_up("%s: %s", call, fi_strerror((int)-result));
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool on_loopback(const struct fi_info* info) {
  if (info->addr_format != FI_SOCKADDR_IN) return info->addr_format != FI_SOCKADDR_IN6;
  return ntohl(((const struct sockaddr_in*)info->src_addr)->sin_addr.s_addr) >> 24 == 127;
}

/* Asks for the provider as the library does; NULL if it does not offer that. */
static struct fi_info* find(const char* provider, uint64_t more) {
  struct fi_info *hints = fi_allocinfo(), *found = NULL;
  hints->caps = FI_MSG | FI_RMA | FI_MULTI_RECV | more;
  hints->ep_attr->type = FI_EP_RDM;
  hints->domain_attr->mr_mode = FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY | FI_MR_ENDPOINT;
  hints->domain_attr->threading = FI_THREAD_SAFE;
  hints->domain_attr->control_progress = hints->domain_attr->data_progress = FI_PROGRESS_MANUAL;
  hints->domain_attr->av_type = FI_AV_TABLE;
  hints->fabric_attr->prov_name = strdup(provider);
  fi_getinfo(FI_VERSION(1, 17), NULL, NULL, 0, hints, &found);
  while (found && (strcmp(found->fabric_attr->prov_name, provider) != 0 || !on_loopback(found))) found = found->next;
  return found;
}

/* What the silent queue and the other endpoint are for: do they show, and receive, what comes for the first one? */
static void open_others(struct side* s) {
  struct fi_cq_attr silent = {.format = FI_CQ_FORMAT_DATA, .wait_obj = FI_WAIT_FD};
  s->silent_fd = -1;
  if (fi_cq_open(s->domain, &silent, &s->silent, NULL) != 0 ||
      fi_control(&s->silent->fid, FI_GETWAIT, &s->silent_fd) != 0)
    s->silent_fd = -1;
  struct fi_cq_attr cq = {.format = FI_CQ_FORMAT_DATA, .wait_obj = FI_WAIT_NONE};
  struct fid_cq* others = NULL;
  check("fi_cq_open", fi_cq_open(s->domain, &cq, &others, NULL));
  struct fi_cntr_attr counter = {.events = FI_CNTR_EVENTS_COMP, .wait_obj = FI_WAIT_NONE};
  check("fi_cntr_open", fi_cntr_open(s->domain, &counter, &s->other_counter, NULL));
  check("fi_endpoint", fi_endpoint(s->domain, s->info, &s->other, NULL));
  check("fi_ep_bind", fi_ep_bind(s->other, &s->av->fid, 0));
  check("fi_ep_bind", fi_ep_bind(s->other, &others->fid, FI_TRANSMIT | FI_RECV));
  check("fi_ep_bind", fi_ep_bind(s->other, &s->other_counter->fid, FI_WRITE));
  check("fi_enable", fi_enable(s->other));
}

static void open_side(struct side* s, const char* provider, int me) {
  s->info = find(provider, 0);
  if (!s->info) {
    if (me == 0) printf("skipped: %s is not offered here with reliable datagrams, RMA and messages\n", provider);
    exit(77);
  }
  check("fi_fabric", fi_fabric(s->info->fabric_attr, &s->fabric, NULL));
  check("fi_domain", fi_domain(s->fabric, s->info, &s->domain, NULL));
  struct fi_av_attr av = {.type = FI_AV_TABLE, .count = 2};
  check("fi_av_open", fi_av_open(s->domain, &av, &s->av, NULL));
  struct fi_cq_attr cq = {.format = FI_CQ_FORMAT_DATA, .wait_obj = FI_WAIT_NONE};
  check("fi_cq_open", fi_cq_open(s->domain, &cq, &s->cq, NULL));
  struct fi_cntr_attr counter = {.events = FI_CNTR_EVENTS_COMP, .wait_obj = FI_WAIT_NONE};
  check("fi_cntr_open", fi_cntr_open(s->domain, &counter, &s->written, NULL));
  check("fi_cntr_open", fi_cntr_open(s->domain, &counter, &s->was_read, NULL));
  check("fi_endpoint", fi_endpoint(s->domain, s->info, &s->ep, NULL));
  check("fi_ep_bind", fi_ep_bind(s->ep, &s->av->fid, 0));
  check("fi_ep_bind", fi_ep_bind(s->ep, &s->cq->fid, FI_TRANSMIT | FI_SELECTIVE_COMPLETION));
  check("fi_ep_bind", fi_ep_bind(s->ep, &s->cq->fid, FI_RECV));
  check("fi_ep_bind", fi_ep_bind(s->ep, &s->written->fid, FI_WRITE));
  check("fi_ep_bind", fi_ep_bind(s->ep, &s->was_read->fid, FI_READ));
  check("fi_enable", fi_enable(s->ep));
  if (s->info->domain_attr->mr_mode & (FI_MR_VIRT_ADDR | FI_MR_PROV_KEY | FI_MR_ENDPOINT))
    give_up("%s wants addresses or keys of its own, which this probe does not exchange", provider);
  check("fi_mr_reg",
        fi_mr_reg(s->domain, memory, memory_bytes, FI_REMOTE_READ | FI_REMOTE_WRITE, 0, key, 0, &s->mr, NULL));
  control->address_bytes[me] = sizeof control->address[me];
  check("fi_getname", fi_getname(&s->ep->fid, control->address[me], &control->address_bytes[me]));
  atomic_fetch_add(&control->ready, 1);
  while (atomic_load(&control->ready) < 2) sched_yield();
  if (fi_av_insert(s->av, control->address[1 - me], 1, &s->peer, 0, NULL) != 1) give_up("fi_av_insert failed");
}

#endif
