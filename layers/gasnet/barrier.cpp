#include "barrier.hpp"

#include <gasnetex.h>

#include "engine.hpp"
#include "fatal.hpp"
#include "job.hpp"

namespace isthmus::gasnet {
namespace {

enum class Agreement : std::uint8_t { anonymous, named, mismatch };

/// What members have agreed on.
struct Name {
  Agreement agreement = Agreement::anonymous;
  std::int32_t id = 0;
};

Name combine(Name a, Name b) {
  if (a.agreement == Agreement::mismatch || b.agreement == Agreement::mismatch) return {Agreement::mismatch, 0};
  if (a.agreement == Agreement::anonymous) return b;
  if (b.agreement == Agreement::anonymous) return a;
  return a.id == b.id ? a : Name{Agreement::mismatch, 0};
}

/// A word: the barrier's number (30 bits), the agreement (2), the name (32).
std::uint64_t pack(std::uint32_t number, Name name) {
  return (std::uint64_t{number & 0x3fffffff} << 34) | (std::uint64_t{static_cast<std::uint8_t>(name.agreement)} << 32) |
         static_cast<std::uint32_t>(name.id);
}
bool is_of(std::uint64_t word, std::uint32_t number) { return word >> 34 == (number & 0x3fffffff); }
Name unpack(std::uint64_t word) {
  return {static_cast<Agreement>((word >> 32) & 3), static_cast<std::int32_t>(static_cast<std::uint32_t>(word))};
}

/// While `complete` is false the thread that serves messages owns number, round and name; while it is true, the thread
/// that calls. Storing it hands them over.
struct Barrier {
  std::uint32_t number = 0;  ///< of the barrier under way, or the last one
  unsigned round = 0, rounds = 0;
  bool posted = false;                ///< in this round
  Name name;                          ///< what is agreed so far
  bool notified = false;              ///< and not waited for yet
  std::atomic<bool> complete = true;  ///< all have notified
};
Barrier barrier;

/// A member of another node tells its word by a message.
void on_post(gex_Token_t, gex_AM_Arg_t place, gex_AM_Arg_t high, gex_AM_Arg_t low) {
  const std::uint64_t word = std::uint64_t{static_cast<std::uint32_t>(high)} << 32 | static_cast<std::uint32_t>(low);
  job.shared->barrier.posted[place & 1][place >> 1].store(word, std::memory_order_release);
}

/// Returns false if there is no room for the message now.
bool post(unsigned round) {
  const Rank to = (job.rank + (Rank{1} << round)) % job.size;
  const std::uint64_t word = pack(barrier.number, barrier.name);
  std::atomic<std::uint64_t>& mine = job.shared->barrier.posted[barrier.number & 1][round];
  if (job.mapped(to)) {
    auto* const there = reinterpret_cast<std::atomic<std::uint64_t>*>(
        reinterpret_cast<std::uintptr_t>(&mine) - reinterpret_cast<std::uintptr_t>(&job.shared->requests) +
        reinterpret_cast<std::uintptr_t>(job.peers[to].requests));
    there->store(word, std::memory_order_release);
    return true;
  }
  const gex_AM_Arg_t args[] = {static_cast<gex_AM_Arg_t>(round << 1 | (barrier.number & 1)),
                               static_cast<gex_AM_Arg_t>(word >> 32), static_cast<gex_AM_Arg_t>(word)};
  return send(to, {Category::short_message, false, kBarrierPost, 3, args}, true) == 0;
}

unsigned rounds() {
  unsigned n = 0;
  while ((std::uint64_t{1} << n) < job.size) ++n;
  return n;
}

/// A name at wait has to be the one that was agreed on, if there is one; to wait without a name is always allowed.
int result_of(int id, int flags) {
  const bool unnamed = flags & (GASNET_BARRIERFLAG_ANONYMOUS | GASNET_BARRIERFLAG_UNNAMED);
  const bool differs = !unnamed && barrier.name.agreement == Agreement::named && barrier.name.id != id;
  return flags & GASNET_BARRIERFLAG_MISMATCH || differs || barrier.name.agreement == Agreement::mismatch
             ? GASNET_ERR_BARRIER_MISMATCH
             : GASNET_OK;
}

void must_be_notified(const char* call) {
  if (job.checks) must_be_unrestricted(call);
  if (!barrier.notified) fatal(call, "no barrier was begun; call gasnet_barrier_notify first");
}

}  // namespace

void start_barrier() { set_own_handler(kBarrierPost, reinterpret_cast<gex_AM_Fn_t>(on_post), "barrier: post"); }

bool advance_barrier() {
  if (barrier.complete.load(std::memory_order_acquire)) return false;
  bool any = false;
  while (barrier.round < barrier.rounds) {
    if (!barrier.posted) barrier.posted = post(barrier.round);
    if (!barrier.posted) return any;
    const std::uint64_t word =
        job.shared->barrier.posted[barrier.number & 1][barrier.round].load(std::memory_order_acquire);
    if (!is_of(word, barrier.number)) return any;
    barrier.name = combine(barrier.name, unpack(word));
    ++barrier.round;
    barrier.posted = false;
    any = true;
  }
  engine.attention.fetch_sub(1);
  barrier.complete.store(true, std::memory_order_release);
  return true;
}

}  // namespace isthmus::gasnet

using namespace isthmus::gasnet;

extern "C" {

void gasnet_barrier_notify(int id, int flags) {
  if (job.checks) must_be_unrestricted("gasnet_barrier_notify");
  if (barrier.notified)
    fatal("gasnet_barrier_notify", "the barrier was notified and not waited for; call gasnet_barrier_wait first");
  std::atomic_thread_fence(std::memory_order_seq_cst);
  ++barrier.number;
  barrier.round = 0;
  barrier.rounds = rounds();
  barrier.notified = true;
  const bool unnamed = flags & (GASNET_BARRIERFLAG_ANONYMOUS | GASNET_BARRIERFLAG_UNNAMED);
  barrier.name = flags & GASNET_BARRIERFLAG_MISMATCH ? Name{Agreement::mismatch, 0}
                 : unnamed                           ? Name{}
                                                     : Name{Agreement::named, id};
  if (job.size == 1) return;
  barrier.posted = post(0);
  engine.attention.fetch_add(1);
  barrier.complete.store(false, std::memory_order_release);
}

int gasnet_barrier_wait(int id, int flags) {
  must_be_notified("gasnet_barrier_wait");
  wait_until([] { return barrier.complete.load(std::memory_order_acquire); });
  barrier.notified = false;
  return result_of(id, flags);
}

int gasnet_barrier_try(int id, int flags) {
  must_be_notified("gasnet_barrier_try");
  gasnet_AMPoll();
  if (!barrier.complete.load(std::memory_order_acquire)) return GASNET_ERR_NOT_READY;
  barrier.notified = false;
  return result_of(id, flags);
}

int gasnet_barrier(int id, int flags) {
  gasnet_barrier_notify(id, flags);
  return gasnet_barrier_wait(id, flags);
}

int gasnet_barrier_result(int* id) {
  if (id) *id = barrier.name.id;
  return barrier.name.agreement != Agreement::named;
}
}
