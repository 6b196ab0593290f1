// When one PE fails, the whole job must end: within a second, with one line that names the PE and the cause, and
// without processes, files or shared memory left behind.
#include <gtest/gtest.h>
#include <limits.h>

#include <algorithm>
#include <csignal>
#include <tuple>

#include "launched.hpp"

namespace faults {
namespace {

std::string host() {
  char name[HOST_NAME_MAX + 1] = "";
  gethostname(name, sizeof name);
  return name;
}

struct Ending {
  const char* how;
  int code;
  const char* verdict;  // follows "oshrun: PE 2 (pid N) on host H "; empty: oshrun prints nothing
};

class Endings : public testing::TestWithParam<std::tuple<const char*, Ending>> {};

TEST_P(Endings, TakeTheWholeJobAlongWithinASecond) {
  const auto& [program, ending] = GetParam();
  Launched run({"-n", "4", program, ending.how, "2"});
  ASSERT_TRUE(run.wait_for("acting")) << run.err();
  EXPECT_EQ(run.finish(), ending.code) << run.err();
  EXPECT_LT(run.seconds_to_end(), 1.0);
  EXPECT_EQ(run.out(), "acting\n");
  if (*ending.verdict) {
    ASSERT_EQ(run.err_lines().size(), 1U) << run.err();
    EXPECT_TRUE(run.err().starts_with("oshrun: PE 2 (pid ")) << run.err();
    EXPECT_NE(run.err().find(") on host " + host() + " " + ending.verdict), std::string::npos) << run.err();
  } else {
    EXPECT_EQ(run.err(), "");
  }
  EXPECT_EQ(run.leftovers(), "");
}

constexpr Ending kEndings[] = {
    {"exit0", 1, "exited without calling shmem_finalize; ending the other PEs\n"},
    {"exit3", 3, "exited with code 3; ending the other PEs\n"},
    {"abort", 128 + SIGABRT, "was killed by signal 6 (Aborted); ending the other PEs\n"},
    {"segv", 128 + SIGSEGV, "was killed by signal 11 (Segmentation fault); ending the other PEs\n"},
    {"kill", 128 + SIGKILL, "was killed by signal 9 (Killed); ending the other PEs\n"},
    {"end0", 0, ""},
    {"end5", 5, "ended the job with status 5\n"},
};

TEST(EndingWithoutFinalize, IsMadeGoodWhereAllPesDo) {
  for (const char* pes : {"1", "4"}) {
    Launched run({"-n", pes, SHMEM_PE, "leave"});
    EXPECT_EQ(run.finish(), 0) << run.err();
    ASSERT_EQ(run.err_lines().size(), 1U) << run.err();
    EXPECT_NE(run.err().find("isthmus: PE 0 on "), std::string::npos) << run.err();
    EXPECT_NE(run.err().find("ended without shmem_finalize"), std::string::npos) << run.err();
    EXPECT_EQ(run.leftovers(), "");
  }
}

/// A program that called start_pes is finalized at its exit, but not if a PE exits with a failure.
TEST(EndingWithoutFinalize, IsAFailureWhereAPeSaysSo) {
  Launched run({"-n", "4", SHMEM_PE, "old_exit3", "2"});
  ASSERT_TRUE(run.wait_for("acting")) << run.err();
  EXPECT_EQ(run.finish(), 3) << run.err();
  EXPECT_LT(run.seconds_to_end(), 1.0);
  EXPECT_NE(run.err().find("exited with code 3; ending the other PEs"), std::string::npos) << run.err();
  EXPECT_EQ(run.leftovers(), "");
}

std::string name_of(const testing::TestParamInfo<Endings::ParamType>& info) { return std::get<1>(info.param).how; }

INSTANTIATE_TEST_SUITE_P(Exchange, Endings, testing::Combine(testing::Values(EXCHANGE_PE), testing::ValuesIn(kEndings)),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Library, Endings, testing::Combine(testing::Values(SHMEM_PE), testing::ValuesIn(kEndings)),
                         name_of);

class Jobs : public testing::TestWithParam<const char*> {};

TEST_P(Jobs, EndWhenOshrunIsAsked) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    Launched run({"-n", "4", GetParam(), "hang", "1"});
    ASSERT_TRUE(run.wait_for("ready", 4)) << run.err();
    kill(run.pid(), signal);
    EXPECT_EQ(run.finish(), 128 + signal);
    EXPECT_LT(run.seconds_to_end(), 1.0);
    EXPECT_EQ(run.err_lines().size(), 1U) << run.err();
    EXPECT_EQ(run.leftovers(), "");
  }
}

