#include "ops/lock.hpp"

#include <cstdint>

#include "base/error.hpp"
#include "base/wait.hpp"
#include "ops/atomic.hpp"
#include "ops/order.hpp"

namespace isthmus::ops {
namespace {

using Word = std::uint32_t;

/// The two halves of the long. All are zero when nobody holds the lock; PEs are stored plus 1, so that 0 means none.
struct Halves {
  Word tail;  ///< used on the home PE: the last PE of the queue
  Word link;  ///< used on each PE: bit 0 is set while it waits, the bits above name the next PE of the queue
};
static_assert(sizeof(Halves) == sizeof(long));
constexpr Word kWaiting = 1;

/// The lock's word on this PE. Its address is symmetric, so the words on other PEs are reached by it, too.
Halves* mine_of(const comm::Context& context, const char* call, long* lock, int my_pe) {
  base::must_be_outside_handlers(call);
  if (void* there; context.near(lock, my_pe, there)) return reinterpret_cast<Halves*>(lock);
  const comm::Reached reached = context.reach(call, lock, sizeof *lock, my_pe, sizeof *lock);
  if (reached.on_device())
    base::fatal(call, "the lock is in device memory, where it cannot be waited for; use host memory");
  if (reached.segment == &context.memory()->team_heap().segment())
    base::fatal(call,
                "the lock is in memory of a team, which other PEs use for something else; use shmem_malloc, or a static "
                "variable");
  return reinterpret_cast<Halves*>(lock);
}

/// The PE that holds the queue's tail. It follows from the lock's offset: neighbouring locks have different homes, and
/// all PEs compute the same one, since offsets are symmetric.
int home_of(const comm::Context& context, const long* lock) {
  const memory::Segment* segment = context.memory() ? context.memory()->find(lock) : nullptr;
  return segment ? static_cast<int>(segment->offset(lock) / sizeof(long) % static_cast<std::size_t>(context.n_pes()))
                 : 0;  // reach() ends the job when the address is not symmetric
}

}  // namespace

void set_lock(const comm::Context& context, const char* call, long* lock, int my_pe) {
  Halves* mine = mine_of(context, call, lock, my_pe);
  const int home = home_of(context, lock);
  const Word me = static_cast<Word>(my_pe) + 1;
  if (context.checks() && atomic<Fetch>(context, call, &mine->tail, home) == me)
    base::fatal(call, "this PE already holds the lock; shmem_set_lock cannot be nested");
  __atomic_store_n(&mine->link, kWaiting, __ATOMIC_RELAXED);
  const Word before = atomic<Swap>(context, call, &mine->tail, home, me);
  if (before == 0) {
    __atomic_fetch_and(&mine->link, ~kWaiting, __ATOMIC_RELAXED);
    return;
  }
  atomic<Or>(context, call, &mine->link, static_cast<int>(before) - 1, me << 1);
  base::wait_until([&] { return !(__atomic_load_n(&mine->link, __ATOMIC_ACQUIRE) & kWaiting); }, call, [&] {
    return base::WaitsFor{.what = base::WaitsFor::What::lock,
                          .pe = static_cast<int>(before) - 1,
                          .address = reinterpret_cast<std::uintptr_t>(lock)};
  });
}

bool test_lock(const comm::Context& context, const char* call, long* lock, int my_pe) {
  Halves* mine = mine_of(context, call, lock, my_pe);
  const int home = home_of(context, lock);
  const Word me = static_cast<Word>(my_pe) + 1;
  if (atomic<Fetch>(context, call, &mine->tail, home) != 0) return false;
  __atomic_store_n(&mine->link, 0, __ATOMIC_RELAXED);
  return atomic<CompareSwap>(context, call, &mine->tail, home, Word{0}, me) == 0;
}

void clear_lock(const comm::Context& context, const char* call, long* lock, int my_pe) {
  Halves* mine = mine_of(context, call, lock, my_pe);
  const int home = home_of(context, lock);
  const Word me = static_cast<Word>(my_pe) + 1;
  quiet(context);
  const Word last = atomic<CompareSwap>(context, call, &mine->tail, home, me, Word{0});
  if (last == me) return;
  if (last == 0) base::fatal(call, "nobody holds the lock; clear it once, on the PE that set it");
  // Another PE has queued behind this one, but has perhaps not written its number into this PE's link yet.
  base::wait_until([&] { return __atomic_load_n(&mine->link, __ATOMIC_ACQUIRE) >> 1; }, call, [&] {
    return base::WaitsFor{.what = base::WaitsFor::What::successor, .address = reinterpret_cast<std::uintptr_t>(lock)};
  });
  const int next = static_cast<int>(__atomic_load_n(&mine->link, __ATOMIC_RELAXED) >> 1) - 1;
  __atomic_store_n(&mine->link, 0, __ATOMIC_RELAXED);
  atomic<And>(context, call, &mine->link, next, ~kWaiting);
}

}  // namespace isthmus::ops
