// Completion and order of one-sided operations, over a provider that behaves as the test says.
#include <array>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "transport/ofi/two_pes.hpp"

namespace isthmus::test {
namespace {

using namespace std::chrono_literals;

class Endpoint : public TwoPes {};

/// Puts a word from PE 0, by inject if possible and otherwise as write() sends it.
void put(ofi::Endpoint& endpoint, ofi::Target to, std::uint64_t value) { endpoint.write(1, to, &value, sizeof value); }

TEST_F(Endpoint, QuietReadsBehindWritesThatCompleteBeforeTheyAreDelivered) {
  network().early_completion = true;
  open();
  network().per_look = 1;
  for (std::size_t i = 0; i < 20; ++i) put(endpoint(), word_of(1, i), i + 1);
  endpoint().quiet();
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(memory(1, i), i + 1);
  EXPECT_EQ(network().reads, 1);
  EXPECT_TRUE(endpoint().idle());
}

TEST_F(Endpoint, TestsForQuietWithoutWaiting) {
  network().early_completion = true;
  open();
  network().per_look = 1;
  for (std::size_t i = 0; i < 20; ++i) put(endpoint(), word_of(1, i), i + 1);
  EXPECT_FALSE(endpoint().test_quiet());
  EXPECT_FALSE(endpoint().idle());
  int looks = 0;
  while (!endpoint().test_quiet() && ++looks < 1000) continue;
  EXPECT_LT(looks, 1000);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(memory(1, i), i + 1);
  EXPECT_EQ(network().reads, 1);
  EXPECT_TRUE(endpoint().idle());
}

TEST_F(Endpoint, TheFirstValueAfterAQuietIsAcknowledged) {
  network().early_completion = true;
  without_bundles();
  open();
  ASSERT_TRUE(endpoint().names_offsets());
  const ofi::Target to = word_of(1, 3);
  for (std::uint64_t value : {7U, 8U}) {
    network().refusals = 1;  // must be tried again
    endpoint().write_value(value, sizeof value, 1, to.address, to.key);
    EXPECT_FALSE(endpoint().idle());
    endpoint().quiet();
    EXPECT_EQ(memory(1, 3), value);
  }
  EXPECT_EQ(network().acknowledged, 4);  // the refused ones asked, too
  EXPECT_EQ(network().reads, 0);
}

TEST_F(Endpoint, InsertsAnAddressAtFirstContact) {
  open();
  EXPECT_EQ(network().insertions, 2);  // of each PE its own
  for (std::uint64_t value = 1; value <= 3; ++value) {
    put(endpoint(), word_of(1, value), value);
    endpoint().quiet();
    EXPECT_EQ(memory(1, value), value);
  }
  EXPECT_EQ(network().insertions, 3);
  endpoint().fetch_atomic(add_one(3));  // is answered by a message
  EXPECT_EQ(network().insertions, 4);
  EXPECT_EQ(memory(1, 3), 4U);
}

TEST_F(Endpoint, ThreadsThatMakeContactAtOnceInsertOneAddress) {
  open();
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < 4; ++i)
    threads.emplace_back([this, i] {
      const ofi::Target to = word_of(1, i);
      endpoint().write_value(i + 1, sizeof i, 1, to.address, to.key);
      endpoint().quiet();
    });
  for (std::thread& each : threads) each.join();
  endpoint().quiet();
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(memory(1, i), i + 1);
  EXPECT_GE(network().insertions, 3);
  EXPECT_LE(network().insertions, 4);  // writes that travelled together are answered: PE 1 inserts PE 0
}

TEST_F(Endpoint, QuietWaitsForALoneWriteBesideOthers) {
  open();
  std::uint64_t value = 5;
  endpoint().write_value(value, sizeof value, 1, word_of(1, 0).address, word_of(1, 0).key);
  network().per_look = 0;
  endpoint().write_later(1, word_of(1, 1), &value, sizeof value);
  EXPECT_FALSE(endpoint().test_quiet());
  network().deliver(1);
  EXPECT_FALSE(endpoint().test_quiet());
  network().per_look = 1000;
  endpoint().quiet();
  EXPECT_TRUE(endpoint().idle());
  EXPECT_EQ(memory(1, 0), 5U);
  EXPECT_EQ(memory(1, 1), 5U);
}

TEST_F(Endpoint, OfManyValuesOnlyTheFirstIsAcknowledgedWhereNoneTravelTogether) {
  network().early_completion = true;
  without_bundles();
  open();
  for (std::uint64_t i = 0; i < 5; ++i) endpoint().write_value(i + 1, 8, 1, word_of(1, i).address, word_of(1, i).key);
  endpoint().quiet();
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(memory(1, i), i + 1);
  EXPECT_EQ(network().posted, 6);
  EXPECT_EQ(network().acknowledged, 1);
  EXPECT_EQ(network().reads, 1);
}

/// The first block after a quiet leaves from a copy, so that the put need not wait for its acknowledgement; the next
/// one finds the copy in use, and completes as soon as the provider has it.
TEST_F(Endpoint, TheFirstBlockAfterAQuietIsAcknowledgedWithoutAWait) {
  network().early_completion = true;
  open();
  for (std::uint64_t round = 1; round <= 3; ++round) {
    std::array<std::uint64_t, 100> block;
    network().per_look = 0;
    block.fill(round);
    endpoint().write(1, word_of(1, 0), block.data(), sizeof block);  // returns although nothing is delivered
    block.fill(99);
    EXPECT_FALSE(endpoint().idle());
    EXPECT_NE(memory(1, 99), round);
    network().per_look = 1000;
    block.fill(round + 10);
    endpoint().write(1, word_of(1, 100), block.data(), sizeof block);
    block.fill(99);
    endpoint().quiet();
    for (const std::size_t i : {0U, 99U}) EXPECT_EQ(memory(1, i), round);
    for (const std::size_t i : {100U, 199U}) EXPECT_EQ(memory(1, i), round + 10);
    EXPECT_EQ(network().acknowledged, static_cast<int>(round));
    EXPECT_EQ(network().reads, static_cast<int>(round));  // behind the second
  }
}

TEST_F(Endpoint, ThreadsDoNotShareTheCopyOfAFirstBlock) {
  open();
  for (std::uint64_t round = 1; round <= 50; ++round) {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < 4; ++i)
      threads.emplace_back([this, i, round] {
        std::array<std::uint64_t, 100> block;
        block.fill(round * 10 + i);
        endpoint().write(1, word_of(1, i * 100), block.data(), sizeof block);
      });
    for (std::thread& thread : threads) thread.join();
    endpoint().quiet();
    for (std::size_t i = 0; i < 400; ++i) ASSERT_EQ(memory(1, i), round * 10 + i / 100);
  }
}

