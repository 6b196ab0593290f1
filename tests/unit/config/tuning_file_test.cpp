#include "config/tuning_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <map>

#include "config/settings.hpp"
#include "expect_error.hpp"

namespace isthmus::config {
namespace {

class TuningFile : public testing::Test {
 protected:
  void write(const std::string& text) { std::ofstream(path_) << text; }
  Settings read(std::map<std::string, std::string> environment) {
    environment["SHMEM_TUNING_FILE"] = path_;
    return read_settings([&](const char* name) -> const char* {
      const auto found = environment.find(name);
      return found == environment.end() ? nullptr : found->second.c_str();
    });
  }
  void TearDown() override { unlink(path_.c_str()); }

  const std::string path_ = testing::TempDir() + "tuning." + std::to_string(getpid());
};

TEST_F(TuningFile, LinesOfTheMpiLayerAreLeftToIt) {
  write("ISTHMUS_MPI_DEVICE_SLICE=3\nSHMEM_DEVICE_SLICE=5\n# ISTHMUS_MPI_DEVICE_SLICE: CUDA\n# by hand\n");
  EXPECT_EQ(read({}).device_slice.of("CUDA"), 5U);
  EXPECT_EQ(tuning_lines(path_, "ISTHMUS_MPI_"), "ISTHMUS_MPI_DEVICE_SLICE=3\n# ISTHMUS_MPI_DEVICE_SLICE: CUDA\n");
  EXPECT_EQ(tuning_lines(path_ + ".none", "SHMEM_"), "");
}

TEST_F(TuningFile, SetsWhatTheEnvironmentDoesNot) {
  write("# measured\n\nSHMEM_DEVICE_STAGED_FCOLLECT=4k\nSHMEM_DEVICE_STAGED_ALLTOALL=0\nSHMEM_PEER_TIMEOUT=3\n");
  const Settings settings = read({{"SHMEM_PEER_TIMEOUT", "5"}});
  EXPECT_EQ(settings.device_staged_fcollect.of("CUDA"), 4096U);
  EXPECT_EQ(settings.device_staged_alltoall.of("ZE"), 0U);
  EXPECT_EQ(settings.peer_timeout, 5);
  std::map<std::string, std::string> origins;
  for (const Shown& row : settings.shown) origins[row.name] = row.origin;
  EXPECT_EQ(origins["SHMEM_DEVICE_STAGED_FCOLLECT"], path_ + ":3");
  EXPECT_EQ(origins["SHMEM_PEER_TIMEOUT"], "SHMEM_PEER_TIMEOUT");
  EXPECT_EQ(origins["SHMEM_DEVICE_STAGED_BROADCAST"], "default");
}

TEST_F(TuningFile, NamesTheLineThatIsWrong) {
  for (const char* wrong : {"SHMEM_NO_SUCH=1", "DEVICE_STAGED_FCOLLECT=1", "SHMEM_DEVICE_STAGED_FCOLLECT",
                            "SHMEM_TUNING_FILE=x", " SHMEM_DEBUG=1"}) {
    write(std::string("# one\n") + wrong + "\n");
    const std::string message = test::setup_error([this] { read({}); });
    EXPECT_EQ(message.rfind(path_ + ":2: " + wrong, 0), 0U) << message;
  }
  write("SHMEM_DEVICE_STAGED_FCOLLECT=much\n");
  const std::string message = test::setup_error([this] { read({}); });
  EXPECT_EQ(message.rfind(path_ + ":1=much: not a size", 0), 0U) << message;
}

TEST_F(TuningFile, MustBeThere) {
  const std::string message = test::setup_error([this] { read({}); });
  EXPECT_NE(message.find(path_), std::string::npos) << message;
}

}  // namespace
}  // namespace isthmus::config
