// The command line of oshrun: mistakes must be answered by one line with cause and remedy, and correct arguments must
// reach the PEs.
#include <arpa/inet.h>
#include <elf.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <ostream>
#include <set>

#include "launched.hpp"

namespace faults {
namespace {

using Words = std::vector<std::string>;

struct Mistake {
  const char* name;
  Words arguments;
  int code;
  const char* says;
};

/// GoogleTest would print the bytes.
void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.name; }

class Mistakes : public testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, AreOneLineWithCauseAndRemedy) {
  Launched run(GetParam().arguments);
  EXPECT_EQ(run.finish(), GetParam().code);
  EXPECT_EQ(run.out(), "");
  ASSERT_EQ(run.err_lines().size(), 1U) << run.err();
  EXPECT_TRUE(run.err().starts_with("oshrun: ")) << run.err();
  EXPECT_NE(run.err().find(GetParam().says), std::string::npos) << run.err();
  EXPECT_EQ(run.leftovers(), "");
}

INSTANTIATE_TEST_SUITE_P(
    CommandLine, Mistakes,
    testing::Values(
        Mistake{"NothingGiven", {}, 2, "no program given"}, Mistake{"NoProgram", {"-n", "2"}, 2, "no program given"},
        Mistake{"ValueMissing", {"-n"}, 2, "see oshrun --help"},
        Mistake{"ZeroPes", {"-n", "0", "true"}, 2, "'0' is not a number of PEs: give a whole number from 1"},
        Mistake{"NegativePes", {"-n", "-4", "true"}, 2, "'-4' is not a number of PEs"},
        Mistake{"TextPes", {"-np", "four", "true"}, 2, "'four' is not a number of PEs"},
        Mistake{"HalfTextPes", {"-n", "4x", "true"}, 2, "'4x' is not a number of PEs"},
        Mistake{"TooManyPes", {"-n", "5000", "true"}, 2, "from 1 to 4096"},
        Mistake{"OverflowingPes", {"-n", "99999999999999999999", "true"}, 2, "from 1 to 4096"},
        Mistake{"UnknownOption", {"--frobnicate", "true"}, 2, "unknown option '--frobnicate'"},
        Mistake{"NotInPath", {"no-such-program-anywhere"}, 127, "no such program: 'no-such-program-anywhere'"},
        Mistake{"NoSuchFile", {"-n", "3", "./nothing/here"}, 127, "no such program: './nothing/here'"},
        Mistake{"Directory", {"/usr"}, 126, "'/usr' is a directory"},
        Mistake{"NotExecutable", {"/etc/passwd"}, 126, "'/etc/passwd' is not executable"},
        Mistake{"BadTimeout", {"--timeout", "soon", "true"}, 2, "'soon' is not a time"},
        Mistake{"NegativeTimeout", {"--timeout", "-1", "true"}, 2, "'-1' is not a time"},
        Mistake{"MoreNodesThanPes", {"-n", "2", "--nodes", "3", "true"}, 2, "--nodes 3 is more than the 2 PEs"},
        Mistake{"BadNodes", {"-n", "2", "--nodes", "0", "true"}, 2, "'0' is not a number of nodes"},
        Mistake{"BadDirectory", {"--wdir", "/no/such/place", "true"}, 2, "--wdir '/no/such/place'"},
        Mistake{"TraceWithoutFile", {"--trace=", "true"}, 2, "--trace names no file"},
        Mistake{"TraceAtTheEnd", {"--trace"}, 2, "value missing"},
        Mistake{"OneFileForBoth", {"--profile=a", "--trace", "a", "true"}, 2, "name the same file"},
        Mistake{"BadProfile", {"--profile=/no/such/place", "true"}, 2, "--profile '/no/such/place'"},
        Mistake{"UnknownVariable", {"-x", "NO_SUCH_VARIABLE", "true"}, 2, "-x NO_SUCH_VARIABLE: no such variable"},
        Mistake{"NoSuchTool", {"--with", "no-such-tool", "true"}, 127, "no such program: 'no-such-tool'"},
        Mistake{"EmptyTool", {"--with", "", "true"}, 2, "--with '' names no command"},
        Mistake{"UnfinishedTool", {"--with", "gdb 'x", "true"}, 2, "a quote is not closed"},
        Mistake{"PesWithoutTool", {"--on", "0", "true"}, 2, "give the tool, too"},
        Mistake{"ToolOnNoPe", {"-n", "2", "--with", "env", "--on", "0,2", "true"}, 2, "numbers below 2"},
        Mistake{"ToolOnRangeBackwards", {"-n", "3", "--with", "env", "--on", "2-1", "true"}, 2, "'2-1' is no list"},
        Mistake{"ToolOnHosts", {"--hosts", "a", "--with", "env", "true"}, 2, "put the tool before the program"},
        Mistake{"BadBinding", {"--bind", "socket", "true"}, 2, "give none or core"}),
    [](const auto& given) { return given.param.name; });

