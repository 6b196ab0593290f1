/* Measures what a provider of libfabric does beyond what it says of itself, for the table of
   src/transport/ofi/provider.cpp: probe [--expect-flush-by-read] PROVIDER prints one line a question. Two processes on
   this machine share the memory that the target registers, so the initiator sees at the moment of a completion whether
   the data is there; the target makes progress only when told. With the option fewer rounds are made, and the status is
   1 where the provider does not have what that row of the table relies on, 77 where it is not offered here. */
#include <arpa/inet.h>
#include <netinet/in.h>
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
  atomic_int awake, is_awake, end;    /* the target makes progress: wanted, and so */
  atomic_int received, late, damaged; /* messages; those that came before the writes ahead of them; wrong ones */
  atomic_int value;                   /* of which those writes are full */
  atomic_int bytes;                   /* and how many bytes; 0: nothing to look for */
  atomic_int numbered;                /* messages are full of their number, to be compared */
  char address[2][256];
  size_t address_bytes[2];
  atomic_int ready;
};
static int rounds = 300;
static bool broken; /* the provider lacks what its row of the table says */
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

static bool holds(const unsigned char* from, int bytes, int value) {
  for (int i = 0; i < bytes; ++i)
    if (((const volatile unsigned char*)from)[i] != value) return false;
  return true;
}

/* ------------------------------------------------------------------------------------------------------ the target */

static void serve(const char* provider) {
  struct side s = {0};
  open_side(&s, provider, 1);
  static char buffer[2][buffer_bytes];
  size_t least = 4096;
  check("fi_setopt", fi_setopt(&s.ep->fid, FI_OPT_ENDPOINT, FI_OPT_MIN_MULTI_RECV, &least, sizeof least));
  for (int i = 0; i < 2; ++i) {
    struct iovec room = {buffer[i], buffer_bytes};
    struct fi_msg message = {&room, NULL, 1, FI_ADDR_UNSPEC, buffer[i], 0};
    check("fi_recvmsg", fi_recvmsg(s.ep, &message, FI_MULTI_RECV));
  }
  while (!atomic_load(&control->end)) {
    const int awake = atomic_load(&control->awake);
    atomic_store(&control->is_awake, awake);
    struct fi_cq_data_entry entry;
    ssize_t got = awake ? fi_cq_read(s.cq, &entry, 1) : 0;
    if (got != 1) {
      if (!awake) usleep(1000);
      sched_yield();
      continue;
    }
    if (entry.flags & FI_RECV) {
      const int bytes = atomic_load(&control->bytes);
      if (bytes && !holds(memory, bytes, atomic_load(&control->value))) atomic_fetch_add(&control->late, 1);
      if (!holds(entry.buf, (int)entry.len, ((unsigned char*)entry.buf)[0]) ||
          (atomic_load(&control->numbered) && ((unsigned char*)entry.buf)[0] != atomic_load(&control->received) % 251))
        atomic_fetch_add(&control->damaged, 1);
      atomic_fetch_add(&control->received, 1);
    }
    if (entry.flags & FI_MULTI_RECV) {
      struct iovec room = {entry.op_context, buffer_bytes};
      struct fi_msg message = {&room, NULL, 1, FI_ADDR_UNSPEC, entry.op_context, 0};
      check("fi_recvmsg", fi_recvmsg(s.ep, &message, FI_MULTI_RECV));
    }
  }
  _exit(0);
}

/* --------------------------------------------------------------------------------------------------- the initiator */

static void wake(int awake) {
  atomic_store(&control->awake, awake);
  const double until = now() + 10;
  while (atomic_load(&control->is_awake) != awake)
    if (now() > until) give_up("the target does not answer");
  if (!awake) usleep(5000); /* it may be inside fi_cq_read yet */
}

static void progress(struct side* s) {
  struct fi_cq_data_entry entry;
  fi_cq_read(s->cq, &entry, 1);
  if (fi_cntr_readerr(s->written) || fi_cntr_readerr(s->was_read)) give_up("an operation failed");
}

static bool counted(struct side* s) {
  progress(s);
  return fi_cntr_read(s->written) >= s->writes && fi_cntr_read(s->was_read) >= s->reads;
}

static bool wait_counted(struct side* s, double seconds) {
  const double until = now() + seconds;
  while (!counted(s))
    if (now() > until) return false;
  return true;
}

