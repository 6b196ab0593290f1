// Limits from the environment, from a file of osh_tune, and the usual ones.
#include "device/limits.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <string>

#include "base/error.hpp"
#include "memkind/kind.hpp"

namespace isthmus::mpi {
namespace {

class LimitsTest : public testing::Test {
 protected:
  void TearDown() override { std::remove(file_.c_str()); }
  config::Lookup lookup() {
    return [this](const char* name) -> const char* {
      const auto found = environment_.find(name);
      return found == environment_.end() ? nullptr : found->second.c_str();
    };
  }
  void choose() { choose_limits(lookup()); }
  std::optional<std::string> find(const std::string& name) { return find_setting(lookup(), name); }
  void tune(const std::string& lines) {
    std::ofstream(file_) << lines;
    environment_["ISTHMUS_MPI_TUNING_FILE"] = file_;
  }
  static const memkind::Limits& cuda() { return *memkind::kCuda.device->limits; }
  static const memkind::Limits& ze() { return *memkind::kZe.device->limits; }

  std::map<std::string, std::string> environment_;
  const std::string file_ = "/tmp/isthmus-limits-" + std::to_string(getpid());
};

TEST_F(LimitsTest, UsualOnes) {
  choose();
  EXPECT_EQ(cuda().small, 2U << 10);
  EXPECT_EQ(cuda().copy_kernel, 4U << 20);
  EXPECT_EQ(cuda().reduce_kernel, 1U);
  EXPECT_EQ(cuda().slice, 64U << 10);
}

TEST_F(LimitsTest, AFileOfOshTuneByKind) {
  tune("# By osh_tune\nSHMEM_DEVICE_SLICE=CUDA=16K\nSHMEM_DEVICE_SMALL=CUDA=3K,ZE=0\n");
  choose();
  EXPECT_EQ(cuda().slice, 16U << 10);
  EXPECT_EQ(cuda().small, 3U << 10);
  EXPECT_EQ(ze().slice, 64U << 10);
  EXPECT_EQ(ze().small, 0U);
}

TEST_F(LimitsTest, LinesOfThisLayerWinOverThoseOfShmem) {
  tune(
      "SHMEM_DEVICE_SLICE=CUDA=16K\nISTHMUS_MPI_DEVICE_SLICE=CUDA=8K\nISTHMUS_MPI_DEVICE_STAGED_BROADCAST=CUDA=4K\n"
      "SHMEM_DEVICE_STAGED_FCOLLECT=1K\nISTHMUS_MPI_DEVICE_BACKGROUND=5K\n");
  choose();
  EXPECT_EQ(cuda().slice, 8U << 10);
  EXPECT_EQ(cuda().staged_broadcast, 4U << 10);
  EXPECT_EQ(ze().staged_broadcast, 0U);
  EXPECT_EQ(cuda().staged_fcollect, 1U << 10);
  EXPECT_EQ(find("BACKGROUND"), "5K");
  EXPECT_EQ(find("PIECE"), std::nullopt);
  environment_["ISTHMUS_MPI_DEVICE_BACKGROUND"] = "6K";
  EXPECT_EQ(find("BACKGROUND"), "6K");
}

TEST_F(LimitsTest, UnknownLinesOfThisLayer) {
  tune("ISTHMUS_MPI_DEVICE_SLICES=CUDA=16K\n");
  EXPECT_THROW(choose(), base::SetupError);
}

TEST_F(LimitsTest, TheEnvironmentWins) {
  tune("SHMEM_DEVICE_SLICE=CUDA=16K\n");
  environment_["ISTHMUS_MPI_DEVICE_SLICE"] = "32K";
  environment_["SHMEM_DEVICE_SMALL"] = "7K";  // is not this layer's
  choose();
  EXPECT_EQ(cuda().slice, 32U << 10);
  EXPECT_EQ(cuda().small, 2U << 10);
}

TEST_F(LimitsTest, BadValuesNameTheVariable) {
  environment_["ISTHMUS_MPI_DEVICE_SLICE"] = "much";
  try {
    choose();
    FAIL() << "a bad value was taken";
  } catch (const base::SetupError& error) {
    EXPECT_EQ(std::string(error.what()).find("ISTHMUS_MPI_DEVICE_SLICE=much"), 0U) << error.what();
  }
}

}  // namespace
}  // namespace isthmus::mpi