/// Runs oshrun and returns the sorted lines, since PEs finish in any order.
Words lines_of(const Words& arguments, Setup setup = {}) {
  Launched run(arguments, std::move(setup));
  EXPECT_EQ(run.finish(), 0) << run.err();
  EXPECT_EQ(run.err(), "");
  EXPECT_EQ(run.leftovers(), "");
  Words lines = run.out_lines();
  std::ranges::sort(lines);
  return lines;
}

TEST(CommandLine, OptionsAfterTheProgramAreItsOwn) {
  EXPECT_EQ(lines_of({"-np", "2", "echo", "-np", "3", "--label", "--", "-n"}), Words(2, "-np 3 --label -- -n"));
  EXPECT_EQ(lines_of({"--np=1", "--", "echo", "--nodes"}), Words{"--nodes"});
}

TEST(CommandLine, OnePeByDefault) { EXPECT_EQ(lines_of({"echo", "hello"}), Words{"hello"}); }

TEST(CommandLine, LabelsNameThePe) {
  EXPECT_EQ(lines_of({"-l", "-n", "3", "sh", "-c", "echo a; printf b"}),
            (Words{"[0] a", "[0] b", "[1] a", "[1] b", "[2] a", "[2] b"}));
}

TEST(CommandLine, VariablesReachThePes) {
  EXPECT_EQ(
      lines_of({"-n", "2", "-x", "ONE=1=1", "-x", "TWO", "sh", "-c", "echo \"$ONE $TWO\""}, {.extra = {"TWO=b c"}}),
      Words(2, "1=1 b c"));
}

TEST(CommandLine, DirectoryIsEntered) { EXPECT_EQ(lines_of({"--wdir", "/usr/bin", "pwd"}), Words{"/usr/bin"}); }

TEST(CommandLine, VirtualNodesAreFilledInOrder) {
  EXPECT_EQ(lines_of({"-n", "5", "--nodes", "2", EXCHANGE_PE, "values"}),
            (Words{"0 of 5 on node 0 by oshrun", "1 of 5 on node 0 by oshrun", "2 of 5 on node 0 by oshrun",
                   "3 of 5 on node 1 by oshrun", "4 of 5 on node 1 by oshrun"}));
}

TEST(CommandLine, ScriptsLearnWhoTheyAre) {
  const Words script = {"sh", "-c", "echo $ISTHMUS_PE of $ISTHMUS_N_PES, $ISTHMUS_NODE_PE on its node"};
  Words arguments = {"-n", "5", "--nodes", "2"};
  arguments.insert(arguments.end(), script.begin(), script.end());
  EXPECT_EQ(lines_of(arguments), (Words{"0 of 5, 0 on its node", "1 of 5, 1 on its node", "2 of 5, 2 on its node",
                                        "3 of 5, 0 on its node", "4 of 5, 1 on its node"}));
}

