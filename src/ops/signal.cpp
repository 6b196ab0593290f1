#include "ops/signal.hpp"

#include "base/error.hpp"
#include "base/overlap.hpp"
#include "ops/atomic.hpp"
#include "ops/wait.hpp"
#include "shmem/constants.h"

namespace isthmus::ops {
namespace {

/// Sends the signal as an atomic, because a write of 8 bytes may arrive in two parts.
void signal_on_wire(ofi::Endpoint& endpoint, const comm::Reached& to, std::uint64_t value, int op) {
  endpoint.before_message();
  endpoint.atomic_later({op == SHMEM_SIGNAL_SET ? ofi::Atomic::set : ofi::Atomic::add, sizeof value, to.pe,
                         to.segment->wire, to.offset, value},
                        nullptr);
  endpoint.leave();  // somebody is likely to wait for it
}

void signal_on_device(const Context& context, const char* call, const comm::Reached& to, std::uint64_t value, int op) {
  if (!to.mapped) {
    // Data put to host memory went by the endpoint, which is not ordered with requests to the device proxy.
    if (context.endpoint() && !context.endpoint()->idle()) context.endpoint()->quiet();
    proxy_atomic(call, to, op == SHMEM_SIGNAL_SET ? ofi::Atomic::set : ofi::Atomic::add, sizeof value, value, 0);
    return;
  }
  op == SHMEM_SIGNAL_SET ? on_device_word<Set, std::uint64_t>(context, to, value)
                         : on_device_word<Add, std::uint64_t>(context, to, value);
}

}  // namespace

void signal(const Context& context, const char* call, std::uint64_t* word, std::uint64_t value, int op, int pe) {
  if (op != SHMEM_SIGNAL_SET && op != SHMEM_SIGNAL_ADD)
    base::fatal(call, base::text("signal operator %d does not exist; use SHMEM_SIGNAL_SET or SHMEM_SIGNAL_ADD", op));
  void* place = nullptr;
  if (!context.near(word, pe, place)) {
    const comm::Reached to = context.reach(call, word, sizeof *word, pe, sizeof *word);
    if (to.on_device()) return signal_on_device(context, call, to, value, op);
    if (!to.mapped && !is_aligned(word)) comm::refuse_misaligned(call, word, sizeof *word);
    if (!to.mapped) return signal_on_wire(*context.endpoint(), to, value, op);
    place = to.mapped;
  }
  auto* there = static_cast<std::uint64_t*>(place);
  if (op == SHMEM_SIGNAL_SET)
    __atomic_store_n(there, value, __ATOMIC_RELEASE);
  else
    __atomic_fetch_add(there, value, __ATOMIC_RELEASE);
}

void put_signal(const Context& context, const char* call, void* dest, const void* source, std::size_t bytes,
                std::uint64_t* word, std::uint64_t value, int op, int pe, When when) {
  if (context.checks()) {
    context.reach(call, word, sizeof *word, pe, sizeof *word);
    if (base::overlap(dest, bytes, word, sizeof *word))
      base::fatal(call, "dest and the signal word overlap; use a word of its own");
  }
  if (bytes > 0) put(context, call, dest, source, bytes, 1, pe, when);
  // The signal must not overtake data that a device is still copying.
  if (memkind::copies_begun.load(std::memory_order_acquire)) [[unlikely]]
    memkind::finish_copies();
  signal(context, call, word, value, op, pe);
}

std::uint64_t wait_signal(const Context& context, const char* call, const std::uint64_t* word, int op,
                          std::uint64_t value) {
  std::uint64_t seen = 0;
  const memkind::Kind* device = device_of(context, word);
  base::wait_until([&] { return compare(call, seen = load_acquire(word, device), op, value); }, call,
                   [&] { return base::waits_for_variable(word, op, value, device); });
  settle_arrival();
  return seen;
}

}  // namespace isthmus::ops