TEST(Signals, ForTheProgramReachEveryPe) {
  for (const char* name : {"USR1", "USR2"}) {
    const std::string program = std::string("trap 'echo came; exit 0' ") + name + "; echo ready; while :; do sleep 0.05; done";
    Launched run({"-n", "3", "sh", "-c", program});
    ASSERT_TRUE(run.wait_for("ready", 3)) << run.err();
    kill(run.pid(), name == std::string_view("USR1") ? SIGUSR1 : SIGUSR2);
    EXPECT_TRUE(run.wait_for("came", 3)) << run.err();
    EXPECT_EQ(run.finish(), 0) << run.err();
  }
}

TEST_P(Jobs, EndWithAKilledOshrun) {
  Launched run({"-n", "4", GetParam(), "hang", "1"});
  ASSERT_TRUE(run.wait_for("ready", 4)) << run.err();
  EXPECT_GE(run.processes().size(), 5U);
  kill(run.pid(), SIGKILL);
  EXPECT_EQ(run.finish(), 128 + SIGKILL);
  EXPECT_LT(run.seconds_to_end(), 1.0);
  EXPECT_EQ(run.leftovers(), "");
}

TEST_P(Jobs, StoppedPeIsReportedWhenTimeIsUp) {
  Launched run({"-n", "3", "--timeout", "1", GetParam(), "stop", "1"});
  ASSERT_TRUE(run.wait_for("acting")) << run.err();
  EXPECT_EQ(run.finish(), 124);
  EXPECT_LT(run.seconds_to_end(), 2.5);
  EXPECT_TRUE(run.err().starts_with("oshrun: time is up after 1 s; 3 of 3 PEs still there:\n")) << run.err();
  const auto lines = run.err_lines();
  const auto line =
      std::ranges::find_if(lines, [](const auto& each) { return each.starts_with("oshrun:   PE 1 (pid "); });
  ASSERT_NE(line, lines.end()) << run.err();
  EXPECT_NE(line->find(": stopped by a signal (SIGSTOP); between shmem_init and shmem_finalize"), std::string::npos)
      << run.err();
  EXPECT_EQ(run.leftovers(), "");
}

INSTANTIATE_TEST_SUITE_P(Exchange, Jobs, testing::Values(EXCHANGE_PE));
INSTANTIATE_TEST_SUITE_P(Library, Jobs, testing::Values(SHMEM_PE));

TEST(Ends, PeThatLeavesBeforeJoiningEndsThoseWhoWaitForIt) {
  Launched run({"-n", "4", EXCHANGE_PE, "early", "3"});
  ASSERT_TRUE(run.wait_for("acting"));
  EXPECT_EQ(run.finish(), 1);
  EXPECT_LT(run.seconds_to_end(), 1.0);
  EXPECT_NE(run.err().find("oshrun: PE 3 (pid "), std::string::npos) << run.err();
  EXPECT_NE(run.err().find("exited while other PEs wait for it in shmem_init"), std::string::npos) << run.err();
}

TEST(Ends, WaitingPesAreReportedWhenTimeIsUp) {
  Launched run({"-n", "2", "--timeout", "0.5", "sh", "-c",
                "case $ISTHMUS_LAUNCH in *pe=0*) exec " EXCHANGE_PE ";; *) exec sleep 60;; esac"});
  EXPECT_EQ(run.finish(), 124);
  EXPECT_NE(run.err().find("sleeping; waiting for the other PEs in shmem_init"), std::string::npos) << run.err();
  EXPECT_NE(run.err().find("sleeping; has not called shmem_init"), std::string::npos) << run.err();
}

/// PR_SET_PDEATHSIG follows the thread that started the process: a PE started by a thread that ends goes on.
TEST(Ends, PeOutlivesTheThreadThatStartedIt) {
  Launched run({"-n", "2", STARTING_THREAD, EXCHANGE_PE, "linger"});
  EXPECT_EQ(run.finish(), 0) << run.err();
  const auto lines = run.out_lines();
  EXPECT_EQ(std::ranges::count(lines, "the thread is gone"), 2) << run.out();
  EXPECT_EQ(std::ranges::count(lines, "lingered"), 2) << run.out();
}

TEST(Ends, PesThatIgnoreSigtermGoToo) {
  Launched run({"-n", "3", "sh", "-c", "trap '' TERM; echo ready; while :; do sleep 60; done"});
  ASSERT_TRUE(run.wait_for("ready", 3));
  kill(run.pid(), SIGTERM);
  EXPECT_EQ(run.finish(), 128 + SIGTERM);
  EXPECT_LT(run.seconds_to_end(), 1.0);
  EXPECT_EQ(run.leftovers(), "");
}