#define INSIST(s, call)                                   \
  do {                                                    \
    ssize_t result_;                                      \
    while ((result_ = (call)) == -FI_EAGAIN) progress(s); \
    check(#call, result_);                                \
  } while (0)

enum way { plain, injected, delivered, injected_delivered };

static void write_once(struct side* s, enum way way, const void* from, size_t bytes, uint64_t at) {
  ++s->writes;
  if (way == injected) {
    INSIST(s, fi_inject_write(s->ep, from, bytes, s->peer, at, key));
    return;
  }
  struct iovec local = {(void*)from, bytes};
  struct fi_rma_iov remote = {at, bytes, key};
  struct fi_msg_rma message = {&local, NULL, 1, s->peer, &remote, 1, NULL, 0};
  const uint64_t flags = way == plain ? 0 : way == delivered ? FI_DELIVERY_COMPLETE : FI_INJECT | FI_DELIVERY_COMPLETE;
  INSIST(s, fi_writemsg(s->ep, &message, flags));
}

static void read_once(struct side* s) {
  static uint64_t sink;
  ++s->reads;
  INSIST(s, fi_read(s->ep, &sink, sizeof sink, NULL, s->peer, word_at, key, NULL));
}

/* Writes once, to a target that makes no progress and to one that does: is it ever counted before its bytes are
 * there? */
static void ask_completion(struct side* s, const char* name, enum way way, size_t bytes, unsigned char* from) {
  int early_asleep = 0, early_awake = 0, counted_asleep = 0;
  for (int round = 0; round < rounds + 3; ++round) {
    const bool asleep = round < 3;
    const int value = round % 250 + 1;
    memset(from, value, bytes);
    wake(!asleep);
    write_once(s, way, from, bytes, 0);
    if (asleep && wait_counted(s, asleep_ms * 1e-3)) {
      ++counted_asleep;
      early_asleep += !holds(memory, (int)bytes, value);
    }
    wake(1);
    if (!wait_counted(s, 10)) give_up("%s of %zu bytes is never counted", name, bytes);
    early_awake += !asleep && !holds(memory, (int)bytes, value);
    const double until = now() + 10;
    while (!holds(memory, (int)bytes, value)) {
      if (now() > until) give_up("%s of %zu bytes never arrives", name, bytes);
      progress(s);
    }
  }
  broken |= (way == delivered || way == injected_delivered) && (early_asleep || early_awake);
  printf("%-28s %7zu B: counted before it is there: %s (target asleep %d of 3%s, awake %d of %d)\n", name, bytes,
         early_asleep || early_awake ? "YES" : "no", early_asleep, counted_asleep ? "" : ", never counted then",
         early_awake, rounds);
}

/* Writes of all sizes followed by a read: does the read ever complete before they are there? */
static void ask_flush(struct side* s, const char* name, enum way way, size_t bytes, int count, unsigned char* from) {
  int early = 0;
  for (int round = 0; round < rounds; ++round) {
    const int value = round % 250 + 1;
    memset(from, value, bytes);
    wake(round % 20 != 0);
    for (int i = 0; i < count; ++i) write_once(s, way, from, bytes, (uint64_t)i * bytes);
    read_once(s);
    if (round % 20 == 0) wait_counted(s, 0.02), wake(1);
    const double until = now() + 10;
    while (progress(s), fi_cntr_read(s->was_read) < s->reads)
      if (now() > until) give_up("the read behind %s is never counted", name);
    early += !holds(memory, (int)bytes * count, value);
    if (!wait_counted(s, 10)) give_up("%s is never counted", name);
    while (!holds(memory, (int)bytes * count, value)) progress(s);
  }
  broken |= early != 0;
  printf("%-28s %7zu B x %2d: a read behind it returns before it is there: %s (%d of %d)\n", name, bytes, count,
         early ? "YES" : "no", early, rounds);
}

/* Writes followed by a message: is it ever received before they are there? */
static void ask_message(struct side* s, size_t bytes, enum way way, unsigned char* from) {
  atomic_store(&control->late, 0);
  wake(1);
  for (int round = 0; round < rounds; ++round) {
    const int value = round % 250 + 1, before = atomic_load(&control->received);
    memset(from, value, bytes);
    atomic_store(&control->value, value);
    atomic_store(&control->bytes, (int)bytes);
    write_once(s, way, from, bytes, 0);
    INSIST(s, fi_inject(s->ep, from, 64, s->peer));
    while (atomic_load(&control->received) == before) progress(s);
    wait_counted(s, 10);
    while (!holds(memory, (int)bytes, value)) progress(s);
  }
  atomic_store(&control->bytes, 0);
  broken |= atomic_load(&control->late) != 0;
  printf("%-28s %7zu B: a message behind it is received before it is there: %s (%d of %d)\n",
         way == injected ? "fi_inject_write" : "fi_write", bytes, atomic_load(&control->late) ? "YES" : "no",
         atomic_load(&control->late), rounds);
}

/* A large write followed by a small one: is the small one ever there first? */
static void ask_order(struct side* s, unsigned char* from) {
  int overtaken = 0;
  wake(1);
  for (int round = 0; round < rounds; ++round) {
    const int value = round % 250 + 1;
    memset(from, value, large);
    write_once(s, plain, from, large, 0);
    write_once(s, injected, from, 8, word_at);
    while (!holds(memory + word_at, 8, value)) progress(s);
    overtaken += !holds(memory, large, value);
    wait_counted(s, 10);
    while (!holds(memory, large, value)) progress(s);
  }
  broken |= overtaken != 0;
  printf("%-28s %7d B: a write of 8 B behind it is there first: %s (%d of %d)\n", "fi_write", large,
         overtaken ? "YES" : "no", overtaken, rounds);
}

/* Messages into buffers that hold many (FI_MULTI_RECV): do all arrive, complete and in order? */
static void ask_multi_receive(struct side* s) {
  unsigned char text[64];
  wake(1);
  const int before = atomic_load(&control->received);
  atomic_store(&control->damaged, 0);
  atomic_store(&control->numbered, 1);
  for (int i = 0; i < messages; ++i) {
    memset(text, (before + i) % 251, sizeof text);
    INSIST(s, fi_inject(s->ep, text, sizeof text, s->peer));
  }
  const double until = now() + 10;
  while (atomic_load(&control->received) < before + messages && now() < until) progress(s);
  broken |= atomic_load(&control->received) != before + messages || atomic_load(&control->damaged) != 0;
  printf("multi-receive: %d of %d messages came, %d of them wrong\n", atomic_load(&control->received) - before,
         messages, atomic_load(&control->damaged));
}

static void describe(const char* provider, const struct fi_info* info) {
  struct fi_info* atomics = find(provider, FI_ATOMIC);
  printf(
      "%s, libfabric %d.%d: inject %zu B, largest message %zu B, order%s%s%s%s, largest ordered raw %zu waw %zu, %s\n",
      provider, (int)FI_MAJOR(fi_version()), (int)FI_MINOR(fi_version()), info->tx_attr->inject_size,
      info->ep_attr->max_msg_size, info->tx_attr->msg_order & FI_ORDER_RAW ? " raw" : "",
      info->tx_attr->msg_order & FI_ORDER_WAW ? " waw" : "", info->tx_attr->msg_order & FI_ORDER_SAW ? " saw" : "",
      info->tx_attr->msg_order & FI_ORDER_SAS ? " sas" : "", info->ep_attr->max_order_raw_size,
      info->ep_attr->max_order_waw_size, atomics ? "FI_ATOMIC offered" : "no FI_ATOMIC");
}

int main(int argc, char** argv) {
  const bool expect = argc == 3 && strcmp(argv[1], "--expect-flush-by-read") == 0;
  if (argc != 2 + expect) give_up("usage: probe [--expect-flush-by-read] PROVIDER");
  if (expect) rounds = 20;
  const char* provider = argv[argc - 1];
  setvbuf(stdout, NULL, _IOLBF, 0);
  const int protection = PROT_READ | PROT_WRITE, flags = MAP_SHARED | MAP_ANONYMOUS;
  memory = mmap(NULL, memory_bytes, protection, flags, -1, 0);
  control = mmap(NULL, sizeof *control, protection, flags, -1, 0);
  atomic_store(&control->awake, 1);
  const pid_t target = fork();
  if (target == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    serve(provider);
  }
  struct side s = {0};
  open_side(&s, provider, 0);
  describe(provider, s.info);
  static unsigned char from[large];
  write_once(&s, plain, from, 8, 0);
  if (!wait_counted(&s, 10)) give_up("the first write is never counted");
  ask_completion(&s, "fi_write", plain, 8, from);
  ask_completion(&s, "fi_write", plain, 65536, from);
  ask_completion(&s, "fi_write", plain, large, from);
  ask_completion(&s, "fi_inject_write", injected, 8, from);
  ask_completion(&s, "FI_DELIVERY_COMPLETE", delivered, 8, from);
  ask_completion(&s, "FI_DELIVERY_COMPLETE", delivered, 65536, from);
  ask_completion(&s, "FI_DELIVERY_COMPLETE", delivered, large, from);
  ask_completion(&s, "FI_INJECT|DELIVERY_COMPLETE", injected_delivered, 8, from);
  ask_flush(&s, "fi_inject_write", injected, 8, 32, from);
  ask_flush(&s, "fi_write", plain, 4096, 32, from);
  ask_flush(&s, "fi_write", plain, 65536, 16, from);
  ask_flush(&s, "fi_write", plain, large, 2, from);
  ask_message(&s, 8, injected, from);
  ask_message(&s, 65536, plain, from);
  ask_message(&s, large, plain, from);
  ask_order(&s, from);
  ask_multi_receive(&s);
  atomic_store(&control->end, 1);
  waitpid(target, NULL, 0);
  return expect && broken;
}