TEST_F(Endpoint, AsksForAcknowledgementsWhereNothingIsOrdered) {
  network().msg_order = 0;
  network().early_completion = true;
  open();
  for (std::size_t i = 0; i < 5; ++i) put(endpoint(), word_of(1, i), i + 1);
  endpoint().quiet();
  EXPECT_EQ(network().acknowledged, 5);
  EXPECT_EQ(network().reads, 0);
  EXPECT_EQ(memory(1, 4), 5U);
}

TEST_F(Endpoint, QuietDoesNotWaitForInternalWritesThatArriveInOrder) {
  network().early_completion = true;
  open();
  const std::uint64_t first = 1, second = 2;
  endpoint().write_internal(1, word_of(1, 0), &first, sizeof first);
  endpoint().write_internal(1, word_of(1, 0), &second, sizeof second);
  EXPECT_TRUE(endpoint().idle());
  EXPECT_EQ(network().acknowledged, 0);
  // What follows in order tells that they have arrived.
  put(endpoint(), word_of(1, 1), 3);
  endpoint().quiet();
  EXPECT_EQ(memory(1, 0), 2U);
  EXPECT_EQ(memory(1, 1), 3U);
}

TEST_F(Endpoint, InternalWritesWithoutOrderAreWaitedFor) {
  network().msg_order = 0;
  network().early_completion = true;
  open();
  const std::uint64_t value = 1;
  endpoint().write_internal(1, word_of(1, 0), &value, sizeof value);
  EXPECT_FALSE(endpoint().idle());
  endpoint().quiet();
  EXPECT_EQ(network().acknowledged, 1);
  EXPECT_EQ(memory(1, 0), 1U);
}

