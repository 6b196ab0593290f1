// Tests the doubles themselves, on which the tests of device memory rely.
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <map>
#include <sstream>

#include "doubles_scenarios/scenario.hpp"

namespace {

class Doubles : public testing::TestWithParam<const char*> {
 protected:
  int play(const std::string& scenario, const Words& environment = {}, const Words& words = {}) const {
    return run(GetParam(), scenario, environment, words);
  }
  std::unique_ptr<Vendor> vendor() const { return vendor_named(GetParam()); }  // for its names
};
INSTANTIATE_TEST_SUITE_P(Vendors, Doubles, testing::Values("CUDA", "HIP", "ZE"),
                         [](const auto& one) { return std::string(one.param); });

TEST_P(Doubles, MemoryHoldsWhatIsCopied) { EXPECT_EQ(play("memory.contents"), 0); }
TEST_P(Doubles, PointersAreTold) { EXPECT_EQ(play("memory.pointers"), 0); }
TEST_P(Doubles, AlignmentIsASetting) { EXPECT_EQ(play("memory.misaligned", {"DOUBLE_ALIGNMENT=512"}), 0); }
TEST_P(Doubles, MemoryIsLimited) { EXPECT_EQ(play("memory.exhausted", {"DOUBLE_MEMORY=64M"}), 0); }
TEST_P(Doubles, SystemCallsCannotTouch) { EXPECT_EQ(play("memory.system_calls"), 0); }
TEST_P(Doubles, NobodyCanTouch) {
  for (const char* how : {"load", "store", "memcpy", "freed", "behind"}) {
    EXPECT_EQ(play("memory.touching", {}, {how}), -SIGSEGV) << how;
  }
}
TEST_P(Doubles, LeavingsAreTold) {
  EXPECT_EQ(play("memory.leaving", {"DOUBLE_LEAKS=1"}, {"nothing"}), 0);
  EXPECT_EQ(play("memory.leaving", {"DOUBLE_LEAKS=1"}, {"memory"}), 97);
  EXPECT_EQ(play("memory.leaving", {"DOUBLE_LEAKS=1"}, {"queue"}), 97);
  EXPECT_EQ(play("memory.leaving", {}, {"memory"}), 0);
}

TEST_P(Doubles, WorkIsLateUntilWaitedFor) { EXPECT_EQ(play("work.late", {"DOUBLE_DELAY=50000000"}), 0); }
TEST_P(Doubles, WorkThatIsAskedForComes) { EXPECT_EQ(play("work.asking", {"DOUBLE_DELAY=50000000"}), 0); }
TEST_P(Doubles, AQueueKeepsItsOrder) { EXPECT_EQ(play("work.in_order", {"DOUBLE_DELAY=100"}), 0); }
TEST_P(Doubles, QueuesOvertake) {
  // On a busy machine the program may look only when all is done.
  for (const char* seed : {"DOUBLE_SEED=1", "DOUBLE_SEED=2"}) {
    bool seen = false;
    for (int tries = 0; tries < 5 && !seen; ++tries) seen = play("work.overtaking", {"DOUBLE_DELAY=40000", seed}) == 0;
    EXPECT_TRUE(seen) << seed;
  }
}
TEST_P(Doubles, ThreadsWorkBesideOneAnother) { EXPECT_EQ(play("work.threads"), 0); }
TEST_P(Doubles, DevicesAreCounted) {
  EXPECT_EQ(play("work.without_devices", {"DOUBLE_DEVICES=0"}), 0);
  EXPECT_EQ(play("work.three_devices", {"DOUBLE_DEVICES=3"}), 0);
}

TEST_P(Doubles, FailuresComeWhenAskedFor) {
  const auto names = vendor();
  const std::string no_memory = std::to_string(names->no_memory);
  const auto fail = [](const std::string& what) { return Words{"DOUBLE_FAIL=" + what}; };
  EXPECT_EQ(play("work.failing", fail(names->alloc_entry), {"alloc", "0", no_memory}), 0);
  EXPECT_EQ(play("work.failing", fail(names->alloc_entry + ":2"), {"alloc", "2", no_memory}), 0);
  EXPECT_EQ(play("work.failing", fail(names->copy_entry + ":3:" + names->no_memory_name), {"copy", "3", no_memory}), 0);
  EXPECT_EQ(play("work.failing", fail("other:1," + names->finish_entry + ":1:0x2cf"), {"finish", "1", "719"}), 0);
  EXPECT_EQ(play("work.failing", fail(names->alloc_entry + "@3:2"), {"alloc", "99", "0"}), 0);
  Words as_three = fail(names->alloc_entry + "@3:2");
  as_three.push_back("ISTHMUS_LAUNCH=fd=5,pe=3,n=4,node=0,job=j");
  EXPECT_EQ(play("work.failing", as_three, {"alloc", "2", no_memory}), 0);
  EXPECT_EQ(play("work.failing", fail(names->alloc_entry + ":1:NO_SUCH_ERROR"), {"alloc", "1", "0"}), -SIGABRT);
  EXPECT_EQ(play("work.failing", {"DOUBLE_MEMORY=lots"}, {"alloc", "1", "0"}), -SIGABRT);
}

TEST_P(Doubles, KernelsRun) {
  EXPECT_EQ(play("work.kernels", {}, {"usual"}), 0);
  EXPECT_EQ(play("work.kernels", {"DOUBLE_FAIL=" + vendor()->launch_entry + ":0x99"}, {"refused", "153"}), 0);
  EXPECT_EQ(play("work.kernels", {"DOUBLE_PEERS=0"}, {"peer"}), 0);
}

TEST_P(Doubles, MemoryIsSharedBetweenProcesses) { EXPECT_EQ(play("process.exporter", {}, {GetParam()}), 0); }
TEST_P(Doubles, MemoryEndsWithItsProcesses) { EXPECT_EQ(play("process.heir", {}, {GetParam()}), 0); }

TEST(CudaDouble, TheNullStreamWaitsForOthers) { EXPECT_EQ(run("CUDA", "cuda.streams", {"DOUBLE_DELAY=50000000"}), 0); }
TEST(CudaDouble, PageableMemoryIsTakenAway) { EXPECT_EQ(run("CUDA", "cuda.pageable", {"DOUBLE_DELAY=50000000"}), 0); }
TEST(HipDouble, TheLastErrorIsKept) { EXPECT_EQ(run("HIP", "hip.last_error"), 0); }
TEST(ZeDouble, OnlyBarriersAndEventsMakeOrder) { EXPECT_EQ(run("ZE", "ze.order"), 0); }
TEST(ZeDouble, ListsRunOnQueues) { EXPECT_EQ(run("ZE", "ze.queues"), 0); }
TEST(ZeDouble, WhatIsInUseStays) { EXPECT_EQ(run("ZE", "ze.in_use", {"DOUBLE_DELAY=50000000"}), 0); }

/// The double of libcuda must answer as the recorded driver did, or more strictly where the record says so.
TEST(CudaDouble, AnswersAsTheDriverDid) {
  std::map<std::string, std::string> answers;
  FILE* program = popen(CUDA_ANSWERS, "r");
  ASSERT_NE(program, nullptr);
  char line[512];
  const auto split = [](std::string text) {
    if (!text.empty() && text.back() == '\n') text.pop_back();
    const std::size_t at = text.rfind(": ");
    return std::pair(text.substr(0, at), at == std::string::npos ? "" : text.substr(at + 2));
  };
  while (std::fgets(line, sizeof line, program) != nullptr) answers.insert(split(line));
  EXPECT_EQ(pclose(program), 0);
  std::ifstream record(CUDA_RECORD);
  int compared = 0;
  for (std::string recorded; std::getline(record, recorded);) {
    if (recorded.empty() || recorded[0] == '#') continue;
    auto [question, answer] = split(recorded);
    const std::size_t bar = answer.find(" | ");
    if (bar != std::string::npos) answer = answer.substr(bar + 3);
    EXPECT_EQ(answers[question], answer) << question;
    ++compared;
  }
  EXPECT_GT(compared, 250);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 3 && std::string(argv[1]) == "--scenario") return act(argv[2], argv[3], Words(argv + 4, argv + argc));
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
