#include "collectives/device/pieces.hpp"

#include <gtest/gtest.h>

#include <array>

#include "ops/device_double.hpp"

namespace isthmus::collectives {
namespace {

class PiecesTest : public ::testing::Test {
 protected:
  ~PiecesTest() override { memkind::close_queues(); }

  /// Copies all elements as a job of `most` copies would, and returns whether they were begun before finish().
  bool copy_all(std::size_t most) {
    Pieces pieces(sizeof from_[0], most);
    for (std::size_t i = 0; i < from_.size(); ++i)
      pieces.copy({memkind::kDouble, reinterpret_cast<char*>(&to_[i])},
                  {memkind::kDouble, reinterpret_cast<char*>(&from_[i])});
    const bool begun = memkind::copies_begun;
    pieces.finish();
    EXPECT_FALSE(memkind::copies_begun);
    EXPECT_EQ(to_, from_);
    return begun;
  }

  std::array<int, 5> from_{1, 2, 3, 4, 5}, to_{};
};

TEST_F(PiecesTest, AreCollectedForOneKernelIfTheyAreFew) { EXPECT_FALSE(copy_all(kernels::kMembers)); }

TEST_F(PiecesTest, AreBegunAtOnceIfTheyAreMany) {
  EXPECT_TRUE(copy_all(kernels::kMembers + 1));
  EXPECT_TRUE(copy_all(std::size_t{1} << 40));  // no memory holds a list of so many
}

}  // namespace
}  // namespace isthmus::collectives
