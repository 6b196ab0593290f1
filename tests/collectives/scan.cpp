// Inclusive and exclusive scans of every type in a few sizes, and a few scans through the whole plan (plan.hpp).
#include "sums.hpp"

namespace {

std::vector<Routine> all_routines() {
  std::vector<Routine> all;
#define SCANS(NAME, TYPE)                                                        \
  all.push_back(routine<TYPE>(Op::inclusive, #NAME, shmem_##NAME##_sum_inscan)); \
  all.push_back(routine<TYPE>(Op::exclusive, #NAME, shmem_##NAME##_sum_exscan));
  ISTHMUS_REDUCE_ARITHMETIC_TYPES(SCANS)
  EXPECT_EQ(all.size(), 26 * 2);
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  begin();
  Plan plan(argc, argv);
  plan.go_through(any_scan, (1 << 20) + 5);
  every_routine(plan, all_routines());
  return end();
}
