#include "ops/device.hpp"

#include <algorithm>
#include <optional>

#include "base/error.hpp"
#include "base/wait.hpp"
#include "comm/internal.hpp"
#include "ops/device_proxy.hpp"

namespace isthmus::ops {
namespace {

using comm::Context;
using comm::Reached;
using memkind::Place;

constexpr std::size_t kBlock = std::size_t{1} << 20;

[[noreturn]] void unreachable(const char* call, const Reached& reached) {
  base::fatal(call,
              base::text("the %s (%s memory) of PE %d cannot be reached from this PE: there is neither an IPC mapping "
                         "nor a device proxy; see osh_info --paths",
                         reached.segment->name, reached.segment->kind->name, reached.pe));
}

DeviceProxy& proxy_to(const char* call, const Reached& reached) {
  DeviceProxy* mine = device_proxy.load(std::memory_order_acquire);
  if (!mine) unreachable(call, reached);
  return *mine;
}

bool by_proxy(const Reached& reached) { return !reached.mapped && !reached.segment->wire.reaches(reached.pe); }

Place local_place(const Context& context, const void* local) {
  return {context.kind_of(local), static_cast<char*>(const_cast<void*>(local))};
}

/// Tells the endpoint that a copy was begun: where there is an endpoint, quiet and fence ask it alone whether anything
/// is outstanding.
void note_copy(const Context& context) {
  if (context.endpoint()) context.endpoint()->begin_copy();
}

void put_mapped(const Context& context, Place to, Place from, std::size_t bytes, bool later) {
  if (later)
    memkind::begin_copy(to, from, bytes);
  else if (!to.kind.device || from.kind.device || !memkind::begin_small(to, from.at, bytes))
    return memkind::copy(to, from, bytes);
  note_copy(context);
}

/// A get is queued behind copies that were begun and not finished, so that a PE reads what its blocking puts have
/// written. Small puts that do not block may be in one batch with the get, in no order.
void get_mapped(const Context& context, Place to, Place from, std::size_t bytes, bool later) {
  const bool behind = memkind::copies_begun.load(std::memory_order_acquire);
  if (!later && !behind) return memkind::copy(to, from, bytes);
  memkind::begin_copy(to, from, bytes);
  later ? note_copy(context) : memkind::finish_copies();
}

/// Describes a local buffer for the provider. Empty if it is device memory that is not registered with the provider.
std::optional<ofi::Local> on_wire(const Context& context, const Place& local) {
  if (!local.kind.device) return ofi::Local{local.at};
  const memory::Segment* segment = context.memory()->find(local.at);
  if (!segment || !segment->wire.local) return {};
  return ofi::Local{local.at, true, segment->wire.descriptor};
}

/// Puts to memory of any kind on another node. A local device buffer that is not registered with the provider is staged
/// through host memory, block by block.
void put_wire(const Context& context, const Reached& to, Place from, std::size_t bytes, bool later) {
  ofi::Endpoint& endpoint = *context.endpoint();
  const ofi::Region& there = to.segment->wire;
  if (const auto local = on_wire(context, from))
    return endpoint.write_device(to.pe, there, to.offset, *local, bytes, later);
  const memkind::Staging block(from.kind, std::min(bytes, kBlock));
  for (std::size_t at = 0; at < bytes; at += kBlock) {
    const std::size_t n = std::min(kBlock, bytes - at);
    from.kind.copy(block.get(), from.at + at, n);
    endpoint.write_device(to.pe, there, to.offset + at, {block.get()}, n, false);
  }
}

void get_wire(const Context& context, Place to, const Reached& from, std::size_t bytes, bool later) {
  ofi::Endpoint& endpoint = *context.endpoint();
  if (const auto local = on_wire(context, to))
    return endpoint.read_device(from.pe, from.target(), *local, bytes, later);
  const memkind::Staging block(to.kind, std::min(bytes, kBlock));
  for (std::size_t at = 0; at < bytes; at += kBlock) {
    const std::size_t n = std::min(kBlock, bytes - at);
    endpoint.read_device(from.pe, (from + at).target(), {block.get()}, n, false);
    to.kind.copy(to.at + at, block.get(), n);
  }
}

}  // namespace

DeviceLock::DeviceLock(const memory::Segment& internal, int pe, std::uintptr_t offset) {
  auto* locks = reinterpret_cast<comm::DeviceLocks*>(internal.mapped(pe) + comm::kDeviceLocksOffset);
  lock_ = &locks->of[offset / sizeof(std::uint64_t) % comm::DeviceLocks::kCount].word;
  base::wait_until([this] { return lock_->exchange(1, std::memory_order_acquire) == 0; });
}

void put_device(const Context& context, const char* call, const Reached& to, const void* local, std::size_t bytes,
                bool later) {
  const Place from = local_place(context, local);
  if (to.mapped) return put_mapped(context, to.place(), from, bytes, later);
  if (to.segment->wire.reaches(to.pe)) return put_wire(context, to, from, bytes, later);
  proxy_to(call, to).put(to, from, dense(bytes));
  note_copy(context);
}

void put_device(const Context& context, const char* call, const Reached& to, const void* local,
                const DeviceBlocks& blocks) {
  if (by_proxy(to) && blocks.bytes <= DeviceProxy::kBlock) {
    proxy_to(call, to).put(to, local_place(context, local), blocks);
    return note_copy(context);
  }
  for (std::size_t i = 0; i < blocks.n; ++i)
    put_device(context, call, to + i * blocks.there_step, static_cast<const char*>(local) + i * blocks.local_step,
               blocks.bytes, true);
  finish_local(context, to);
}

void get_device(const Context& context, const char* call, const Reached& from, void* local, std::size_t bytes,
                bool later) {
  const Place to = local_place(context, local);
  if (from.mapped) return get_mapped(context, to, from.place(), bytes, later);
  if (from.segment->wire.reaches(from.pe)) return get_wire(context, to, from, bytes, later);
  proxy_to(call, from).get(to, from, dense(bytes));
}

void get_device(const Context& context, const char* call, const Reached& from, void* local,
                const DeviceBlocks& blocks) {
  if (by_proxy(from) && blocks.bytes <= DeviceProxy::kBlock)
    return proxy_to(call, from).get(local_place(context, local), from, blocks);
  for (std::size_t i = 0; i < blocks.n; ++i)
    get_device(context, call, from + i * blocks.there_step, static_cast<char*>(local) + i * blocks.local_step,
               blocks.bytes, true);
  finish_local(context, from);
}

void finish_local(const Context& context, const Reached& reached) {
  memkind::finish_copies();
  if (reached.mapped || !context.endpoint()) return;
  context.endpoint()->wait_written();
  context.endpoint()->wait_read();
}

bool change_word(Place word, ofi::Atomic op, std::uint8_t bytes, std::uint64_t operand, std::uint64_t compare,
                 std::uint64_t& old) {
  namespace change = kernels::word_change;
  const auto run = [&](change::Operation operation) {
    const memkind::Device& device = *word.kind.device;
    return device.change_word && device.change_word(word.at, {operation, bytes, operand, compare}, old);
  };
  switch (op) {
    case ofi::Atomic::swap:
      return run(change::swap);
    case ofi::Atomic::compare_swap:
      return run(change::compare_swap);
    case ofi::Atomic::add:
      return run(change::add);
    case ofi::Atomic::bit_and:
      return run(change::bit_and);
    case ofi::Atomic::bit_or:
      return run(change::bit_or);
    case ofi::Atomic::bit_xor:
      return run(change::bit_xor);
    default:
      return false;
  }
}

std::uint64_t proxy_atomic(const char* call, const Reached& to, ofi::Atomic op, std::uint8_t word,
                           std::uint64_t operand, std::uint64_t compare) {
  return proxy_to(call, to).atomic(to, op, word, operand, compare);
}

}  // namespace isthmus::ops
