// Rounds of the members of a node. First all members are in one thread, where waiting calls back into the test
// (base::progress): what a member must wait for happens in that call and nowhere else, so a missing wait shows. Then
// with threads.
#include "collectives/group/round.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "collectives/barrier/barrier.hpp"

namespace isthmus::collectives {
namespace {

struct Members {
  explicit Members(int n)
      : slots(new comm::SyncSlot[static_cast<std::size_t>(n)]()), teams(static_cast<std::size_t>(n)) {
    for (int me = 0; me < n; ++me) {
      node(me).me = me;
      for (int i = 0; i < n; ++i) node(me).slots.push_back(&slots[static_cast<std::size_t>(i)]);
    }
  }
  comm::Team& team(int member) { return teams[static_cast<std::size_t>(member)]; }
  comm::Neighbours& node(int member) { return team(member).node; }

  std::unique_ptr<comm::SyncSlot[]> slots;
  std::vector<comm::Team> teams;
};

auto barrier(std::string_view name) {
  for (const auto& row : barrier_algorithms())
    if (row.rule.name == name) return row.run;
  throw std::runtime_error("there is no such barrier");
}

/// Calls a function of the test whenever a member waits.
class Meanwhile : public base::Progress {
 public:
  explicit Meanwhile(std::function<void()> then) : then_(std::move(then)) { base::progress = this; }
  ~Meanwhile() override { base::progress = nullptr; }
  bool drive() override {
    // Without this limit a wait that nothing ends would hang the test.
    if (++waits > 100000) throw std::runtime_error("waits for ever");
    then_();
    return true;
  }
  bool nap(long) override { return false; }
  int waits = 0;

 private:
  std::function<void()> then_;
};

/// The bytes that member `owner` shows in a round.
std::vector<unsigned char> bytes_in(std::size_t round, int owner, std::size_t n) {
  std::vector<unsigned char> bytes(n);
  for (std::size_t i = 0; i < n; ++i)
    bytes[i] = static_cast<unsigned char>(round * 31 + i * 7 + static_cast<std::size_t>(owner));
  return bytes;
}

bool same(const std::byte* shown, const std::vector<unsigned char>& wanted) {
  return std::memcmp(shown, wanted.data(), wanted.size()) == 0;
}

void show(comm::Neighbours& node, std::size_t round, std::size_t n) {
  Round now(node, n);
  now.arrive(bytes_in(round, node.me, n).data(), n);
  now.leave();
}

/// Reads and checks what member 0 shows in its next round.
bool take(comm::Neighbours& node, std::size_t round, std::size_t n) {
  Round now(node, n);
  const bool right = same(now.await(0), bytes_in(round, 0, n));
  now.leave();
  return right;
}

constexpr std::size_t kMore = 200;  // rounds than anybody may be ahead

/// Few bytes, which fit in a flag's cache line, and many, which need a cell.
class RoundOf : public ::testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Bytes, RoundOf, ::testing::Values(1, 8, 48, 49, 300, Round::kBytes));

TEST_P(RoundOf, ARootAheadOverwritesNothingThatAReaderStillNeeds) {
  const std::size_t n = GetParam(), rounds = 300;
  for (const int slow : {1, 2}) {
    const int fast = 3 - slow;  // which must not hide the slow one
    Members members(3);
    std::size_t read = 0, wrong = 0, ahead = 0;
    const auto read_one = [&] { wrong += take(members.node(slow), read++, n) ? 0 : 1; };
    {
      Meanwhile slow_reader(read_one);
      for (std::size_t round = 0; round < rounds; ++round) {
        show(members.node(0), round, n);
        ahead = std::max(ahead, round + 1 - read);
        EXPECT_TRUE(take(members.node(fast), round, n));
      }
      EXPECT_GT(slow_reader.waits, 0);
    }
    EXPECT_GE(ahead, 4u);  // it waits for the reader, but not at every step
    while (read < rounds) read_one();
    EXPECT_EQ(wrong, 0u);
  }
}

TEST_P(RoundOf, BytesStayUntilTheReaderLeaves) {
  const std::size_t n = GetParam();
  Members members(2);
  std::size_t next = 0, read = 0, wrong = 0;
  for (int times = 0; times < 40; ++times) {
    const std::size_t start = next;
    show(members.node(0), next++, n);
    Round reading(members.node(1), n);
    const std::byte* held = reading.await(0);
    ++read;
    bool left = false;
    Meanwhile reader([&] {
      if (left) {
        wrong += take(members.node(1), read++, n) ? 0 : 1;
      } else {
        wrong += same(held, bytes_in(start, 0, n)) ? 0 : 1;
        reading.leave();
        left = true;
      }
    });
    while (!left && next < start + kMore) show(members.node(0), next++, n);
    ASSERT_TRUE(left);
    while (read < next) wrong += take(members.node(1), read++, n) ? 0 : 1;
  }
  EXPECT_EQ(wrong, 0u);
}

TEST_P(RoundOf, WhoSawAllDoesNotTakeTheOthersForDone) {
  const std::size_t n = GetParam();
  Members members(2);
  for (std::size_t start = 0; start < 10; ++start) {
    // Begins a round in which each member shows something to each other, while member 1 is still reading.
    Round first(members.node(0), n), second(members.node(1), n);
    first.arrive(bytes_in(start, 0, n).data(), n);
    second.arrive(bytes_in(start, 1, n).data(), n);
    const std::byte* held = second.await(0);
    EXPECT_TRUE(same(first.await(1), bytes_in(start, 1, n)));
    first.saw_all();
    std::size_t next = 1000 * start, read = next, wrong = 0;
    bool through = false;
    Meanwhile reader([&] {
      if (!through) {
        wrong += same(held, bytes_in(start, 0, n)) ? 0 : 1;
        second.saw_all();
        through = true;
      } else {
        wrong += take(members.node(1), read++, n) ? 0 : 1;
      }
    });
    // Member 0 can learn that member 1 has finished reading only when that leaves a later round, which it does while
    // member 0 waits.
    while (!through && next < 1000 * start + kMore) show(members.node(0), next++, n);
    ASSERT_TRUE(through);
    while (read < next) wrong += take(members.node(1), read++, n) ? 0 : 1;
    EXPECT_EQ(wrong, 0u);
  }
}

TEST(Round, WhoLeavesTogetherWaitsForAll) {
  Members members(3);
  for (int times = 0; times < 50; ++times) {
    Round rounds[] = {Round(members.node(0)), Round(members.node(1)), Round(members.node(2))};
    int left = 0;
    Meanwhile others([&] {
      if (left < 2) rounds[++left].leave();
    });
    rounds[0].leave_together();
    EXPECT_EQ(left, 2);
  }
}

TEST(Round, WhoAwaitsAllWaitsForEach) {
  Members members(4);
  for (int times = 0; times < 50; ++times) {
    std::vector<Round> rounds;
    for (int me = 0; me < 4; ++me) rounds.emplace_back(members.node(me));
    int arrived = 0;
    const auto next = [&] {
      if (arrived < 3) rounds[static_cast<std::size_t>(++arrived)].arrive_empty();
    };
    Meanwhile others(next);
    rounds[0].arrive_empty();
    rounds[0].await_all();
    EXPECT_EQ(arrived, 3);
    for (std::size_t me = 1; me < 4; ++me) rounds[me].await_all();
  }
}

/// All kinds of rounds in a random order that all members know, with each member at its own pace.
class Mixture {
 public:
  explicit Mixture(int n) : members_(n), n_(n), memory_(static_cast<std::size_t>(n)) {}

