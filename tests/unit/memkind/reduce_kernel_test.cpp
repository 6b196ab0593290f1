// The kernels of reductions, compiled for the host.
#include <gtest/gtest.h>

#include <array>

#include "memkind/kernels/reduce.hpp"

namespace isthmus::kernels {
namespace {

constexpr int kUntouched = -1;

/// Runs a kernel over one element of three members that have 1, 10 and 100, and returns their results. The second
/// member has no address for one.
template <class Kernel>
std::array<int, 3> results() {
  std::array<int, 3> from{1, 10, 100}, to{kUntouched, kUntouched, kUntouched};
  Work work{};
  work.members = from.size();
  for (std::size_t m = 0; m < from.size(); ++m) {
    work.from[m] = reinterpret_cast<Address>(&from[m]);
    if (m != 1) work.to[m] = reinterpret_cast<Address>(&to[m]);
  }
  Kernel::template one<int>(work, 0);
  return to;
}

TEST(Kernels, GiveNoResultToAMemberWithoutAnAddress) {
  EXPECT_EQ(results<Reduction<Sum>>(), (std::array{111, kUntouched, 111}));
  EXPECT_EQ(results<Scanning<true>>(), (std::array{1, kUntouched, 111}));
  EXPECT_EQ(results<Scanning<false>>(), (std::array{0, kUntouched, 11}));
}

}  // namespace
}  // namespace isthmus::kernels
