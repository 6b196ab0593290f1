// A PE that the kernel kills for want of memory.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "launched.hpp"

namespace faults {
namespace {

/// A control group with a memory limit, which this process enters and leaves again. Version 2, or version 1.
class LimitedMemory {
 public:
  explicit LimitedMemory(const char* bytes) {
    const std::string name = "/isthmus-test-" + std::to_string(getpid());
    struct Version {
      std::string root, limit;
    };
    for (const Version& version :
         {Version{"/sys/fs/cgroup", "/memory.max"}, Version{"/sys/fs/cgroup/memory", "/memory.limit_in_bytes"}}) {
      const std::string folder = version.root + name;
      // Elsewhere, such as in a tmpfs, a new folder is no group, and has no limit.
      if (access((version.root + "/cgroup.procs").c_str(), W_OK) != 0 || mkdir(folder.c_str(), 0755) != 0) continue;
      folder_ = folder;
      before_ = current(version.root);
      if (written(folder + version.limit, bytes) && written(folder + "/cgroup.procs", std::to_string(getpid()))) return;
      leave();
    }
  }
  ~LimitedMemory() { leave(); }
  LimitedMemory(const LimitedMemory&) = delete;
  LimitedMemory& operator=(const LimitedMemory&) = delete;

  bool works() const { return !folder_.empty(); }

 private:
  static bool written(const std::string& file, const std::string& value) {
    std::ofstream stream(file, std::ios::in | std::ios::out);  // an existing file alone
    stream << value << std::flush;
    return stream.good();
  }

  /// The cgroup.procs of the group that this process is in now.
  static std::string current(const std::string& root) {
    const bool version_1 = root.ends_with("/memory");
    std::ifstream groups("/proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) {
      const size_t path = line.find(version_1 ? ":memory:" : "::");
      if (path != std::string::npos) return root + line.substr(line.find('/')) + "/cgroup.procs";
    }
    return root + "/cgroup.procs";
  }

  void leave() {
    if (folder_.empty()) return;
    written(before_, std::to_string(getpid()));
    for (int tries = 0; rmdir(folder_.c_str()) != 0 && tries < 1000; ++tries) usleep(1000);  // until the job is gone
    folder_.clear();
  }

  std::string folder_, before_;
};

TEST(MemoryLimit, IsSaidToHaveKilledAPe) {
  LimitedMemory limit("96M");
  if (!limit.works()) GTEST_SKIP() << "no control group with a memory limit can be made here";
  Launched run({"-n", "2", HANG_PE, "full", "1"}, {.extra = {"SHMEM_SYMMETRIC_SIZE=1M"}});
  EXPECT_EQ(run.finish(), 128 + SIGKILL) << run.err();
  ASSERT_EQ(run.err_lines().size(), 1U) << run.err();
  EXPECT_TRUE(run.err().starts_with("oshrun: PE 1 (pid ")) << run.err();
  EXPECT_NE(
      run.err().find("was killed by signal 9 (Killed), probably by the kernel for want of memory: control group "),
      std::string::npos)
      << run.err();
  EXPECT_EQ(run.leftovers(), "");
}

}  // namespace
}  // namespace faults
