// Child processes of a test that take the role of PEs.
#pragma once
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <vector>

namespace isthmus::test {

class Children {
 public:
  /// Runs `work` in a process that exits with 0 unless an expectation in it failed, or it took half a minute.
  template <class Work>
  void start(Work&& work) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(30);
      work();
      _exit(::testing::Test::HasFailure() ? 1 : 0);
    }
    pids_.push_back(child);
  }

  void expect_good_ends() {
    for (const pid_t child : pids_) {
      int status = -1;
      EXPECT_EQ(waitpid(child, &status, 0), child);
      EXPECT_EQ(status, 0);
    }
    pids_.clear();
  }

 private:
  std::vector<pid_t> pids_;
};

}  // namespace isthmus::test