/// An executable file for the time of a test.
class Script {
 public:
  explicit Script(const std::string& content) {
    const int fd = mkstemp(path_);
    EXPECT_EQ(write(fd, content.data(), content.size()), static_cast<ssize_t>(content.size()));
    fchmod(fd, 0755);
    close(fd);
  }
  ~Script() { unlink(path_); }
  const char* path() const { return path_; }

 private:
  char path_[32] = "/tmp/fault-test-script-XXXXXX";
};

TEST(CommandLine, AMissingInterpreterIsNamed) {
  const Script script("#!/no/such/interpreter\n");
  Launched run({script.path()});
  EXPECT_EQ(run.finish(), 126);
  EXPECT_NE(run.err().find("No such file or directory (the interpreter in its first line, or its loader); install it"),
            std::string::npos)
      << run.err();
}

TEST(CommandLine, AScriptWithoutAFirstLineRuns) {
  const Script script("echo $ISTHMUS_PE $1\n");
  EXPECT_EQ(lines_of({"-n", "2", script.path(), "word"}), (Words{"0 word", "1 word"}));
}

TEST(CommandLine, AProgramForAnotherArchitectureIsNamed) {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2MSB;
  header.e_machine = htons(EM_S390);
  const Script program(std::string(reinterpret_cast<const char*>(&header), sizeof header));
  Launched run({"-n", "2", program.path()});
  EXPECT_EQ(run.finish(), 126);
  ASSERT_EQ(run.err_lines().size(), 1U) << run.err();
  EXPECT_NE(run.err().find("it is for another architecture (s390x), and this machine is "), std::string::npos)
      << run.err();
}

TEST(CommandLine, AProgramOfAnotherLibraryIsNamed) {
  Launched run({"-n", "2", OTHER_LIBRARY_PE});
  EXPECT_EQ(run.finish(), 0);
  EXPECT_EQ(run.err(),
            "oshrun: no PE joined the job: the program is linked with another OpenSHMEM (liboshmem.so.40); compile it "
            "by the oshcc beside this oshrun\n");
}

/// The inner oshrun contains the names of other libraries, too.
TEST(CommandLine, JobsMayBeNested) {
  EXPECT_EQ(lines_of({"-n", "2", OSHRUN, "-n", "2", "echo", "inner"}), Words(4, "inner"));
}

TEST(CommandLine, HelpAndVersionSucceed) {
  Launched help({"--help"});
  EXPECT_EQ(help.finish(), 0);
  for (const char* option : {"-n", "--label", "--timeout", "-x", "--bind", "--nodes", "--wdir", "--verbose", "--hosts",
                             "--hostfile", "--launcher", "--launcher-args", "--profile[=FILE]", "--trace FILE"}) {
    EXPECT_NE(help.out().find(option), std::string::npos) << option;
  }
  Launched version({"--version"});
  EXPECT_EQ(version.finish(), 0);
  EXPECT_TRUE(version.out().starts_with("oshrun (Isthmus) ")) << version.out();
}

TEST(CommandLine, VerboseTellsWhereEachPeIs) {
  Launched run({"--verbose", "-n", "2", "true"});
  EXPECT_EQ(run.finish(), 0);
  EXPECT_NE(run.err().find("PE 1 (pid "), std::string::npos) << run.err();
}

TEST(CommandLine, CoreBindingGivesEachPeOneCore) {
  Launched run({"--bind", "core", "-n", "3", "grep", "Cpus_allowed_list", "/proc/self/status"});
  const int code = run.finish();
  EXPECT_EQ(code, 0) << run.err();
  const std::vector<std::string> lines = run.out_lines();
  ASSERT_EQ(lines.size(), 3U);
  // PEs are bound round robin, so they share a core only if there are fewer cores than PEs.
  const std::set<std::string> places(lines.begin(), lines.end());
  EXPECT_EQ(static_cast<long>(places.size()), std::min(3L, sysconf(_SC_NPROCESSORS_ONLN)));
}

}  // namespace
}  // namespace faults