/// As under nohup, or in the background of a script, where Ctrl-C is for others.
TEST(Ends, NotByASignalThatIsIgnored) {
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT}) {
    Launched run({"-n", "2", "sh", "-c", "echo ready; read x; echo done"}, {.terminal = true, .ignored = signal});
    ASSERT_TRUE(run.wait_for("ready", 2)) << run.out();
    kill(run.pid(), signal);
    run.type("on\n");
    EXPECT_EQ(run.finish(), 0) << run.out();
    EXPECT_EQ(run.out().find("oshrun: "), std::string::npos) << run.out();
    EXPECT_EQ(run.leftovers(), "");
  }
}

TEST(Ends, WhatAPeStartedGoesWithAKilledOshrun) {
  Launched run({"-n", "2", "sh", "-c", "sleep 61 & sleep 60 & echo ready; wait"});
  ASSERT_TRUE(run.wait_for("ready", 2));
  // oshrun, its guardian, 2 shells, 4 sleeps, which may still be on their way
  for (int i = 0; i < 50 && run.processes().size() < 8; ++i) usleep(100'000);
  EXPECT_GE(run.processes().size(), 8U);
  kill(run.pid(), SIGKILL);
  run.finish();
  EXPECT_EQ(run.leftovers(), "");
}

/// timeout(1) makes a process group of its own, which oshrun has not started.
TEST(Ends, PesInAnotherProcessGroupGoToo) {
  Launched run({"-n", "2", "--timeout", "1", "sh", "-c", "timeout 40 " SHMEM_PE " hang 1; true"});
  EXPECT_EQ(run.finish(), 124);
  EXPECT_EQ(run.leftovers(), "");
}

TEST(Ends, OrphansOfAnyGroupAreReaped) {
  Launched run({"-n", "1", "sh", "-c",
                "for i in 1 2 3 4 5 6 7 8 9; do (timeout 9 true &); done; sleep 1\n"
                "for child in $(cat /proc/$PPID/task/$PPID/children); do grep State /proc/$child/status; done"});
  EXPECT_EQ(run.finish(), 0);
  EXPECT_NE(run.out().find("State"), std::string::npos) << run.out();
  EXPECT_EQ(run.out().find("zombie"), std::string::npos) << run.out();
}

TEST(Ends, WhatAPeLeftInTheBackgroundGoesWithTheJob) {
  Launched run({"-n", "2", "sh", "-c", "sleep 60 & echo done"});
  EXPECT_EQ(run.finish(), 0);
  EXPECT_EQ(run.leftovers(), "");
}

TEST(Ends, SuspendingOshrunSuspendsThePes) {
  if (const std::string why = why_no_terminal(); !why.empty()) GTEST_SKIP() << why;
  Launched run({"-n", "2", "sh", "-c", "echo ready; read x; while :; do :; done"}, {.terminal = true});
  ASSERT_TRUE(run.wait_for("ready", 2));
  kill(run.pid(), SIGTSTP);
  EXPECT_EQ(run.eventually_stopped(3), 3);  // all but the guardian
  kill(run.pid(), SIGCONT);
  EXPECT_EQ(run.eventually_stopped(0), 0);
  kill(run.pid(), SIGTERM);
  EXPECT_EQ(run.finish(), 128 + SIGTERM);
  EXPECT_EQ(run.leftovers(), "");
}

TEST(Exchange, CarriesAnyBytesAndAnyNumberOfRounds) {
  for (const int n : {1, 2, 3, 7}) {
    Launched run({"-n", std::to_string(n), EXCHANGE_PE, "values"});
    EXPECT_EQ(run.finish(), 0) << run.err();
    EXPECT_EQ(run.out_lines().size(), static_cast<size_t>(n));
  }
}

TEST(Exchange, ServesHundredsOfPes) {
  Launched run({"-n", "200", EXCHANGE_PE, "values"});
  EXPECT_EQ(run.finish(), 0) << run.err();
  EXPECT_EQ(run.out_lines().size(), 200U);
  EXPECT_EQ(run.leftovers(), "");
}

TEST(Exchange, ProgramsAPeStartsAreNotInTheJob) {
  Launched run({"-n", "2", EXCHANGE_PE, "variable"});
  EXPECT_EQ(run.finish(), 0) << run.err();
}

TEST(Exchange, IsInertInAForkChild) {
  Launched run({"-n", "2", EXCHANGE_PE, "fork", "-1"});
  EXPECT_EQ(run.finish(), 0) << run.err();
  EXPECT_EQ(run.out(), "child left with 9\nchild left with 9\n");
}

TEST(Exchange, WorksThroughAShell) {
  Launched run({"-n", "3", "sh", "-c", EXCHANGE_PE " values && " EXCHANGE_PE " values; true"});
  EXPECT_EQ(run.finish(), 0) << run.err();
  EXPECT_EQ(run.out_lines().size(), 6U);
}

}  // namespace
}  // namespace faults
