// Put with signal, and operations on signals without data.
#include "ops/signal.hpp"

#include "api/stamp.hpp"
#include "base/product.hpp"
#include "ops/wait.hpp"

using namespace isthmus;

#define PUT_SIGNAL(WHEN, NAME, TYPE, SIZE)                                                                     \
  ON_CONTEXT(void, NAME, (TYPE * dest, const TYPE* source, size_t nelems, uint64_t* sig_addr, uint64_t signal, \
                          int sig_op, int pe),                                                                 \
             ops::put_signal(context, call, dest, source, base::product(nelems, SIZE), sig_addr, signal,       \
                             sig_op, pe, ops::When::WHEN);)

#define TYPED(NAME, TYPE)                             \
  PUT_SIGNAL(now, NAME##_put_signal, TYPE, sizeof(TYPE))   \
  PUT_SIGNAL(later, NAME##_put_signal_nbi, TYPE, sizeof(TYPE))
ISTHMUS_RMA_TYPES(TYPED)

#define SIZED(BITS, BYTES)                    \
  PUT_SIGNAL(now, put##BITS##_signal, void, BYTES) \
  PUT_SIGNAL(later, put##BITS##_signal_nbi, void, BYTES)
ISTHMUS_SIZES(SIZED)

PUT_SIGNAL(now, putmem_signal, void, 1)
PUT_SIGNAL(later, putmem_signal_nbi, void, 1)

ON_CONTEXT(void, signal_set, (uint64_t * sig_addr, uint64_t signal, int pe),
           ops::signal(context, call, sig_addr, signal, SHMEM_SIGNAL_SET, pe);)
ON_CONTEXT(void, signal_add, (uint64_t * sig_addr, uint64_t signal, int pe),
           ops::signal(context, call, sig_addr, signal, SHMEM_SIGNAL_ADD, pe);)

namespace {
[[gnu::cold, gnu::noinline]] uint64_t fetch_careful(const uint64_t* sig_addr) {
  const comm::Context& context = runtime::world.context;
  ops::check_variables(context, "shmem_signal_fetch", sig_addr, 1, sizeof *sig_addr);
  const uint64_t signal = ops::load_acquire(sig_addr, ops::device_of(context, sig_addr));
  base::arrivals.see();
  return signal;
}
}  // namespace

API(uint64_t, shmem_signal_fetch, (const uint64_t* sig_addr)) {
  if (runtime::world.context.careful()) [[unlikely]]
    return fetch_careful(sig_addr);
  return ops::load_acquire(sig_addr);
}

API(uint64_t, shmem_signal_wait_until, (uint64_t* sig_addr, int cmp, uint64_t cmp_value)) {
  const comm::Context& context = runtime::world.context;
  ops::check_variables(context, "shmem_signal_wait_until", sig_addr, 1, sizeof *sig_addr);
  return ops::wait_signal(context, "shmem_signal_wait_until", sig_addr, cmp, cmp_value);
}
