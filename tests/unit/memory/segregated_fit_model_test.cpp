// Random calls of the allocator, each checked against a model that only knows intervals.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <iterator>
#include <random>

#include "memory/segregated_fit.hpp"
#include "memory/interval_model.hpp"
#include "sizes.hpp"

namespace isthmus::memory {
namespace {

constexpr std::size_t kGranule = 64;
class Course {
 public:
  Course(std::size_t pool, std::uint64_t seed)
      : fit_(pool), twin_(pool), model_(pool, kGranule), random_(seed), pool_(pool) {}

  void step(int percent_allocations) {
    const int dice = below(100);
    if (dice < percent_allocations || model_.count() == 0)
      allocate();
    else if (dice < 92)
      release();
    else
      resize();
    EXPECT_EQ(fit_.used(), model_.used());
  }

  void look_closely() {
    ASSERT_EQ(fit_.largest_free(), model_.largest_free());
    for (const auto& [offset, extent] : model_.taken()) ASSERT_EQ(fit_.extent(offset), extent);
    const std::size_t inside = below(pool_ / kGranule) * kGranule;
    if (!model_.taken().contains(inside)) {
      ASSERT_EQ(fit_.extent(inside), 0U);
      ASSERT_FALSE(fit_.free(inside)) << "freed an offset that was never given away";
    }
  }

  void release_all() {
    while (model_.count() > 0) release();
    EXPECT_EQ(fit_.used(), 0U);
    EXPECT_EQ(fit_.largest_free(), pool_ / kGranule * kGranule);
    const std::size_t whole = fit_.allocate(pool_ / kGranule * kGranule);
    EXPECT_EQ(whole, 0U) << "the freed blocks did not coalesce into the whole pool";
    EXPECT_TRUE(fit_.free(whole));
  }

  int refused() const { return refused_; }
  int grown() const { return grown_; }
  int stuck() const { return stuck_; }

 private:
  template <class T>
  T below(T n) {
    return std::uniform_int_distribution<T>(0, n - 1)(random_);
  }

  /// Mostly small, sometimes large: the number of bits is chosen uniformly.
  std::size_t some_bytes() {
    const std::size_t power = std::size_t{1} << below(static_cast<int>(std::bit_width(pool_ / 2)));
    return power + below(power);
  }

  void allocate() {
    const std::size_t bytes = some_bytes();
    const std::size_t alignment = std::size_t{1} << (below(4) ? below(8) : below(22));  // up to 2 MiB
    const std::size_t at = fit_.allocate(bytes, alignment);
    ASSERT_EQ(twin_.allocate(bytes, alignment), at) << "two allocators with the same history disagree";
    ASSERT_EQ(at != SegregatedFit::kNone, model_.fits(bytes, alignment)) << bytes << " bytes aligned to " << alignment;
    if (at == SegregatedFit::kNone) {
      ++refused_;
      return;
    }
    ASSERT_EQ(at % alignment, 0U);
    ASSERT_EQ(fit_.extent(at), model_.rounded(bytes));
    ASSERT_TRUE(model_.take(at, fit_.extent(at))) << "overlap at " << at;
  }

  void release() {
    const std::size_t at = some_block();
    ASSERT_TRUE(fit_.free(at));
    ASSERT_TRUE(twin_.free(at));
    ASSERT_FALSE(fit_.free(at)) << "a double free went unnoticed";
    model_.give_back(at);
  }

  void resize() {
    const std::size_t at = some_block();
    const std::size_t bytes = some_bytes();
    if (bytes > model_.taken().at(at)) {
      const bool grown = fit_.grow(at, bytes);
      // It may be refused where it would have been possible, but only if another block of that size can be had.
      if (grown)
        ASSERT_TRUE(model_.grow(at, bytes));
      else
        ASSERT_TRUE(fit_.largest_free() >= bytes || !model_.grow(at, bytes));
      ASSERT_EQ(twin_.grow(at, bytes), grown);
      ++(grown ? grown_ : stuck_);
    } else {
      fit_.shrink(at, bytes);
      twin_.shrink(at, bytes);
      model_.shrink(at, bytes);
    }
    ASSERT_EQ(fit_.extent(at), model_.taken().at(at));
  }

  std::size_t some_block() {
    return std::next(model_.taken().begin(), below(static_cast<std::ptrdiff_t>(model_.count())))->first;
  }

  SegregatedFit fit_, twin_;
  test::IntervalModel model_;
  std::mt19937_64 random_;
  std::size_t pool_;
  int refused_ = 0, grown_ = 0, stuck_ = 0;
};

class SegregatedFitModel : public ::testing::TestWithParam<std::size_t> {};

TEST_P(SegregatedFitModel, EveryCallAgrees) {
  int refused = 0, grown = 0, stuck = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(seed);
    Course course(GetParam(), seed);
    // Fills, stays near full, empties and fills again, so that blocks of all sizes are used again.
    for (const int percent : {75, 50, 20, 70, 45}) {
      for (int i = 0; i < 400 && !HasFatalFailure(); ++i) {
        course.step(percent);
        if (i % 20 == 0) course.look_closely();
      }
      if (HasFatalFailure()) return;
    }
    course.release_all();
    refused += course.refused();
    grown += course.grown();
    stuck += course.stuck();
  }
  EXPECT_GT(grown, 0);
  EXPECT_GT(stuck, 0);
  EXPECT_GT(refused, 0) << "the pool was never full: the test does not test exhaustion";
}

INSTANTIATE_TEST_SUITE_P(Pools, SegregatedFitModel,
                         ::testing::Values(64 * kGranule, 100 * kMi, 8 * kMi, 3 * kMi + 3 * kGranule, kMi + 17,
                                           5 * kGranule + 63, std::size_t{1} << 31));

}  // namespace
}  // namespace isthmus::memory
