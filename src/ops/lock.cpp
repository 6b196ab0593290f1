#include "ops/lock.hpp"

#include <cstdint>

#include "base/error.hpp"
#include "base/wait.hpp"
#include "ops/order.hpp"

namespace isthmus::ops {
namespace {

using Word = std::uint32_t;

/// The two halves of the long. All zero when nobody holds the lock.
struct Halves {
  Word tail;  ///< on the home PE: the last PE of the queue, plus 1
  Word link;  ///< on each PE: bit 0 while it waits; above it the next PE, plus 1
};
static_assert(sizeof(Halves) == sizeof(long));
constexpr Word kWaiting = 1;

Halves* on(const comm::Context& context, const char* call, long* lock, int pe) {
  if (void* there; context.near(lock, pe, there)) return static_cast<Halves*>(there);
  return static_cast<Halves*>(context.reach(call, lock, sizeof *lock, pe, sizeof *lock));
}

/// Neighbouring locks have different homes, and every PE finds the same one, since offsets are symmetric.
int home_of(const comm::Context& context, const long* lock) {
  const memory::Segment* segment = context.memory() ? context.memory()->find(lock) : nullptr;
  return segment ? static_cast<int>(segment->offset(lock) / sizeof(long) % static_cast<std::size_t>(context.n_pes()))
                 : 0;  // not symmetric: on() will say so
}

}  // namespace

void set_lock(const comm::Context& context, const char* call, long* lock, int my_pe) {
  Halves* mine = on(context, call, lock, my_pe);
  Halves* home = on(context, call, lock, home_of(context, lock));
  const Word me = static_cast<Word>(my_pe) + 1;
  if (context.checks() && __atomic_load_n(&home->tail, __ATOMIC_RELAXED) == me)
    base::fatal(call, "this PE already holds the lock; shmem_set_lock cannot be nested");
  __atomic_store_n(&mine->link, kWaiting, __ATOMIC_RELAXED);
  const Word before = __atomic_exchange_n(&home->tail, me, __ATOMIC_ACQ_REL);
  if (before == 0) {
    __atomic_fetch_and(&mine->link, ~kWaiting, __ATOMIC_RELAXED);
    return;
  }
  Halves* previous = on(context, call, lock, static_cast<int>(before) - 1);
  __atomic_fetch_or(&previous->link, me << 1, __ATOMIC_RELEASE);
  base::wait_until([&] { return !(__atomic_load_n(&mine->link, __ATOMIC_ACQUIRE) & kWaiting); });
}

bool test_lock(const comm::Context& context, const char* call, long* lock, int my_pe) {
  Halves* mine = on(context, call, lock, my_pe);
  Halves* home = on(context, call, lock, home_of(context, lock));
  Word expected = 0;
  const Word me = static_cast<Word>(my_pe) + 1;
  if (__atomic_load_n(&home->tail, __ATOMIC_RELAXED) != 0) return false;
  __atomic_store_n(&mine->link, 0, __ATOMIC_RELAXED);
  return __atomic_compare_exchange_n(&home->tail, &expected, me, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

void clear_lock(const comm::Context& context, const char* call, long* lock, int my_pe) {
  Halves* mine = on(context, call, lock, my_pe);
  Halves* home = on(context, call, lock, home_of(context, lock));
  const Word me = static_cast<Word>(my_pe) + 1;
  if (context.checks() && __atomic_load_n(&home->tail, __ATOMIC_RELAXED) == 0)
    base::fatal(call, "nobody holds the lock; clear it once, on the PE that set it");
  quiet(context);
  Word expected = me;
  if (__atomic_compare_exchange_n(&home->tail, &expected, 0, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return;
  // Somebody has queued behind this PE and is about to say who.
  base::wait_until([&] { return __atomic_load_n(&mine->link, __ATOMIC_ACQUIRE) >> 1; });
  const int next = static_cast<int>(__atomic_load_n(&mine->link, __ATOMIC_RELAXED) >> 1) - 1;
  __atomic_store_n(&mine->link, 0, __ATOMIC_RELAXED);
  __atomic_fetch_and(&on(context, call, lock, next)->link, ~kWaiting, __ATOMIC_RELEASE);
}

}  // namespace isthmus::ops
