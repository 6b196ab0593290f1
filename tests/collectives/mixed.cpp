// All operations on all teams in an order that is random but the same on all PEs, with calls on active sets between
// them. There are more active sets with pSync arrays of their own than the library keeps sync state for.
#include "operations.hpp"

namespace {

/// An operation in which the first member waits for no other, so that it can run ahead.
std::unique_ptr<Case> any_that_runs_ahead(const Order& order) {
  if (pattern(order.seed, 0, 6, 0) % 4 == 0) return any_scan(order);
  return std::make_unique<Broadcast>(order);
}

}  // namespace

int main(int argc, char** argv) {
  begin();
  Plan plan(argc, argv);
  const int times = plan.one_node() ? 3 : 1;
  for (int i = 0; i < times; ++i) {
    plan.run_ahead(any_that_runs_ahead, {8, 48, 56, 300}, 80);
    plan.every_size(any_operation);
    plan.every_team(any_operation);
    plan.in_turn(any_operation, 60);
    for (int k = 0; k < 3; ++k) plan.active_sets(any_operation);
  }
  return end();
}
