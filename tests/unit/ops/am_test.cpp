// The active-message engine on a wire that refuses when the test says so: credits, replies that find no room,
// completion, and malformed messages. All PEs are in this process, and run when another waits.
#include "ops/am.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace isthmus::ops {
namespace {

class Net;

/// PE `me`'s endpoint of the wire.
class End final : public MessageWire {
 public:
  End(Net& net, int me) : net_(net), me_(me) {}
  bool try_send(int pe, const void* bytes, std::size_t n) override;
  bool drive() override;

 private:
  Net& net_;
  int me_;
};

struct Packet {
  int source;
  std::vector<std::byte> bytes;
  AmHead head() const {
    AmHead head;
    std::memcpy(static_cast<void*>(&head), bytes.data(), sizeof head);
    return head;
  }
};

/// Engines without shared memory. Each has a queue of packets that have not arrived.
class Net {
 public:
  explicit Net(int n) : context_(comm::kNotInitialized) {
    const std::size_t bytes = ActiveMessages::shared_bytes(n);
    for (int pe = 0; pe < n; ++pe) {
      pages_.emplace_back(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS);
      internal_.push_back(std::make_unique<memory::Segment>(
          memory::Segment{"internal", &memkind::kHost, pages_.back().address(), bytes, memory::PeerTable(n), {}}));
      internal_.back()->peers.set(pe, pages_.back().get());
      ends_.push_back(std::make_unique<End>(*this, pe));
      engines_.push_back(std::make_unique<ActiveMessages>(
          context_, *internal_.back(), 0, std::vector{internal_.back().get()}, pe, n, ends_.back().get()));
    }
    under_way_.resize(static_cast<std::size_t>(n));
  }

  ActiveMessages& at(int pe) { return *engines_[static_cast<std::size_t>(pe)]; }
  std::deque<Packet>& under_way(int pe) { return under_way_[static_cast<std::size_t>(pe)]; }
  int size() const { return static_cast<int>(engines_.size()); }
  const std::byte* memory(int pe) const {
    return static_cast<const std::byte*>(pages_[static_cast<std::size_t>(pe)].get());
  }

  bool deliver(int pe) {
    std::deque<Packet>& packets = under_way(pe);
    const bool any = !packets.empty();
    for (; !packets.empty(); packets.pop_front())
      at(pe).arrive(packets.front().source, packets.front().bytes.data(), packets.front().bytes.size());
    return any;
  }

  std::function<bool(int from, int to, AmHead head)> takes = [](int, int, AmHead) { return true; };
  bool others_run = true;  ///< while one PE waits
  int sent = 0;

 private:
  comm::Context context_;
  std::vector<base::Mapping> pages_;
  std::vector<std::unique_ptr<memory::Segment>> internal_;
  std::vector<std::unique_ptr<End>> ends_;
  std::vector<std::unique_ptr<ActiveMessages>> engines_;
  std::vector<std::deque<Packet>> under_way_;
};

bool End::try_send(int pe, const void* bytes, std::size_t n) {
  const auto* first = static_cast<const std::byte*>(bytes);
  const Packet packet{me_, {first, first + n}};
  if (!net_.takes(me_, pe, packet.head())) return false;
  net_.under_way(pe).push_back(packet);
  ++net_.sent;
  return true;
}

bool End::drive() {
  const bool any = net_.deliver(me_);
  for (int pe = 0; net_.others_run && pe < net_.size(); ++pe)
    if (pe != me_) {
      net_.deliver(pe);
      net_.at(pe).handle_arrived();
    }
  return net_.at(me_).handle_arrived() || any;
}

// What the handlers saw; there is one thread, so plain variables are enough.
int requests, replies, order_errors;
std::uint64_t last_request[2], last_reply[2];  // by source

void count_request(shmemx_am_token* token, const std::uint64_t* args, int, void*, std::size_t) {
  if (args[0] != last_request[token->source] + 1) ++order_errors;
  last_request[token->source] = args[0];
  ++requests;
}
void count_reply(shmemx_am_token* token, const std::uint64_t* args, int, void*, std::size_t) {
  if (args[0] <= last_reply[token->source]) ++order_errors;
  last_reply[token->source] = args[0];
  ++replies;
}

class ActiveMessagesTest : public ::testing::Test {
 protected:
  ActiveMessagesTest() {
    requests = replies = order_errors = 0;
    for (const int pe : {0, 1}) last_request[pe] = last_reply[pe] = 0;
    for (int pe = 0; pe < net.size(); ++pe) {
      EXPECT_EQ(net.at(pe).add_handler("test", count_request), 0);
      EXPECT_EQ(net.at(pe).add_handler("test", answering[static_cast<std::size_t>(pe)]), 1);
      EXPECT_EQ(net.at(pe).add_handler("test", count_reply), 2);
    }
    engines = &net;
  }
  ~ActiveMessagesTest() override { engines = nullptr; }

