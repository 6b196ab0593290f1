#include "runtime/slot_pool.hpp"

#include <gtest/gtest.h>

#include <set>

namespace isthmus::runtime {
namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};
constexpr int kParent = 0, kOther = 7;

TEST(SlotPool, HasEverySlotOfAProgramsTeamsOnce) {
  SlotPool pool;
  std::set<int> slots;
  for (int window = 0; window < SlotPool::kWindows; ++window) {
    const SlotPool::Offer offer = pool.offer(window, kParent);
    EXPECT_EQ(offer.slots, kAll);
    for (int bit = 0; bit < 64; ++bit) slots.insert(SlotPool::slot_of(window, offer.slots & kAll << bit));
    pool.settle(window, offer.slots, kAll);
  }
  EXPECT_EQ(slots.size(), 4096U);
  EXPECT_EQ(*slots.begin(), comm::kFirstFreeSlot);
  EXPECT_EQ(*slots.rbegin(), comm::kTeamSlots - 1);
  const SlotPool::Offer nothing = pool.offer(5, kParent);
  EXPECT_EQ(nothing.slots | nothing.free | nothing.held, 0U);
}

TEST(SlotPool, WhatIsOnOfferIsHeldBackFromOthers) {
  SlotPool pool;
  const SlotPool::Offer first = pool.offer(3, kParent);
  EXPECT_EQ(first.slots, kAll);
  EXPECT_EQ(first.free, kAll);
  EXPECT_EQ(first.held, 0U);
  const SlotPool::Offer second = pool.offer(3, kOther);
  EXPECT_EQ(second.slots, 0U);
  EXPECT_EQ(second.free, kAll & ~std::uint64_t{1 << 3});
  EXPECT_EQ(second.held, 1U << 3);
  pool.settle(3, second.slots, 0);
  pool.settle(3, first.slots, 0b101);
  const SlotPool::Offer third = pool.offer(3, kOther);
  EXPECT_EQ(third.slots, kAll & ~std::uint64_t{0b101});
  EXPECT_EQ(third.held, 0U);
  pool.settle(3, third.slots, 0);
}

TEST(SlotPool, ReleasedSlotsAreFreeAgainAndJoinAStandingOffer) {
  SlotPool pool;
  SlotPool::Offer offer = pool.offer(63, kParent);
  pool.settle(63, offer.slots, kAll);
  const int slot = SlotPool::slot_of(63, std::uint64_t{1} << 40);
  EXPECT_EQ(pool.offer(63, kParent).slots, 0U);
  pool.release(slot);
  offer = pool.offer(63, kParent);
  EXPECT_EQ(offer.slots, std::uint64_t{1} << 40);
  EXPECT_EQ(SlotPool::slot_of(63, offer.slots), slot);
  pool.release(slot + 1);  // while the offer stands
  const SlotPool::Offer other = pool.offer(63, kOther);
  EXPECT_EQ(other.slots, std::uint64_t{1} << 41);
  EXPECT_EQ(other.held, std::uint64_t{1} << 63);
  pool.settle(63, other.slots, 0);
  pool.settle(63, offer.slots, 0);
  EXPECT_EQ(pool.offer(63, kParent).slots, std::uint64_t{3} << 40);
}

TEST(SlotPool, WhoQueuesIsPreferredToHigherParents) {
  SlotPool pool;
  pool.queue(5, 0b110);
  const SlotPool::Offer higher = pool.offer(1, 6);
  EXPECT_EQ(higher.slots, 0U);
  EXPECT_EQ(higher.free, kAll & ~std::uint64_t{0b110});
  EXPECT_EQ(higher.held, 0b110U);
  const SlotPool::Offer lower = pool.offer(1, 4);
  EXPECT_EQ(lower.slots, kAll);
  pool.settle(1, lower.slots, 0);
  const SlotPool::Offer own = pool.offer(1, 5);
  EXPECT_EQ(own.slots, kAll);
  pool.settle(1, own.slots, 0);
  pool.queue(5, 0b100);  // replaces
  EXPECT_EQ(pool.offer(0, 6).held, 0b100U);
  pool.leave(5);
  EXPECT_EQ(pool.offer(2, 6).slots, kAll);
}

TEST(SlotPool, ParentsStartApart) {
  const SlotPool pool;
  for (int parent = 1; parent < 64; ++parent) EXPECT_NE(pool.start(parent), pool.start(parent - 1));
}

}  // namespace
}  // namespace isthmus::runtime
