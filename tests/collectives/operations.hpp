// Test cases of every collective operation, among which the seed chooses.
#pragma once
#include "moves.hpp"
#include "sums.hpp"

class Sync : public Case {
 public:
  explicit Sync(const Order& order) : Case(*order.team, order.seed), as_set_(order.as_set) {}
  std::string text() const override { return std::string("sync on team ") + team.name; }
  size_t dest_room() const override { return 0; }
  size_t source_room() const override { return 0; }
  size_t alignment() const override { return 1; }
  void fill_source(unsigned char*) const override {}
  int call(unsigned char*, unsigned char*) const override {
    return as_set_ ? on_set(team, seed, shmem_barrier) : shmem_team_sync(team.handle);
  }
  void model(unsigned char*) const override {}

 private:
  const bool as_set_;
};

/// Makes a case of the operation that the order's seed chooses.
inline std::unique_ptr<Case> any_operation(const Order& order) {
  switch (pattern(order.seed, 0, 5, 0) % 11) {
    case 0:
      return std::make_unique<Sync>(order);
    case 1:
    case 2:
      return std::make_unique<Broadcast>(order);
    case 3:
      return std::make_unique<Collect>(order);
    case 4:
      return std::make_unique<Fcollect>(order);
    case 5:
      return std::make_unique<Alltoalls>(order, false);
    case 6:
      return std::make_unique<Alltoalls>(order, true);
    case 7:
      return any_scan(order);
    case 8:
      return std::make_unique<Gather>(order);
    case 9:
      return std::make_unique<Scatter>(order);
    default:
      return any_reduction(order);
  }
}
