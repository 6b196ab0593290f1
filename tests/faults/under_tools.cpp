// oshrun --with: some PEs run under a tool.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "launched.hpp"

namespace faults {
namespace {

using Words = std::vector<std::string>;

Words sorted_lines(Launched& run) {
  EXPECT_EQ(run.finish(), 0) << run.err();
  Words lines = run.out_lines();
  std::ranges::sort(lines);
  return lines;
}

TEST(Tool, StartsThePesThatAreNamed) {
  Launched run(
      {"-n", "4", "--with", "env 'TOOL=of %p and %p'", "--on", "3,0-1", "sh", "-c", "echo $ISTHMUS_PE $TOOL $0", "x"});
  EXPECT_EQ(sorted_lines(run), (Words{"0 of 0 and 0 x", "1 of 1 and 1 x", "2 x", "3 of 3 and 3 x"}));
}

TEST(Tool, StartsAllPesByDefault) {
  Launched run({"-n", "2", "--with=env TOOL=%p", "sh", "-c", "echo $TOOL"});
  EXPECT_EQ(sorted_lines(run), (Words{"0", "1"}));
}

TEST(Tool, GetsTheWholePathOfAProgram) {
  Launched run({"-n", "1", "--wdir", "/", "--with", "echo -n", "sleep", "1"});
  EXPECT_EQ(run.finish(), 0) << run.err();
  EXPECT_TRUE(run.out().starts_with("/") && run.out().ends_with("/sleep 1")) << run.out();
}

TEST(Tool, MayBeTheParentOfThePe) {
  Launched run({"-n", "2", "--with", "sh -c '\"$@\"; echo under %p' x", "--on", "1", EXCHANGE_PE, "values"});
  EXPECT_EQ(run.finish(), 0) << run.err();
  EXPECT_EQ(run.out_lines().size(), 3U) << run.out();
  EXPECT_NE(run.out().find("under 1\n"), std::string::npos) << run.out();
}

TEST(Tool, MayBeGdb) {
  if (std::system("gdb --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no gdb here";
  Launched run({"-n", "2", "--with", "gdb -nx -batch -ex 'break everybody_meets' -ex run -ex bt -ex continue --args",
                "--on", "0", HANG_PE, "end", "-1"});
  EXPECT_EQ(run.finish(), 0) << run.err();
  EXPECT_NE(run.out().find("#1 "), std::string::npos) << run.out() << run.err();
  EXPECT_NE(run.out().find(" in main ()"), std::string::npos) << run.out() << run.err();
  EXPECT_EQ(run.leftovers(), "");
}

TEST(Tool, OfOnePeHasTheTerminal) {
  if (const std::string why = why_no_terminal(); !why.empty()) GTEST_SKIP() << why;
  const char* says =
      "test -t 0 && test -t 1 && echo terminal of %p; read word; echo got $word; stty -echo; exec \"$@\"";
  Launched run({"-n", "2", "--with", std::string("sh -c '") + says + "' x", "--on", "1", "true"}, {.terminal = true});
  ASSERT_TRUE(run.wait_for("terminal of 1")) << run.out();
  run.type("typed\n");
  ASSERT_TRUE(run.wait_for("got typed")) << run.out();
  EXPECT_EQ(run.finish(), 0);
}

TEST(Tool, LeavesTheTerminalToPe0) {
  if (const std::string why = why_no_terminal(); !why.empty()) GTEST_SKIP() << why;
  Launched run({"-n", "2", "--with", "sh -c 'echo tool; read word; echo tool got $word' x", "--on", "1", "sh", "-c",
                "read word; echo PE 0 got $word"},
               {.terminal = true});
  ASSERT_TRUE(run.wait_for("tool")) << run.out();
  run.type("one\n");
  ASSERT_TRUE(run.wait_for("tool got one")) << run.out();
  run.type("two\n");
  ASSERT_TRUE(run.wait_for("PE 0 got two")) << run.out();
  EXPECT_EQ(run.finish(), 0);
}

/// Ctrl-Z on a lent terminal reaches the tool's process group alone. A shell that then brings oshrun back to the
/// foreground continues it, and the tool can be typed to again.
TEST(Tool, SuspendsTheJobWithTheTerminal) {
  if (const std::string why = why_no_terminal(); !why.empty()) GTEST_SKIP() << why;
  Launched run({"-n", "2", "--with", "sh -c 'echo tool; read word; echo tool got $word; exec \"$@\"' x", "--on", "1",
                "sh", "-c", "echo program; exec sleep 60"},
               {.terminal = true});
  ASSERT_TRUE(run.wait_for("tool")) << run.out();
  ASSERT_TRUE(run.wait_for("program")) << run.out();
  for (int i = 0; i < 2; ++i) {
    run.type("\x1a");
    ASSERT_EQ(run.eventually_stopped(3), 3) << run.out();  // all but the guardian
    kill(run.pid(), SIGCONT);
    ASSERT_EQ(run.eventually_stopped(0), 0) << run.out();
  }
  run.type("typed\n");
  ASSERT_TRUE(run.wait_for("tool got typed")) << run.out();
  kill(run.pid(), SIGTERM);
  EXPECT_EQ(run.finish(), 128 + SIGTERM);
  EXPECT_EQ(run.leftovers(), "");
}

}  // namespace
}  // namespace faults
