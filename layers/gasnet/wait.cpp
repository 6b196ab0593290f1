#include "wait.hpp"

#include <linux/futex.h>
#include <sched.h>
#include <shmemx.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <climits>
#include <mutex>

#include "engine.hpp"
#include "wire.hpp"

namespace isthmus::gasnet {
namespace {

constexpr unsigned kYields = 20000;           ///< rounds on one node before a wait sleeps
constexpr unsigned kRoundsBetweenShmem = 64;  ///< of a wait
constexpr long kNap = 50'000;                 ///< nanoseconds
// A round that lets the wire work takes about a microsecond, so that few of them are longer than a message takes.
constexpr unsigned kWireSpins = 100, kWireYields = 2000;

/// Something that one thread does for all that wait. A lock that nobody waits for, to be taken by std::unique_lock.
class Duty {
 public:
  bool try_lock() {
    return !taken_.load(std::memory_order_relaxed) && !taken_.exchange(true, std::memory_order_acquire);
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> taken_ = false;
};

struct Waiting {
  Duty wire;                            ///< works on the wire, or sleeps on it
  Duty relief;                          ///< sleeps no longer than kNap, and takes the wire if nobody has it
  std::atomic<unsigned> beside = 0;     ///< threads that leave the wire to another one
  std::atomic<unsigned> asleep = 0;     ///< those of them that sleep
  std::atomic<std::uint32_t> news = 0;  ///< a count, on which they sleep
};
Waiting waiting;

/// The count at the end of the last round. What the thread waits for is looked at after that, so that it does not sleep
/// where it may have happened since.
constinit thread_local std::uint32_t news_seen = 0;

/// Sleeps until there are news. Not everything is announced: events that the wire completes, and what other threads of
/// the client do. So the sleep has an end, the sooner the fewer threads sleep, which bounds what their waking costs.
void sleep_beside() {
  const long sleepers = waiting.asleep.fetch_add(1) + 1;
  const std::unique_lock relief(waiting.relief, std::try_to_lock);
  const timespec limit{0, relief ? kNap : std::min(sleepers, 1000L) * kNap};
  syscall(SYS_futex, &waiting.news, FUTEX_WAIT_PRIVATE, news_seen, &limit, nullptr, 0);
  waiting.asleep.fetch_sub(1);
}

/// Rests while another thread works on the wire. Threads that yield take turns with that one, so they share the rounds.
void rest_beside(unsigned rounds) {
  const unsigned beside = waiting.beside.fetch_add(1) + 1;
  if (rounds <= kWireYields / beside)
    sched_yield();
  else
    sleep_beside();
  waiting.beside.fetch_sub(1);
}

/// Rests while this one does. Another rank may be putting to this one, and waits until the wire here has worked.
void rest_on_wire(unsigned& rounds) {
  if (job.spins > 0 && rounds <= kWireSpins) return;
  if (shmemx_wire_nap(rounds <= kWireYields ? 0 : kNap)) rounds = 0;
}

void wait_between_nodes(unsigned& rounds) {
  if (const std::unique_lock wire(waiting.wire, std::try_to_lock); wire) drive_wire();
  // Without the wire: while this thread runs a long handler, another one completes what it has on the wire.
  if (poll(Wires::leave)) {
    rounds = 0;
  } else {
    ++rounds;
    if (const std::unique_lock wire(waiting.wire, std::try_to_lock); wire)
      rest_on_wire(rounds);
    else
      rest_beside(rounds);
  }
  news_seen = waiting.news.load();
}

void wait_on_node(unsigned& rounds) {
  if (!engine.quiet() && poll(Wires::leave)) {
    rounds = 0;
    return;
  }
  const unsigned round = ++rounds;
  // A program may use messages of SHMEM, too, and wait here for what their handlers do.
  if (round % kRoundsBetweenShmem == 0) shmemx_am_poll();
  if (round <= static_cast<unsigned>(job.spins)) return;
  if (round < kYields) {
    sched_yield();
    return;
  }
  const timespec nap{0, kNap};
  nanosleep(&nap, nullptr);
}

}  // namespace

void announce() {
  waiting.news.fetch_add(1);
  if (waiting.asleep.load() > 0) syscall(SYS_futex, &waiting.news, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace isthmus::gasnet

using namespace isthmus::gasnet;

extern "C" void isthmus_gasnet_wait(unsigned* rounds) {
  if (job.one_node)
    wait_on_node(*rounds);
  else
    wait_between_nodes(*rounds);
}