  int run(std::size_t rounds) {
    std::vector<std::thread> threads;
    std::vector<int> wrong(static_cast<std::size_t>(n_));
    for (int me = 0; me < n_; ++me)
      threads.emplace_back([&, me] { wrong[static_cast<std::size_t>(me)] = member(me, rounds); });
    for (std::thread& thread : threads) thread.join();
    int sum = 0;
    for (const int some : wrong) sum += some;
    return sum;
  }

 private:
  int member(int me, std::size_t rounds) {
    std::mt19937 plan(1), pace(static_cast<unsigned>(me) + 10);
    comm::Neighbours& node = members_.node(me);
    int wrong = 0;
    for (std::size_t round = 0; round < rounds; ++round) {
      const auto kind = plan() % 8;
      const int root = static_cast<int>(plan() % static_cast<unsigned>(n_));
      const std::size_t n = plan() % 2 ? 1 + plan() % 48 : 49 + plan() % (Round::kBytes - 48);
      if (pace() % 8 == 0) std::this_thread::yield();
      if (kind == 0) {
        barrier("dissemination")(members_.team(me));
      } else if (kind == 1) {
        barrier("central")(members_.team(me));
      } else if (kind == 2) {
        wrong += in_place(node, round);
      } else {
        Round now(node, n);
        const bool rooted = kind < 6;
        if (!rooted || me == root) now.arrive(bytes_in(round, me, n).data(), n);
        if (rooted && me != root) wrong += !same(now.await(root), bytes_in(round, root, n));
        if (rooted) {
          now.leave();
          continue;
        }
        for (int step = 1; step < n_; ++step) {
          const int other = now.after(step);
          wrong += !same(now.await(other), bytes_in(round, other, n));
        }
        now.saw_all();
      }
    }
    return wrong;
  }

  /// Members read each other's memory, which is not atomic: only the round orders the accesses.
  int in_place(comm::Neighbours& node, std::size_t round) {
    memory_[static_cast<std::size_t>(node.me)] = round;
    Round now(node);
    now.arrive_empty();
    int wrong = 0;
    for (int step = 0; step < n_; ++step) {
      const int other = now.after(step);
      now.await(other);
      wrong += memory_[static_cast<std::size_t>(other)] != round;
    }
    now.leave_together();
    return wrong;
  }

  Members members_;
  int n_;
  std::vector<std::size_t> memory_;
};

class MixedRounds : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Members, MixedRounds, ::testing::Values(1, 2, 3, 4, 7, 9));

TEST_P(MixedRounds, EverybodySeesWhatWasShownInTheRound) {
  base::spin_limit = 0;
  EXPECT_EQ(Mixture(GetParam()).run(2000), 0);
}

}  // namespace
}  // namespace isthmus::collectives