  void request(int handler) {
    ++next;
    net.at(0).request("test", 1, {AmKind::short_message, handler, &next, 1});
  }

  template <int pe>
  static void answer(shmemx_am_token* token, const std::uint64_t* args, int nargs, void* p, std::size_t n) {
    count_request(token, args, nargs, p, n);
    engines->at(pe).reply("test", token, {AmKind::short_message, 2, args, nargs});
  }
  static inline Net* engines = nullptr;
  static constexpr AmHandler answering[] = {answer<0>, answer<1>};

  Net net{2};
  std::uint64_t next = 0;
};

TEST_F(ActiveMessagesTest, TheCreditsAreAllThatIsUnderWay) {
  std::size_t most = 0;
  net.takes = [&](int from, int, AmHead) {
    if (from == 0) most = std::max(most, net.under_way(1).size() + 1);
    return true;
  };
  for (int i = 0; i < 1000; ++i) request(0);
  net.at(0).quiet("test");
  EXPECT_EQ(requests, 1000);
  EXPECT_EQ(order_errors, 0);
  EXPECT_LE(most, ActiveMessages::kCredits);
  EXPECT_GT(most, 1u) << "the credits are there to be used";
}

TEST_F(ActiveMessagesTest, CreditsComeBackInBatches) {
  for (int i = 0; i < 1000; ++i) request(0);
  EXPECT_LT(net.sent, 1000 + 1000 / static_cast<int>(ActiveMessages::kCredits / 2) + 2);
}

TEST_F(ActiveMessagesTest, RepliesCarryTheCredits) {
  for (int i = 0; i < 1000; ++i) request(1);
  net.at(0).quiet("test");
  EXPECT_EQ(replies, 1000);
  EXPECT_LE(net.sent, 2001) << "1000 requests, 1000 replies, and at most the question of quiet()";
}

TEST_F(ActiveMessagesTest, RepliesThatFindNoRoomAreKeptAndGoOutInOrder) {
  bool room = false;
  net.takes = [&](int from, int, AmHead) { return from == 0 || room; };
  for (int i = 0; i < 40; ++i) request(i % 4 == 0 ? 1 : 0);
  net.deliver(1);
  net.at(1).handle_arrived();
  EXPECT_EQ(requests, 40) << "a reply without room must not stop the handlers";
  EXPECT_TRUE(net.at(1).wants_poll());
  EXPECT_TRUE(net.under_way(0).empty());
  room = true;
  net.at(1).handle_arrived();
  EXPECT_FALSE(net.at(1).wants_poll());
  ASSERT_EQ(net.under_way(0).size(), 10u);
  // Each reply finishes its own request and the three that followed without one.
  for (std::uint64_t i = 0; i < 10; ++i) EXPECT_EQ(net.under_way(0)[i].head().finished, 4 * (i + 1));
  net.at(0).quiet("test");
  EXPECT_EQ(replies, 10);
}

TEST_F(ActiveMessagesTest, ACountThatFindsNoRoomIsSentLater) {
  bool room = false;
  net.takes = [&](int from, int, AmHead) { return from == 0 || room; };
  for (std::uint64_t i = 0; i < ActiveMessages::kCredits / 2; ++i) request(0);
  net.deliver(1);
  net.at(1).handle_arrived();
  EXPECT_TRUE(net.under_way(0).empty());
  EXPECT_TRUE(net.at(1).wants_poll());
  net.at(1).handle_arrived();
  EXPECT_TRUE(net.at(1).wants_poll()) << "refused again";
  room = true;
  net.at(1).handle_arrived();
  EXPECT_FALSE(net.at(1).wants_poll());
  ASSERT_EQ(net.under_way(0).size(), 1u);
  EXPECT_EQ(net.under_way(0).front().head().finished, ActiveMessages::kCredits / 2);
}

TEST_F(ActiveMessagesTest, QuietWaitsForTheHandlersOfReplies) {
  request(1);
  EXPECT_EQ(replies, 0);
  net.at(0).quiet("test");
  EXPECT_EQ(requests, 1);
  EXPECT_EQ(replies, 1);
  const int sent = net.sent;
  net.at(0).quiet("test");
  EXPECT_EQ(net.sent, sent) << "nothing is open, so there is nothing to ask";
}

TEST_F(ActiveMessagesTest, BothWaysAtOnceWithAWireThatOftenRefuses) {
  unsigned dice = 1;
  net.takes = [&](int, int, AmHead) { return (dice = dice * 1664525u + 1013904223u) >> 30 != 0; };
  for (std::uint64_t i = 1; i <= 3000; ++i) {
    request(1);
    net.at(1).request("test", 0, {AmKind::medium, 1, &i, 1, &dice, sizeof dice});
  }
  net.at(0).quiet("test");
  net.at(1).quiet("test");
  EXPECT_EQ(requests, 6000);
  EXPECT_EQ(replies, 6000);
  EXPECT_EQ(order_errors, 0);
}

TEST_F(ActiveMessagesTest, WhatIsNoMessageIsDropped) {
  std::vector<std::byte> bytes(sizeof(AmHead) + 64, std::byte{0xff});
  testing::internal::CaptureStderr();
  for (std::size_t n = 0; n <= bytes.size(); ++n) net.at(1).arrive(0, bytes.data(), n);
  AmHead lies;
  lies.nargs = 1;  // an argument that the message does not contain
  net.at(1).arrive(0, &lies, sizeof lies);
  AmParts nowhere;
  nowhere.head.kind = AmKind::long_message;
  nowhere.place = {0, SIZE_MAX, 2};
  alignas(8) std::byte message[64];
  nowhere.write(message);
  net.at(1).arrive(0, message, nowhere.bytes());
  net.at(1).handle_arrived();
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("dropped 24 bytes from PE 0 that are no active message"), std::string::npos) << said;
  EXPECT_NE(said.find("dropped 48 bytes"), std::string::npos) << said;
  EXPECT_EQ(requests, 0);
  request(0);
  net.at(0).quiet("test");
  EXPECT_EQ(requests, 1);
}

