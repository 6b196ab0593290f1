// Standard input and output of a job: lines must stay whole, nothing may be lost, and nobody may wait for ever.
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <map>

#include "launched.hpp"

namespace faults {
namespace {

/// Writes lines in pieces, from both streams, so that mixing would show.
constexpr const char* kChatter = R"(
  pe=${ISTHMUS_LAUNCH#*pe=}; pe=${pe%%,*}; long=$(printf "%0500d" 0)
  i=0; while [ $i -lt 2000 ]; do printf "<$pe $i "; printf "$long"; printf ">\n"; i=$((i+1)); done)";

TEST(Output, LinesStayWhole) {
  Launched run({"-n", "8", "sh", "-c", kChatter});
  EXPECT_EQ(run.finish(), 0);
  const std::string filler(500, '0');
  std::map<int, int> next;  // by PE: its lines come in its order
  for (const std::string& line : run.out_lines()) {
    int pe = -1, number = -1, used = 0;
    ASSERT_EQ(std::sscanf(line.c_str(), "<%d %d %n", &pe, &number, &used), 2) << line;
    ASSERT_EQ(line.substr(static_cast<size_t>(used)), filler + ">");
    ASSERT_EQ(number, next[pe]++);
  }
  ASSERT_EQ(next.size(), 8U);
  for (const auto& [pe, lines] : next) EXPECT_EQ(lines, 2000) << "PE " << pe;
}

TEST(Output, LinesStayWholeWhenBothStreamsAreOne) {
  Launched run({"-n", "4", "sh", "-c",
                "i=0; long=$(printf '%05000d' 0); while [ $i -lt 100 ]; do echo o${long}o; echo e${long}e >&2; "
                "i=$((i+1)); done"},
               {.out_to_err = true});
  EXPECT_EQ(run.finish(), 0);
  const std::string filler(5000, '0');
  int of_out = 0, of_err = 0;
  for (const std::string& line : run.out_lines()) {
    ASSERT_TRUE(line == "o" + filler + "o" || line == "e" + filler + "e") << line;
    ++(line[0] == 'o' ? of_out : of_err);
  }
  EXPECT_EQ(of_out, 400);
  EXPECT_EQ(of_err, 400);
}

/// Longer than oshrun waits for PEs that do not die.
TEST(Output, OfAFailedJobWaitsForItsReader) {
  Launched run({"-n", "1", "sh", "-c", "yes line | head -n 100000; exit 3"});
  sleep(6);
  EXPECT_EQ(run.finish(), 3);
  EXPECT_EQ(run.out_lines().size(), 100000U);
  EXPECT_NE(run.err().find("exited with code 3"), std::string::npos) << run.err();
}

TEST(Output, OfCommandsToAFullDiskIsAFailure) {
  for (const std::string command : {OSHRUN " --help", OSHRUN " --version", OSH_PS " --help"}) {
    Launched run({"-n", "1", "sh", "-c", command + " > /dev/full"});
    EXPECT_EQ(run.finish(), 1) << command;
    EXPECT_NE(run.err().find("cannot write standard output: No space left"), std::string::npos) << run.err();
  }
}

TEST(Output, StreamsStayApart) {
  Launched run({"-n", "1", "sh", "-c", "echo one; echo two >&2"});
  EXPECT_EQ(run.finish(), 0);
  EXPECT_EQ(run.out(), "one\n");
  EXPECT_EQ(run.err(), "two\n");
}

TEST(Output, UnfinishedLineIsNotCompletedNorContinuedByOthers) {
  Launched alone({"-n", "1", "printf", "no newline"});
  EXPECT_EQ(alone.finish(), 0);
  EXPECT_EQ(alone.out(), "no newline");

  Launched many({"-n", "3", "printf", "no newline"});
  EXPECT_EQ(many.finish(), 0);
  EXPECT_EQ(many.out(), "no newline\nno newline\nno newline");
}

TEST(Output, BinaryAndVeryLongLinesPassUnchanged) {
  Launched run({"-n", "1", "sh", "-c", "head -c 3000000 /dev/zero; echo; printf 'a\\000b\\n'"});
  EXPECT_EQ(run.finish(), 0);
  EXPECT_EQ(run.out(), std::string(3000000, '\0') + "\n" + std::string("a\0b\n", 4));
}

TEST(Output, EverythingBeforeADeathIsShownBeforeTheVerdict) {
  Launched run(
      {"-n", "2", "sh", "-c",
       "case $ISTHMUS_LAUNCH in *pe=1*) i=0; while [ $i -lt 500 ]; do echo line $i; i=$((i+1)); done; printf last; "
       "kill -9 $$;; *) sleep 30;; esac"},
      {.out_to_err = true});
  EXPECT_EQ(run.finish(), 128 + SIGKILL);
  const auto lines = run.out_lines();
  ASSERT_EQ(lines.size(), 502U) << run.out();
  EXPECT_EQ(lines[500], "last");
  EXPECT_NE(lines[501].find("oshrun: PE 1 "), std::string::npos);
}

TEST(Output, ReaderThatHasSeenEnoughEndsTheJob) {
  Launched run({"-n", "2", "sh", "-c", "while :; do echo y; done"});
  ASSERT_TRUE(run.wait_for("y\n"));
  run.close_output();
  EXPECT_EQ(run.finish(), 128 + SIGPIPE);
  EXPECT_LT(run.seconds_to_end(), 1.0);
  EXPECT_EQ(run.err(), "");
  EXPECT_EQ(run.leftovers(), "");
}

TEST(Output, ReaderThatDoesNotReadDoesNotKeepTheJobAlive) {
  Launched run({"-n", "2", "sh", "-c", "echo ready; while :; do echo yyyyyyyyyyyyyyyyyyyyyyyy; done"});
  ASSERT_TRUE(run.wait_for("ready", 2));
  kill(run.pid(), SIGTERM);
  // Nothing is read from here on; the PEs must end all the same, although oshrun still has output to deliver.
  const auto until = Clock::now() + std::chrono::seconds(2);
  while (run.processes().size() > 1 && Clock::now() < until) usleep(2000);
  EXPECT_LE(run.processes().size(), 1U);
  EXPECT_EQ(run.finish(), 128 + SIGTERM);
}

/// The oshrun under test runs inside another one, and its output goes to a reader that takes everything at once. With
/// labels on lines of two bytes oshrun is slower than the PEs, so there is always more to read.
TEST(Output, EndlessOutputDoesNotHoldUpTheTimeout) {
  const auto start = Clock::now();
  Launched run({"-n", "1", "--timeout", "15", "sh", "-c",
                "exec " OSHRUN " -l -n 4 --timeout 1 " EXCHANGE_PE " print > /dev/null"});
  EXPECT_EQ(run.finish(), 124);
  EXPECT_LT(std::chrono::duration<double>(Clock::now() - start).count(), 6.0);  // without a bound, 15
  ASSERT_FALSE(run.err_lines().empty());
  EXPECT_EQ(run.err_lines()[0], "oshrun: time is up after 1 s; 4 of 4 PEs still there:") << run.err();
  EXPECT_EQ(run.leftovers(), "");
}

TEST(Input, GoesToPe0) {
  Launched run({"-l", "-n", "3", "cat"}, {.input = "one\ntwo\n"});
  EXPECT_EQ(run.finish(), 0);
  EXPECT_EQ(run.out(), "[0] one\n[0] two\n");
}

TEST(Terminal, PromptIsShownAndTheAnswerReachesPe0) {
  if (const std::string why = why_no_terminal(); !why.empty()) GTEST_SKIP() << why;
  Launched run(
      {"-n", "2", "sh", "-c", "case $ISTHMUS_LAUNCH in *pe=0*) printf 'name? '; read n; echo \"hello $n\";; esac"},
      {.terminal = true});
  ASSERT_TRUE(run.wait_for("name? "));
  run.type("world\n");
  ASSERT_TRUE(run.wait_for("hello world"));
  EXPECT_EQ(run.finish(), 0);
  EXPECT_EQ(run.leftovers(), "");
}

TEST(Terminal, EndOfInputReachesPe0) {
  if (const std::string why = why_no_terminal(); !why.empty()) GTEST_SKIP() << why;
  Launched run({"-n", "1", "sh", "-c", "echo ready; cat; echo done"}, {.terminal = true});
  ASSERT_TRUE(run.wait_for("ready"));
  run.type("\x04");
  ASSERT_TRUE(run.wait_for("done"));
  EXPECT_EQ(run.finish(), 0);
}

TEST(Terminal, ControlCEndsAllPes) {
  if (const std::string why = why_no_terminal(); !why.empty()) GTEST_SKIP() << why;
  Launched run({"-n", "3", "sh", "-c", "echo ready; sleep 60"}, {.terminal = true});
  ASSERT_TRUE(run.wait_for("ready", 3));
  run.type("\x03");
  EXPECT_EQ(run.finish(), 128 + SIGINT);
  EXPECT_LT(run.seconds_to_end(), 1.0);
  EXPECT_EQ(run.leftovers(), "");
}

}  // namespace
}  // namespace faults
