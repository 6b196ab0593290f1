// The calls that the test of every operation makes: sizes around each threshold, every team, several teams in turn, PEs
// that run ahead of others, active sets, and one large call.
#pragma once
#include <cstdlib>
#include <span>

#include "sets.hpp"
#include "stage.hpp"

/// The order for one call, from which the test of an operation makes a Case. `bytes` is what a member contributes, as
/// near as the operation and type allow. `turn` selects what varies from call to call: the type, in place or not, and
/// the root unless `root` names one.
struct Order {
  const Team* team;
  size_t bytes;
  uint64_t turn;
  int root = -1;
  bool as_set = false;

  uint64_t seed = 0;  ///< seed of the data, assigned by perform()

  int chosen_root() const { return root >= 0 ? root : static_cast<int>(turn % team->size()); }
};
using Make = std::function<std::unique_ptr<Case>(const Order&)>;

class Plan {
 public:
  /// Collective. The program's arguments are further thresholds, in bytes.
  Plan(int argc, char** argv) : teams_(make_teams()) {
    make_psyncs();
    for (int i = 1; i < argc; ++i) thresholds_.push_back(strtoul(argv[i], nullptr, 10));
    auto* dest = static_cast<unsigned char*>(shmem_align(64, kLargeDest));
    auto* source = static_cast<unsigned char*>(shmem_align(64, kLargeSource));
    EXPECT(dest && source);
    heap_ = std::make_unique<Stage>(dest, kLargeDest, source, kLargeSource);
    statics_ = std::make_unique<Stage>(static_dest, sizeof static_dest, static_source, sizeof static_source);
  }

  const std::vector<Team>& teams() const { return teams_; }
  bool one_node() const { return all_on_one_node(); }

  /// Runs everything below. `large` is the number of bytes of the last, large call.
  void go_through(const Make& make, size_t large) {
    run_ahead(make, {8}, one_node() ? 70 : 20);
    run_ahead(make, {300}, one_node() ? 14 : 10);
    every_size(make);
    every_team(make);
    in_turn(make, one_node() ? 48 : 24);
    active_sets(make);
    Order order{&teams_[0], large, 5};
    perform(*heap_, {&order, 1}, make);
  }

  /// One root that waits for nobody makes all calls, while the last PE is slow to receive.
  void run_ahead(const Make& make, const std::vector<size_t>& sizes, uint64_t times) {
    std::vector<Order> orders;
    for (uint64_t turn = 0; turn < times; ++turn)
      orders.push_back({&teams_[0], sizes[pattern(turn, 0, 3, 0) % sizes.size()], turn, 0});
    perform(*statics_, orders, make, n - 1);
  }

  void every_size(const Make& make) {
    std::vector<Order> orders;
    uint64_t turn = 100;
    for (const size_t bytes : sizes(kLargest)) orders.push_back({&teams_[0], bytes, turn++});
    perform(*heap_, orders, make);
  }

  /// Each root of each team but the world, with small sizes.
  void every_team(const Make& make) {
    const std::vector<size_t> some = sizes(9000);
    uint64_t turn = 200;
    for (size_t t = 1; t < teams_.size(); ++t) {
      std::vector<Order> orders;
      for (size_t i = 0; i < teams_[t].most; ++i, ++turn)
        orders.push_back({&teams_[t], some[turn % some.size()], turn});
      perform(*heap_, orders, make);
    }
  }

  /// Calls on different teams in an order that all PEs agree on, so that a PE is ahead in one team and behind in
  /// another.
  void in_turn(const Make& make, uint64_t times) {
    const std::vector<size_t> some = sizes(1000);
    std::vector<Order> orders;
    for (uint64_t turn = 300; turn < 300 + times; ++turn)
      orders.push_back({&any_team(turn), some[pattern(turn, 0, 1, 0) % some.size()], turn});
    perform(*statics_, orders, make);
  }

  /// Calls on active sets with calls on teams between them; then larger ones on active sets alone.
  void active_sets(const Make& make) {
    std::vector<Order> orders;
    for (uint64_t turn = 400; turn < 400 + set_calls; ++turn) {
      const Team& team = any_team(turn);
      const bool as_set = turn % 2 == 0 && team.log_stride >= 0;
      orders.push_back({&team, 8 * (1 + pattern(turn, 0, 2, 0) % 100), turn, -1, as_set});
    }
    perform(*statics_, orders, make);
    orders.clear();
    for (const size_t bytes : {65536 - 8, 65536, 65536 + 8, 130000})
      orders.push_back({&teams_[0], bytes, 450 + orders.size(), -1, true});
    perform(*heap_, orders, make);
  }

  /// Makes the calls with PE `slow` slower than the others; with -1 the slow PE changes from burst to burst.
  void perform(Stage& stage, std::span<const Order> orders, const Make& make, int slow = -1) {
    Cases cases;
    for (Order order : orders) {
      order.seed = ++seed_;
      cases.push_back(make(order));
    }
    stage.perform(cases, slow, pace_, [] { shmem_barrier_all(); });
  }
  Stage& heap() { return *heap_; }
  Stage& statics() { return *statics_; }

 private:
  static constexpr size_t kLargest = 140000, kLargeDest = 10 << 20, kLargeSource = 3 << 19;
  alignas(64) static inline unsigned char static_dest[512 << 10], static_source[16 << 10];

  const Team& any_team(uint64_t turn) const { return teams_[pattern(turn, 0, 0, 0) % teams_.size()]; }

  /// No byte, one, a few, and around each threshold, up to `most`.
  std::vector<size_t> sizes(size_t most) const {
    std::vector<size_t> all{0, 1, 2, 7, 100};
    for (const size_t t : thresholds_)
      if (t > 0)
        for (const size_t bytes : {t - 1, t, t + 1}) all.push_back(bytes);
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    while (all.back() > most) all.pop_back();
    return all;
  }

  std::vector<Team> teams_;
  // The largest sizes that fit in a flag's cache line, in a cell, in a block of a slice, and in a block over the wire.
  std::vector<size_t> thresholds_{48, 496, 8192, 65536};
  std::unique_ptr<Stage> heap_, statics_;
  Pace pace_{1};
  uint64_t seed_ = 0;
};

inline void begin(int level = SHMEM_THREAD_SINGLE) {
  int provided = -1;
  EXPECT_EQ(shmem_init_thread(level, &provided), 0);
  EXPECT(provided >= level);
  me = shmem_my_pe();
  n = shmem_n_pes();
}

inline int end() {
  shmem_finalize();
  return 0;
}
