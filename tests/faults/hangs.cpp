// Where a job hangs: what --timeout, SIGQUIT and osh_ps say of PEs that wait for one another.
#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>
#include <memory>
#include <ostream>

#include "launched.hpp"

namespace faults {
namespace {

using Words = std::vector<std::string>;

/// What a shell's command prints on its standard output.
std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> output(popen(command.c_str(), "re"), pclose);
  std::string all;
  char buffer[4096];
  for (size_t got = 0; (got = fread(buffer, 1, sizeof buffer, output.get())) > 0;) all.append(buffer, got);
  return all;
}

/// What osh_ps prints on both its outputs.
std::string osh_ps(const std::string& arguments) { return output_of(OSH_PS " " + arguments + " 2>&1"); }

/// Asks until the answer contains all of these, which takes until all PEs have gone to sleep. Returns the first that
/// is missing, with the answer, if that does not happen.
std::string missing_in_osh_ps(const Launched& run, const Words& wanted) {
  std::string missing;
  for (const auto until = Clock::now() + std::chrono::seconds(20); Clock::now() < until;) {
    const std::string answer = osh_ps(std::to_string(run.pid()));
    missing.clear();
    for (const std::string& words : wanted)
      if (missing.empty() && answer.find(words) == std::string::npos) missing = "'" + words + "' in:\n" + answer;
    if (missing.empty()) break;
  }
  return missing;
}

struct Hang {
  const char* name;
  Words arguments;
  int pes;
  Words said;
  std::vector<std::string> environment{};
  const char* driver = nullptr;  // the folder of a driver's double; empty where doubles are not built
};

/// GoogleTest would print the bytes.
void PrintTo(const Hang& hang, std::ostream* out) { *out << hang.name; }

class Hangs : public testing::TestWithParam<Hang> {};

TEST_P(Hangs, AreDescribed) {
  const Hang& hang = GetParam();
  if (hang.driver && !*hang.driver) GTEST_SKIP() << "the doubles of drivers are not built with sanitizers";
  Words arguments{"-n", std::to_string(hang.pes)};
  arguments.insert(arguments.end(), hang.arguments.begin(), hang.arguments.end());
  Launched run(arguments, {.extra = hang.environment});
  ASSERT_TRUE(run.wait_for("ready", hang.pes)) << run.err();
  EXPECT_EQ(missing_in_osh_ps(run, hang.said), "");
  kill(run.pid(), SIGTERM);
  EXPECT_EQ(run.finish(), 128 + SIGTERM);
  EXPECT_EQ(run.leftovers(), "");
}

INSTANTIATE_TEST_SUITE_P(
    OshPs, Hangs,
    testing::Values(
        Hang{"BarrierThatOnePeMissed",
             {HANG_PE, "barrier", "2"},
             4,
             {"PEs 0-1,3 (pids ", ": in shmem_barrier_all for ", " s; waits for PE 2 of its team, PEs 0-3\n",
              "stack: main > everybody_meets > shmem_barrier_all\n", "PE 2 (pid ",
              ": sleeping; between shmem_init and shmem_finalize\n", "stack: main > nap_instead > "}},
        Hang{"BarrierOverNodes",
             {"--nodes", "2", HANG_PE, "barrier", "3"},
             4,
             {"PEs 0-2 (pids ", ": in shmem_barrier_all for ", "; waits for PE 3 of its team, PEs 0-3\n"}},
        Hang{"PeThatComputes",
             {HANG_PE, "compute", "0"},
             2,
             {"PE 0 (pid ", ": running; between shmem_init and shmem_finalize\n", "stack: main > compute\n",
              "waits for PE 0 of its team, PEs 0-1\n"}},
        Hang{"VariableWithAName",
             {HANG_PE, "wait", "0"},
             3,
             {"PEs 1-2 (pids ", ": in shmem_int_wait_until for ", "; waits until flags+8 == 5, where it sees 3\n"}},
        Hang{"VariableOnTheHeap",
             {HANG_PE, "word", "0"},
             2,
             {"in shmem_int_wait_until for ", "; waits until 0x", " >= 7, where it sees 0\n"}},
        Hang{"VariableOnADevice",
             {HANG_PE, "device", "0"},
             2,
             {"in shmem_int_wait_until for ", " >= 7 (device memory)\n"},
             {"LD_LIBRARY_PATH=" CUDA_DOUBLE, "SHMEM_SYMMETRIC_PARTITION2=SIZE=1M:KIND=CUDA"},
             CUDA_DOUBLE},
        Hang{"LockThatIsHeld",
             {HANG_PE, "lock", "1"},
             4,
             {"PEs 0,2-3 (pids ", ": in shmem_set_lock for ", "; waits for the lock l, which PE 1 holds\n"}},
        Hang{"LockThatAnotherPeHolds",
             {HANG_PE, "clear", "1"},
             2,
             {"PE 0 (pid ", ": in shmem_clear_lock for ",
              "; waits for the next PE in the queue of the lock l; perhaps this PE does not hold it\n"}},
        Hang{"CollectiveThatOnePeMissed",
             {HANG_PE, "reduce", "1"},
             3,
             {"PEs 0,2 (pids ", ": in shmem_int_sum_reduce for ", "; waits for PE 1 of its team, PEs 0-2\n"}},
        Hang{"TeamWithoutStride",
             {HANG_PE, "team", "1"},
             4,
             {"PEs 0,3 (pids ", ": in shmem_team_sync for ", "; waits for PE 1 of its team, PEs 0-1,3\n", "PE 2 (pid ",
              "; waits for PEs 0-1,3 of its team, PEs 0-3\n"}},
        Hang{"QuietOnADeadLink",
             {"--nodes", "2", HANG_PE, "stop", "1"},
             2,
             {"PE 0 (pid ", ": in shmem_quiet for ", "that other nodes have not confirmed; PE 1 is stopped\n",
              "PE 1 (pid ", ": stopped by a signal; between shmem_init and shmem_finalize\n"}},
        Hang{
            "AllAsleep",
            {HANG_PE, "asleep", "0"},
            3,
            {"PEs 0-2 (pids ", ": sleeping; between shmem_init and shmem_finalize\n", "stack: main > nap_instead > "}}),
    [](const auto& given) { return given.param.name; });

TEST(Report, OnSigquitLeavesTheJobAlone) {
  Launched run({"-n", "2", HANG_PE, "barrier", "1"}, {.out_to_err = true});
  ASSERT_TRUE(run.wait_for("ready", 2));
  ASSERT_EQ(missing_in_osh_ps(run, {"in shmem_barrier_all for "}), "");
  kill(run.pid(), SIGQUIT);
  ASSERT_TRUE(run.wait_for("oshrun: 2 of 2 PEs still there:\n"));
  ASSERT_TRUE(run.wait_for("stack: main > everybody_meets > shmem_barrier_all\n")) << run.out();
  kill(run.pid(), SIGQUIT);
  ASSERT_TRUE(run.wait_for("oshrun: 2 of 2 PEs still there:\n", 2));
  kill(run.pid(), SIGTERM);
  EXPECT_EQ(run.finish(), 128 + SIGTERM);
  EXPECT_EQ(run.leftovers(), "");
}

TEST(Report, NamesTheCallWhenTimeIsUp) {
  Launched run({"-n", "3", "--timeout", "3", HANG_PE, "barrier", "1"});
  EXPECT_EQ(run.finish(), 124);
  EXPECT_TRUE(run.err().starts_with("oshrun: time is up after 3 s; 3 of 3 PEs still there:\n")) << run.err();
  EXPECT_NE(run.err().find("oshrun:   PEs 0,2 (pids "), std::string::npos) << run.err();
  EXPECT_NE(run.err().find(" s; waits for PE 1 of its team, PEs 0-2\n"), std::string::npos) << run.err();
  EXPECT_EQ(run.leftovers(), "");
}

/// So many PEs fit on a page, and in seconds.
TEST(Report, OfManyPesIsShort) {
  Launched run({"-n", "64", "--nodes", "2", HANG_PE, "barrier", "37"}, {.out_to_err = true});
  ASSERT_TRUE(run.wait_for("ready", 64)) << run.out();
  ASSERT_EQ(
      missing_in_osh_ps(run, {"PEs 0-36,38-63 (pids ", "; waits for PE 37 of its team, PEs 0-63\n", "PE 37 (pid "}),
      "");
  kill(run.pid(), SIGQUIT);
  ASSERT_TRUE(run.wait_for("oshrun: 64 of 64 PEs still there:\n"));
  ASSERT_TRUE(run.wait_for("stack: main > nap_instead > ")) << run.out();
  kill(run.pid(), SIGTERM);
  EXPECT_EQ(run.finish(), 128 + SIGTERM);
  size_t lines = 0;
  for (const std::string& line : run.out_lines()) lines += line.starts_with("oshrun: ");
  EXPECT_LE(lines, 12u) << run.out();
  EXPECT_EQ(run.leftovers(), "");
}

TEST(OshPs, ListsTheJobsOfThisUser) {
  Launched one({"-n", "2", HANG_PE, "asleep", "0"}), other({"-n", "3", "--nodes", "2", "sleep", "60"});
  ASSERT_TRUE(one.wait_for("ready", 2));
  std::string list;
  const auto lists = [&](const Launched& run, const char* program) {
    const size_t at = list.find("\n" + std::to_string(run.pid()) + " ");
    return at != std::string::npos &&
           list.substr(at + 1, list.find('\n', at + 1) - at).find(program) != std::string::npos;
  };
  for (const auto until = Clock::now() + std::chrono::seconds(20); Clock::now() < until && !lists(other, "sleep");)
    list = osh_ps("");
  EXPECT_TRUE(list.starts_with("JOB ")) << list;
  EXPECT_TRUE(lists(one, HANG_PE)) << list;
  EXPECT_TRUE(lists(other, "sleep")) << list;
  const std::string killed = std::to_string(one.pid());
  kill(one.pid(), SIGKILL);
  one.finish();
  list = osh_ps("");
  EXPECT_EQ(list.find("\n" + killed + " "), std::string::npos) << list;
  EXPECT_NE(osh_ps(killed).find("osh_ps: '" + killed + "' is no job of yours on this machine: "), std::string::npos);
  EXPECT_NE(osh_ps("first").find("osh_ps: 'first' is no job of yours"), std::string::npos);
  EXPECT_EQ(osh_ps("-x"), "osh_ps: unknown option -x; see osh_ps --help\n");
}

/// Runs a shell's command where /proc is not mounted, and returns what it prints.
std::string without_proc(const std::string& command) {
  return output_of("unshare --mount sh -c 'umount -l /proc && exec " + command + "' 2>&1");
}

TEST(Report, SaysThatProcIsMissing) {
  if (std::system("unshare --mount umount -l /proc 2>/dev/null") != 0) GTEST_SKIP() << "needs root to unmount /proc";
  const char* missing = "osh_ps: /proc is not mounted, so that no job can be found; mount -t proc proc /proc\n";
  for (const std::string options : {"", " --all"}) {
    const std::string said = without_proc(OSH_PS + options);
    EXPECT_NE(said.find(missing), std::string::npos) << said;  // sanitizers complain, too
    EXPECT_EQ(said.find("JOB "), std::string::npos) << said;
  }
  const std::string job = without_proc(OSHRUN " -n 2 --timeout 1 " HANG_PE " end 0");
  EXPECT_NE(job.find("in an unknown state (/proc is not mounted); between shmem_init"), std::string::npos) << job;
}

}  // namespace
}  // namespace faults