TEST_F(ActiveMessagesTest, TheCreditsOfAllPesTogetherAreBounded) {
  for (const int n : {1, 2, 3, 9, 10, 100, 512, 513, 5000, 1'000'000}) {
    const std::uint64_t each = ActiveMessages::credits(n);
    EXPECT_GE(each, 1u) << n;
    EXPECT_LE(each, ActiveMessages::kCredits) << n;
    if (n > 512) continue;
    EXPECT_LE(each * static_cast<std::uint64_t>(n - 1), ActiveMessages::kMaxUnderWay) << n;
  }
  EXPECT_EQ(ActiveMessages::credits(9), ActiveMessages::kCredits);
}

TEST_F(ActiveMessagesTest, PiecesOfAPayloadArePlacedAtOnceAndNotKept) {
  const std::uint64_t words[2] = {0x0123456789abcdef, 42};
  AmParts piece;
  piece.head.kind = AmKind::piece;
  piece.head.carried = sizeof words;
  piece.place = {0, ActiveMessages::shared_bytes(2) - sizeof words,
                 sizeof words};  // counts of PEs of this node: unused
  piece.payload = words;
  alignas(8) std::byte message[128];
  piece.write(message);
  bool room = false;
  net.takes = [&](int, int, AmHead) { return room; };
  const std::uint64_t half = ActiveMessages::kCredits / 2;
  for (std::uint64_t i = 1; i <= half; ++i) {
    EXPECT_FALSE(net.at(1).wants_poll()) << "nothing is kept of " << i - 1;
    net.at(1).arrive(0, message, piece.bytes());
  }
  EXPECT_EQ(std::memcmp(net.memory(1) + piece.place.offset, words, sizeof words), 0);
  EXPECT_TRUE(net.at(1).wants_poll()) << "the count of pieces found no room";
  net.at(1).handle_arrived();
  EXPECT_TRUE(net.at(1).wants_poll()) << "refused again";
  room = true;
  net.at(1).handle_arrived();
  EXPECT_FALSE(net.at(1).wants_poll());
  ASSERT_EQ(net.under_way(0).size(), 1u);
  EXPECT_EQ(net.under_way(0).front().head().kind, AmKind::placed);
  std::uint64_t count = 0;
  std::memcpy(&count, net.under_way(0).front().bytes.data() + sizeof(AmHead), sizeof count);
  EXPECT_EQ(count, half);
}

TEST_F(ActiveMessagesTest, TheTableOfHandlersIsFull) {
  ActiveMessages& engine = net.at(0);
  for (int i = 3; i < ActiveMessages::kMaxHandlers; ++i) ASSERT_EQ(engine.add_handler("test", count_reply), i);
  EXPECT_EQ(engine.add_handler("test", count_reply), -1);
}

}  // namespace
}  // namespace isthmus::ops
