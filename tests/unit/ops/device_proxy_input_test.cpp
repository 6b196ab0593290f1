// Malformed requests to the device proxy must be dropped with a line, whatever their fields say, since they come from
// another process. Nothing may be written outside the device memory that they name, and the proxy must go on.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "ops/two_proxies.hpp"

namespace isthmus::ops {
namespace {

struct Lie {
  const char* what;
  ProxyRequest request;
  std::size_t carried = 0;  ///< bytes that follow
};

constexpr std::uint64_t kSize = 4 * kMi;  // of the partition

ProxyRequest request(ProxyRequest::What what, std::uint64_t offset, std::uint32_t bytes) {
  ProxyRequest made;
  made.what = what;
  made.partition = kPartition;
  made.offset = offset;
  made.bytes = bytes;
  return made;
}

template <class Change>
ProxyRequest request(ProxyRequest::What what, std::uint64_t offset, std::uint32_t bytes, Change&& change) {
  ProxyRequest made = request(what, offset, bytes);
  change(made);
  return made;
}

/// Requests that are invalid both through the ring and over the wire.
std::vector<Lie> lies() {
  using R = ProxyRequest;
  return {
      {"no such partition", request(R::get, 0, 8, [](R& r) { r.partition = 99; })},
      {"host memory", request(R::get, 0, 8, [](R& r) { r.partition = 1; })},
      {"ends behind the partition", request(R::get, kSize - 4, 8)},
      {"starts behind the partition", request(R::get, kSize + 1, 0)},
      {"starts before the partition", request(R::get, ~std::uint64_t{0}, 8)},
      {"more than a block", request(R::get, 0, DeviceProxy::kBlock + 1)},
      {"no such kind of request", request(static_cast<R::What>(9), 0, 8)},
      {"pieces that are not whole", request(R::get, 0, 8, [](R& r) { r.piece = 3, r.step = 3; })},
      {"a last piece behind the partition", request(R::get, 0, 16, [](R& r) { r.piece = 8, r.step = kSize - 7; })},
      {"pieces that overflow", request(R::get, 0, 24, [](R& r) { r.piece = 8, r.step = ~std::uint64_t{0} / 2; })},
      {"a word of three bytes", request(R::atomic, 0, 3, [](R& r) { r.word = 3; })},
      {"a word that is not counted in the bytes", request(R::atomic, kSize, 0, [](R& r) { r.word = 8; })},
      {"a word in pieces", request(R::atomic, 0, 8, [](R& r) { r.word = 8, r.piece = 4, r.step = 100; })},
  };
}

class DeviceProxyInput : public ::testing::Test, protected TwoPes {
 protected:
  explicit DeviceProxyInput(Way way = Way::wire) : TwoPes(way) {}

  void write_to_ring(const ProxyRequest& request) {
    node::Ring ring(there().area().requests.data(), comm::ProxyArea::kRing);
    void* const record = ring.reserve(sizeof request);
    ASSERT_NE(record, nullptr);
    std::memcpy(record, &request, sizeof request);
    node::Ring::publish(record, sizeof request);
  }
  void write_to_wire(const Lie& lie) {
    ProxyRequest request = lie.request;
    request.carried = static_cast<std::uint32_t>(lie.carried);
    std::vector<std::byte> message(sizeof request + lie.carried);
    std::memcpy(message.data(), &request, sizeof request);
    there().proxy->arrive(0, message.data(), message.size());
  }
  /// `tell` sends PE 1's proxy a malformed request, which must have no effect but a line.
  template <class Tell>
  void expect_dropped(const char* what, Tell&& tell) {
    testing::internal::CaptureStderr();
    tell();
    std::uint64_t word = 0;
    proxy().get(host(&word), at(64), dense(sizeof word));  // completes after the request was handled
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_NE(said.find("dropped "), std::string::npos) << what << " was accepted: " << said;
    EXPECT_EQ(std::memcmp(&word, shadow_.data() + 64, sizeof word), 0) << what;
    EXPECT_TRUE(same()) << what;
    for (const comm::ProxyArea::Slot& slot : here().area().slots) EXPECT_EQ(slot.state, 0U) << what << ": not unused";
  }
};

TEST_F(DeviceProxyInput, FromTheWire) {
  for (const Lie& lie : lies()) expect_dropped(lie.what, [&] { write_to_wire(lie); });
  using R = ProxyRequest;
  const Lie carrying[] = {
      {"a put of more than it carries", request(R::put, 0, 1000), 8},
      {"a put of less than it carries", request(R::put, 0, 8), 1000},
      {"a get that carries bytes", request(R::get, 0, 1000), 8},
      {"an atomic that carries bytes", request(R::atomic, 0, 8, [](R& r) { r.word = 8; }), 4},
      {"no such slot", request(R::put, 0, 8, [](R& r) { r.slot = comm::ProxyArea::kSlots; }), 8},
  };
  for (const Lie& lie : carrying) expect_dropped(lie.what, [&] { write_to_wire(lie); });
}

TEST_F(DeviceProxyInput, FromTheWireInPart) {
  const ProxyRequest whole = request(ProxyRequest::put, 0, 8);
  for (std::size_t n = 0; n < sizeof whole; ++n)
    expect_dropped("a part of a request", [&] { there().proxy->arrive(0, &whole, n); });
}

TEST_F(DeviceProxyInput, FromTheRingOfAPeThatSharesNoMemory) {
  expect_dropped("a request whose slot is out of reach", [&] { write_to_ring(request(ProxyRequest::get, 0, 8)); });
}

class DeviceProxyInputOnANode : public DeviceProxyInput {
 protected:
  DeviceProxyInputOnANode() : DeviceProxyInput(Way::node) {}
};

TEST_F(DeviceProxyInputOnANode, FromTheRing) {
  for (const Lie& lie : lies()) expect_dropped(lie.what, [&] { write_to_ring(lie.request); });
  using R = ProxyRequest;
  const Lie of_rings[] = {
      {"no such PE", request(R::get, 0, 8, [](R& r) { r.source = 2; })},
      {"no PE at all", request(R::get, 0, 8, [](R& r) { r.source = -1; })},
      {"an answer", request(R::answer, 0, 8)},
      {"no such slot", request(R::get, 0, 8, [](R& r) { r.slot = comm::ProxyArea::kSlots; })},
  };
  for (const Lie& lie : of_rings) expect_dropped(lie.what, [&] { write_to_ring(lie.request); });
}

TEST_F(DeviceProxyInput, AnswersThatNobodyAskedFor) {
  ProxyRequest answer;
  answer.what = ProxyRequest::answer;
  testing::internal::CaptureStderr();
  for (answer.slot = 0; answer.slot < comm::ProxyArea::kSlots; ++answer.slot) proxy().arrive(1, &answer, sizeof answer);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("dropped 64 bytes from PE 1"), std::string::npos);
  for (const comm::ProxyArea::Slot& slot : here().area().slots) ASSERT_EQ(slot.state, 0U) << "unused";
  put(0, {'a'});
  proxy().finish();
  EXPECT_TRUE(same());
}

}  // namespace
}  // namespace isthmus::ops