TEST_F(Endpoint, BytesAndTheirFlagAreOneWriteWhereItsPartsArriveInOrder) {
  network().name = "tcp";
  network().early_completion = true;
  open();
  for (const std::size_t words : {1U, 7U, 8U, 100U}) {  // up to what is injected, and beyond
    const std::vector<std::uint64_t> bytes(words, words);
    const int before = network().posted;
    endpoint().write_flagged(1, word_of(1, 1), bytes.data(), words * 8, word_of(1, 0), 1000 + words);
    EXPECT_EQ(network().posted, before + 1) << words;
    network().deliver(1);
    for (std::size_t i = 1; i <= words; ++i) EXPECT_EQ(memory(1, i), words) << i;
    EXPECT_EQ(memory(1, 0), 1000 + words);
  }
  EXPECT_EQ(network().acknowledged, 0);
  EXPECT_TRUE(endpoint().idle()) << "nobody but the target waits for it";
}

TEST_F(Endpoint, AFlagFollowsItsBytesInTheOrderOfWrites) {
  network().early_completion = true;
  open();
  const std::uint64_t value = 5;
  endpoint().write_flagged(1, word_of(1, 1), &value, sizeof value, word_of(1, 0), 6);
  EXPECT_EQ(network().under_way(), 2);
  network().deliver(1);
  EXPECT_EQ(memory(1, 1), 5U);
  EXPECT_EQ(memory(1, 0), 0U);
  network().deliver(1);
  EXPECT_EQ(memory(1, 0), 6U);
}

TEST_F(Endpoint, AFlagWaitsForItsBytesWhereNothingIsOrdered) {
  network().msg_order = 0;
  network().max_order_size = 0;
  network().reorders = true;
  network().early_completion = true;
  open();
  const std::uint64_t value = 5;
  endpoint().write_flagged(1, word_of(1, 1), &value, sizeof value, word_of(1, 0), 6);
  EXPECT_EQ(memory(1, 1), 5U) << "before the flag is posted";
  endpoint().quiet();
  EXPECT_EQ(memory(1, 0), 6U);
}

TEST_F(Endpoint, TakesAnOrderThatEndsAtSomeSizeForNone) {
  network().max_order_size = 4096;  // smaller than the largest message, 1 GiB
  network().early_completion = true;
  open();
  for (std::size_t i = 0; i < 5; ++i) put(endpoint(), word_of(1, i), i + 1);
  endpoint().quiet();
  EXPECT_EQ(network().acknowledged, 5);
  EXPECT_EQ(network().reads, 0);
}

TEST_F(Endpoint, ReadsAreThereOnReturn) {
  open();
  network().per_look = 1;
  network().refusals = 3;
  memory(1, 9) = 99;
  std::uint64_t value = 0;
  endpoint().read(1, word_of(1, 9), &value, sizeof value);
  EXPECT_EQ(value, 99U);
}

TEST_F(Endpoint, QuietEndsWhileAnotherThreadKeepsWriting) {
  open();
  network().per_look = 1;  // so that the other thread can add faster than one is carried out
  std::atomic<bool> stop = false;
  std::thread other([&] {
    for (std::uint64_t i = 1; !stop; ++i) put(endpoint(), word_of(1, 0), i);
  });
  while (endpoint().idle()) std::this_thread::yield();
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 3; ++i) endpoint().quiet();
  EXPECT_LT(std::chrono::steady_clock::now() - start, 20s);
  stop = true;
  other.join();
  network().per_look = 1000;
  endpoint().quiet();
}

TEST_F(Endpoint, PostsNoMoreThanMemoryAllows) {
  open();
  network().per_look = 3;  // this provider keeps whatever it is given
  std::uint64_t values[4] = {1, 2, 3, 4}, seen = 0;
  for (int i = 0; i < 5000; ++i) {
    endpoint().read_later(1, word_of(1, 0), &seen, sizeof seen);
    put(endpoint(), word_of(1, 1), 7);
    endpoint().write_later(1, word_of(1, 2), values, sizeof values);
    EXPECT_LT(network().under_way(), 3000);
  }
  endpoint().quiet();
  EXPECT_EQ(memory(1, 1), 7U);
}

TEST_F(Endpoint, SaysWhatFailedUnderWay) {
  open();
  EXPECT_EXIT(
      {
        network().per_look = 0;
        const std::uint64_t value = 1;
        endpoint().write(1, word_of(1, 0), &value, sizeof value);
        network().fail_operation(FI_ECONNRESET);
        endpoint().quiet();
      },
      ::testing::ExitedWithCode(1), "an operation under way failed: Connection reset by peer; a peer or the network");
}

}  // namespace
}  // namespace isthmus::test
