#include "ops/device_proxy.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstring>

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/threads.hpp"
#include "base/wait.hpp"

namespace isthmus::ops {
namespace {

void finish_requests() {
  if (DeviceProxy* mine = device_proxy.load(std::memory_order_acquire)) mine->finish();
}

bool requests_pending() {
  const DeviceProxy* mine = device_proxy.load(std::memory_order_acquire);
  return mine && mine->pending();
}

constexpr memkind::Others kRequests{finish_requests, requests_pending};

/// The most requests that one get has outstanding.
constexpr std::size_t kMaxOutstanding = comm::ProxyArea::kSlots / 2;

/// Calls `move(first, part)` for consecutive parts of `blocks`, each as many blocks as a slot holds; `first` is the
/// index of the part's first block.
template <class Move>
void in_parts(const DeviceBlocks& blocks, Move&& move) {
  const std::size_t most = DeviceProxy::kBlock / blocks.bytes;
  for (std::size_t first = 0; first < blocks.n; first += most) {
    DeviceBlocks part = blocks;
    part.n = std::min(most, blocks.n - first);
    move(first, part);
  }
}

/// Packs blocks into a slot, or unpacks them from one. The copies are done on return.
void copy_blocks(memkind::Place to, std::size_t to_step, memkind::Place from, std::size_t from_step,
                 const DeviceBlocks& blocks) {
  if (to_step == blocks.bytes && from_step == blocks.bytes) return memkind::copy(to, from, blocks.n * blocks.bytes);
  for (std::size_t i = 0; i < blocks.n; ++i) memkind::begin_copy(to + i * to_step, from + i * from_step, blocks.bytes);
  if (to.kind.device || from.kind.device) memkind::finish_copies();
}

}  // namespace

DeviceProxy::DeviceProxy(memory::SymmetricMemory& memory, int me, int n_pes, MessageWire* wire,
                 std::function<ofi::Endpoint*()> endpoint)
    : memory_(memory),
      me_(me),
      n_pes_(n_pes),
      wire_(wire),
      mine_(area(me)),
      ring_(mine_.requests.data(), Area::kRing),
      make_endpoint_(std::move(endpoint)),
      thread_(base::start_thread("the device proxy", [this] { work(); })) {
  device_proxy.store(this, std::memory_order_release);
  memkind::others.store(&kRequests, std::memory_order_release);
}

DeviceProxy::~DeviceProxy() {
  memkind::others.store(nullptr);
  device_proxy.store(nullptr);
  stop_ = true;
  ring_bell(mine_);
  thread_.join();
}

DeviceProxy::Area& DeviceProxy::area(int pe) const {
  return *reinterpret_cast<Area*>(memory_.internal().mapped(pe) + comm::kProxyOffset);
}

memkind::Place DeviceProxy::block(int slot) const {
  return {memkind::kHost, reinterpret_cast<char*>(mine_.blocks[static_cast<std::size_t>(slot)].data())};
}

void DeviceProxy::ring_bell(Area& area) {
  area.doorbell.fetch_add(1);
  if (area.asleep.load()) syscall(SYS_futex, &area.doorbell, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

int DeviceProxy::try_take() {
  for (std::size_t i = 0; i < Area::kSlots; ++i) {
    const auto slot =
        static_cast<int>(static_cast<unsigned>(next_.fetch_add(1, std::memory_order_relaxed)) % Area::kSlots);
    std::uint32_t expected = unused;
    if (state(slot).compare_exchange_strong(expected, taken, std::memory_order_acquire)) return slot;
  }
  return kNone;
}

int DeviceProxy::take() {
  int slot = kNone;
  base::wait_until([&] { return (slot = try_take()) != kNone; });
  return slot;
}

ProxyRequest DeviceProxy::make_request(const comm::Reached& at, ProxyRequest::What what, int slot, std::size_t bytes) const {
  ProxyRequest request;
  request.what = what;
  request.slot = static_cast<std::uint32_t>(slot);
  request.source = me_;
  request.partition = memory_.partition_id(*at.segment);
  request.offset = at.offset;
  request.bytes = static_cast<std::uint32_t>(bytes);
  return request;
}

ProxyRequest DeviceProxy::make_request(const comm::Reached& at, ProxyRequest::What what, int slot,
                                       const DeviceBlocks& blocks) const {
  ProxyRequest made = make_request(at, what, slot, blocks.n * blocks.bytes);
  if (blocks.there_step == blocks.bytes) return made;
  made.step = blocks.there_step;
  made.piece = blocks.bytes;
  return made;
}

void DeviceProxy::send(int pe, const ProxyRequest& request) {
  if (on_node(pe)) {
    node::Ring ring(area(pe).requests.data(), Area::kRing);
    void* record = nullptr;
    base::wait_until([&] { return (record = ring.reserve(sizeof request)) != nullptr; }, nullptr,
                     [&] { return base::waits_for_answer(pe); });
    std::memcpy(record, &request, sizeof request);
    node::Ring::publish(record, sizeof request);
    return ring_bell(area(pe));
  }
  alignas(8) ProxyMessage message;
  ProxyRequest carrying = request;
  if (request.what == ProxyRequest::put && request.bytes <= kCarried) carrying.carried = request.bytes;
  std::memcpy(message.data(), &carrying, sizeof carrying);
  std::memcpy(message.data() + sizeof carrying, block(static_cast<int>(request.slot)).at, carrying.carried);
  base::wait_until([&] { return wire_->try_send(pe, message.data(), sizeof carrying + carrying.carried); }, nullptr,
                   [&] { return base::waits_for_answer(pe); });
}

void DeviceProxy::put(const comm::Reached& to, memkind::Place from, const DeviceBlocks& blocks) {
  in_parts(blocks, [&](std::size_t first, const DeviceBlocks& part) {
    const int slot = take();
    copy_blocks(block(slot), part.bytes, from + first * part.local_step, part.local_step, part);
    state(slot).store(putting);
    send(to.pe, make_request(to + first * part.there_step, ProxyRequest::put, slot, part));
  });
  memkind::others_began();
}

void DeviceProxy::await(int slot) const {
  base::wait_until([&] { return state(slot).load(std::memory_order_acquire) == answered; }, nullptr,
                   [] { return base::waits_for_answer(); });
}

void DeviceProxy::get(memkind::Place to, const comm::Reached& from, const DeviceBlocks& blocks) {
  struct Asked {
    int slot;
    std::size_t first;
    DeviceBlocks part;
  };
  std::deque<Asked> asked;
  const auto take_first = [&] {
    const Asked first = asked.front();
    asked.pop_front();
    await(first.slot);
    const DeviceBlocks& part = first.part;
    copy_blocks(to + first.first * part.local_step, part.local_step, block(first.slot), part.bytes, part);
    state(first.slot).store(unused, std::memory_order_release);
  };
  in_parts(blocks, [&](std::size_t first, const DeviceBlocks& part) {
    int slot = kNone;
    // A get that holds slots empties its own instead of waiting for others': two gets that each hold slots and wait for
    // more would wait for ever.
    while (asked.size() >= kMaxOutstanding || (slot = asked.empty() ? take() : try_take()) == kNone) take_first();
    state(slot).store(asking);
    send(from.pe, make_request(from + first * part.there_step, ProxyRequest::get, slot, part));
    asked.push_back({slot, first, part});
  });
  while (!asked.empty()) take_first();
}

std::uint64_t DeviceProxy::atomic(const comm::Reached& to, ofi::Atomic op, std::uint8_t word, std::uint64_t operand,
                              std::uint64_t compare) {
  const int slot = take();
  ProxyRequest request = make_request(to, ProxyRequest::atomic, slot, word);
  request.op = op;
  request.word = word;
  request.operand = operand;
  request.compare = compare;
  state(slot).store(asking);
  send(to.pe, request);
  await(slot);
  std::uint64_t old = 0;
  std::memcpy(&old, block(slot).at, word);
  state(slot).store(unused, std::memory_order_release);
  return old;
}

bool DeviceProxy::pending() const {
  return std::any_of(mine_.slots.begin(), mine_.slots.end(),
                     [](const Area::Slot& slot) { return slot.state.load() == putting; });
}

void DeviceProxy::finish() {
  for (Area::Slot& slot : mine_.slots)
    base::wait_until([&] { return slot.state.load(std::memory_order_acquire) != putting; });
}

void DeviceProxy::arrive(int source, const void* bytes, std::size_t n) {
  ProxyRequest request;
  std::memcpy(&request, bytes, std::min(n, sizeof request));
  // An answer that no request waits for would mark its slot answered, and nobody would ever free it.
  const auto awaited = [&] {
    const std::uint32_t now = state(static_cast<int>(request.slot)).load(std::memory_order_relaxed);
    return now == putting || now == asking;
  };
  if (n < sizeof request || n != sizeof request + request.carried || request.slot >= Area::kSlots ||
      (request.what == ProxyRequest::answer && (request.carried > kBlock || !awaited())))
    return base::say(base::text("dropped %zu bytes from PE %d that are no request", n, source));
  if (request.what != ProxyRequest::answer) {
    {
      const std::lock_guard lock(arriving_);
      const auto* first = static_cast<const std::byte*>(bytes);
      arrived_.emplace_back(first, first + n);
      std::memcpy(arrived_.back().data() + offsetof(ProxyRequest, source), &source, sizeof source);
    }
    return ring_bell(mine_);
  }
  const auto slot = static_cast<int>(request.slot);
  std::memcpy(block(slot).at, static_cast<const std::byte*>(bytes) + sizeof request, request.carried);
  state(slot).store(state(slot).load(std::memory_order_relaxed) == putting ? unused : answered,
                    std::memory_order_release);
}

}  // namespace isthmus::ops
