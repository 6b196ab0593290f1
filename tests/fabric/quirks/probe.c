/* Measures what a provider of libfabric does beyond what it says of itself, for the table of
   src/transport/ofi/provider.cpp: probe [--expect-flush-by-read | --expect-shared-progress] PROVIDER prints one line a
   question. Two processes on this machine share the memory that the target registers, so the initiator sees at the
   moment of a completion whether the data is there; the target makes progress only when told. With an option fewer
   rounds are made, and the status is 1 where the provider does not have what that row of the table relies on, 77 where
   it is not offered here. What is expected of shared progress includes the other. */
#include "side.h"

static bool holds(const unsigned char* from, int bytes, int value) {
  for (int i = 0; i < bytes; ++i)
    if (((const volatile unsigned char*)from)[i] != value) return false;
  return true;
}

/* ------------------------------------------------------------------------------------------------------ the target */

static void serve(const char* provider) {
  struct side s = {0};
  open_side(&s, provider, 1);
  open_others(&s);
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
    struct pollfd silent = {s.silent_fd, POLLIN, 0};
    if (awake != by_queue) atomic_store(&control->readable, poll(&silent, 1, 0) == 1);
    atomic_store(&control->is_awake, awake);
    struct fi_cq_data_entry entry;
    const ssize_t got = awake == by_queue ? fi_cq_read(s.cq, &entry, 1) : 0;
    if (awake == by_other_endpoint) fi_cntr_read(s.other_counter);
    if (got != 1) {
      if (awake == not_at_all) usleep(1000);
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
  if (awake != by_queue) usleep(5000); /* it may be inside fi_cq_read yet */
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

/* To offset 0, and behind it the first 8 bytes to word_at, by one operation. */
static void write_parts(struct side* s, const void* from, size_t bytes) {
  struct iovec local[] = {{(void*)from, bytes}, {(void*)from, 8}};
  struct fi_rma_iov remote[] = {{0, bytes, key}, {word_at, 8, key}};
  struct fi_msg_rma message = {local, NULL, 2, s->peer, remote, 2, NULL, 0};
  ++s->writes;
  INSIST(s, fi_writemsg(s->ep, &message, bytes < 64 ? FI_INJECT : 0));
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

/* A write followed by a small one, or by a small part of the same: is that ever there first? */
static void ask_order(struct side* s, const char* name, int bytes, bool parts, unsigned char* from) {
  int overtaken = 0;
  wake(1);
  for (int round = 0; round < rounds; ++round) {
    const int value = round % 250 + 1;
    memset(from, value, (size_t)bytes);
    if (parts) {
      write_parts(s, from, (size_t)bytes);
    } else {
      write_once(s, plain, from, (size_t)bytes, 0);
      write_once(s, injected, from, 8, word_at);
    }
    while (!holds(memory + word_at, 8, value)) progress(s);
    overtaken += !holds(memory, bytes, value);
    wait_counted(s, 10);
    while (!holds(memory, bytes, value)) progress(s);
  }
  broken |= overtaken != 0;
  printf("%-28s %7d B: %s of 8 B behind it is there first: %s (%d of %d)\n", name, bytes, parts ? "a part" : "a write",
         overtaken ? "YES" : "no", overtaken, rounds);
}

/* Does the target receive by a call on another endpoint of its own, and does a queue of no endpoint show that something
 * has come, and only then? */
static void ask_shared_progress(struct side* s, unsigned char* from) {
  int received = 0, shown = 0, in_vain = 0;
  const int times = 5;
  for (int round = 0; round < times; ++round) {
    const int value = round + 101;
    memset(from, value, 8);
    wake(not_at_all);
    in_vain += atomic_load(&control->readable) != 0;
    write_once(s, injected, from, 8, 0);
    const double until = now() + asleep_ms * 1e-3;
    while (!atomic_load(&control->readable) && now() < until) progress(s);
    shown += atomic_load(&control->readable) != 0;
    wake(by_other_endpoint);
    const double end = now() + asleep_ms * 1e-3;
    while (!holds(memory, 8, value) && now() < end) progress(s);
    received += holds(memory, 8, value);
    wake(by_queue);
    while (!holds(memory, 8, value)) progress(s);
  }
  shares_progress = received == times && shown == times && in_vain == 0;
  printf("a call on another endpoint receives: %d of %d; the descriptor of a silent queue shows it: %d, in vain: %d\n",
         received, times, shown, in_vain);
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
  const bool expect_sharing = argc == 3 && strcmp(argv[1], "--expect-shared-progress") == 0;
  const bool expect = expect_sharing || (argc == 3 && strcmp(argv[1], "--expect-flush-by-read") == 0);
  if (argc != 2 + expect) give_up("usage: probe [--expect-flush-by-read | --expect-shared-progress] PROVIDER");
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
  const int sizes[] = {8, 65536, large};
  for (int i = 0; i < 3; ++i) {
    ask_completion(&s, "fi_write", plain, (size_t)sizes[i], from);
    ask_completion(&s, "FI_DELIVERY_COMPLETE", delivered, (size_t)sizes[i], from);
    ask_order(&s, "fi_writemsg", sizes[i], true, from);
  }
  ask_completion(&s, "fi_inject_write", injected, 8, from);
  ask_completion(&s, "FI_INJECT|DELIVERY_COMPLETE", injected_delivered, 8, from);
  ask_flush(&s, "fi_inject_write", injected, 8, 32, from);
  ask_flush(&s, "fi_write", plain, 4096, 32, from);
  ask_flush(&s, "fi_write", plain, 65536, 16, from);
  ask_flush(&s, "fi_write", plain, large, 2, from);
  ask_message(&s, 8, injected, from);
  ask_message(&s, 65536, plain, from);
  ask_message(&s, large, plain, from);
  ask_order(&s, "fi_write", large, false, from);
  ask_multi_receive(&s);
  ask_shared_progress(&s, from);
  atomic_store(&control->end, 1);
  waitpid(target, NULL, 0);
  return (expect && broken) || (expect_sharing && !shares_progress);
}
