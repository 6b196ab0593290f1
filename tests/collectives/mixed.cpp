// All operations on all teams in an order that is random, though the same on all PEs, with calls on active sets between
// them: more sets with arrays of their own than the library keeps sync state for.
#include "operations.hpp"

int main(int argc, char** argv) {
  begin();
  Plan plan(argc, argv);
  const int times = plan.one_node() ? 5 : 2;
  for (int i = 0; i < times; ++i) {
    plan.run_ahead(any_operation, 8, 70);  // of which a few go out from the root
    plan.every_size(any_operation);
    plan.every_team(any_operation);
    plan.in_turn(any_operation, 60);
    for (int k = 0; k < 3; ++k) plan.active_sets(any_operation);
  }
  return end();
}
