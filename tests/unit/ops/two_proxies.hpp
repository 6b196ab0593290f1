// Two PEs and their device proxies in one process, with a double of a device. Either they share host memory, as PEs of
// a node whose driver shares no device memory, or they have only a wire, which refuses when the test says so. The tests
// compare with a copy that they keep of the device's memory. On the wire, blocks are no larger than what a message
// carries: larger ones go through the endpoint, which tests/device tests.
#pragma once
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include "memkind/copies.hpp"
#include "ops/device_double.hpp"
#include "ops/device_proxy.hpp"

namespace isthmus::ops {

using memkind::DeviceDouble;

constexpr std::size_t kMi = std::size_t{1} << 20;
constexpr int kPartition = 2;
enum class Way { node, wire };

/// The wire from one PE to the other. A message that is taken arrives at once.
class Wire final : public MessageWire {
 public:
  bool try_send(int, const void* bytes, std::size_t n) override {
    if (!takes()) return false;
    ++sent;
    target->arrive(source, bytes, n);
    return true;
  }
  bool drive() override { return false; }

  std::function<bool()> takes = [] { return true; };
  std::atomic<int> sent = 0;
  DeviceProxy* target = nullptr;
  int source = 0;
};

struct Pe {
  Pe(int me, Way way)
      : memory({{.id = 1, .size = kMi}, {.id = kPartition, .size = 4 * kMi}}, kMi, comm::kMessagesOffset, me, 2) {
    wire.source = me;
    device().kind = &memkind::kDouble;
    if (way == Way::node) return;
    start(me);
  }
  void start(int me) {
    proxy = std::make_unique<DeviceProxy>(memory, me, 2, &wire, []() -> ofi::Endpoint* {
      ADD_FAILURE() << "no block here is too large for a message";
      std::abort();
    });
  }

  memory::Segment& device() { return memory.partition(kPartition)->segment(); }
  char* bytes() { return reinterpret_cast<char*>(device().base); }
  comm::ProxyArea& area() { return *reinterpret_cast<comm::ProxyArea*>(memory.internal().base + comm::kProxyOffset); }

  memory::SymmetricMemory memory;
  Wire wire;
  std::unique_ptr<DeviceProxy> proxy;
};

class TwoPes {
 protected:
  explicit TwoPes(Way way) : way_(way), shadow_(4 * kMi) {
    DeviceDouble::most_pinned = DeviceDouble::pinned.load();
    for (const int me : {0, 1}) pes_[me] = std::make_unique<Pe>(me, way);
    if (way == Way::node)
      for (const int me : {0, 1}) {
        internal(me).peers.set(1 - me, reinterpret_cast<void*>(internal(1 - me).base));
        pes_[me]->start(me);
      }
    for (const int me : {0, 1}) pes_[me]->wire.target = pes_[1 - me]->proxy.get();
    std::mt19937 random(7);
    for (std::size_t i = 0; i < shadow_.size(); ++i) shadow_[i] = static_cast<char>(random());
    std::memcpy(there().bytes(), shadow_.data(), shadow_.size());
  }
  ~TwoPes() {
    DeviceDouble::release();
    for (auto& pe : pes_) pe->proxy.reset();
    memkind::close_queues();
    EXPECT_EQ(DeviceDouble::open, 0);
    EXPECT_EQ(DeviceDouble::pinned, 0U);
  }

  memory::Segment& internal(int pe) {
    for (memory::Segment* segment : pes_[pe]->memory.segments())
      if (segment == &pes_[pe]->memory.internal()) return *segment;
    std::abort();
  }
  Pe& here() { return *pes_[0]; }
  Pe& there() { return *pes_[1]; }
  DeviceProxy& proxy() { return *here().proxy; }
  std::size_t most() const { return way_ == Way::node ? kMi : kCarried; }
  /// A place in PE 1's device memory, as PE 0 names it.
  comm::Reached at(std::size_t offset) { return {nullptr, &here().device(), 1, offset}; }
  static memkind::Place host(void* p) { return {memkind::kHost, static_cast<char*>(p)}; }

  void put(std::size_t offset, const std::vector<char>& bytes) {
    proxy().put(at(offset), host(const_cast<char*>(bytes.data())), dense(bytes.size()));
    std::memcpy(shadow_.data() + offset, bytes.data(), bytes.size());
  }
  bool same() { return std::memcmp(there().bytes(), shadow_.data(), shadow_.size()) == 0; }

  const Way way_;
  std::array<std::unique_ptr<Pe>, 2> pes_;
  std::vector<char> shadow_;  ///< what PE 1's device memory has to be
};

}  // namespace isthmus::ops
