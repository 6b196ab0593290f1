// oshrun --hosts: which launcher it chooses, and how it translates its options. The launchers are scripts that print
// their arguments; tests/fabric/hosts runs jobs by a real one.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "launched.hpp"

namespace faults {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// A folder for PATH, with launchers that print one argument per line, then the variables given here.
class Launchers {
 public:
  Launchers() {
    char folder[] = "/tmp/fault-test-path-XXXXXX";
    if (!mkdtemp(folder)) std::abort();
    folder_ = folder;
  }
  ~Launchers() { fs::remove_all(folder_); }

  void add(const std::string& name, const std::string& version = "") {
    const std::string file = path(name);
    std::ofstream(file)
        << "#!/bin/sh\n"
        << "if [ \"$1\" = --version ]; then echo '" << version << "'; echo more; exit; fi\n"
        << "echo \"" << name << "\"\n"
        << "for word in \"$@\"; do echo \"<$word>\"; done\n"
        << "echo \"one=$ONE shmem=$SHMEM_DEBUG launch=$ISTHMUS_LAUNCH probes=$OMPI_MCA_oob_tcp_keepalive_probes\"\n"
        << "exit 7\n";
    chmod(file.c_str(), 0755);
  }
  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  void write(const std::string& name, const std::string& content) const { std::ofstream(path(name)) << content; }
  Words environment() const { return {"PATH=" + folder_}; }

 private:
  std::string folder_;
};

constexpr const char* kOpenMpi4 = "mpirun (Open MPI) 4.1.4";
constexpr const char* kOpenMpi5 = "mpirun (Open MPI) 5.0.3";

/// Returns what the launcher printed. The launcher must have replaced oshrun, exit code included.
Words handed_over(const Launchers& launchers, const Words& arguments, const Words& more = {}, const char* remark = "") {
  Words environment = launchers.environment();
  environment.insert(environment.end(), more.begin(), more.end());
  Launched run(arguments, {.extra = environment});
  EXPECT_EQ(run.finish(), 7) << run.err();
  EXPECT_EQ(run.err(), remark);
  return run.out_lines();
}

bool has_sequence(const Words& lines, const Words& wanted) {
  return std::search(lines.begin(), lines.end(), wanted.begin(), wanted.end()) != lines.end();
}

TEST(OtherHosts, MpirunOfOpenMpi4) {
  Launchers launchers;
  launchers.add("mpirun", kOpenMpi4);
  const Words expected{"mpirun",
                       "<-n>",
                       "<6>",
                       "<--host>",
                       "<a:2,b:2,c:2>",
                       "<--map-by>",
                       "<slot>",
                       "<--bind-to>",
                       "<none>",
                       "</bin/true>",
                       "<-n>",
                       "<9>",
                       "one= shmem= launch= probes=5"};
  EXPECT_EQ(handed_over(launchers, {"-n", "6", "--hosts", "a,b,c", "/bin/true", "-n", "9"}), expected);
}

TEST(OtherHosts, EveryOptionForMpirun) {
  for (const char* version : {kOpenMpi4, kOpenMpi5}) {
    Launchers launchers;
    launchers.add("mpirun", version);
    const Words lines =
        handed_over(launchers,
                    {"--hosts=a:1,b:3", "-x", "ONE=1 2;3,4", "--wdir", "/no/such/place/here", "--timeout", "30", "-l",
                     "--bind", "core", "/bin/true"},
                    {"SHMEM_DEBUG=1", "SMA_CHECK=1", "ISTHMUS_LAUNCH=fd=5", "FI_PROVIDER=tcp", "OTHER=x"});
    EXPECT_TRUE(has_sequence(lines, {"<-n>", "<4>", "<--host>", "<a:1,b:3>"}));
    EXPECT_TRUE(has_sequence(lines, {"<--bind-to>", "<core>"}));
    EXPECT_TRUE(has_sequence(
        lines, {"<-x>", "<FI_PROVIDER>", "<-x>", "<ONE>", "<-x>", "<SHMEM_DEBUG>", "<-x>", "<SMA_CHECK>", "<--wdir>"}));
    EXPECT_TRUE(has_sequence(lines, {"<--wdir>", "</no/such/place/here>"}));
    EXPECT_TRUE(has_sequence(lines, {"<--timeout>", "<30>"}));
    EXPECT_EQ(has_sequence(lines, {"<--tag-output>"}), version == kOpenMpi4);
    EXPECT_EQ(has_sequence(lines, {"<--output>", "<tag>"}), version == kOpenMpi5);
    EXPECT_EQ(lines.back(), "one=1 2;3,4 shmem=1 launch= probes=5");
  }
}

TEST(OtherHosts, VariablesOfTheLoaderAreNotTheLaunchers) {
  Launchers launchers;
  launchers.add("mpirun", kOpenMpi4);
  const Words lines = handed_over(launchers, {"--hosts", "a", "-x", "PATH=/first", "-x", "LD_PRELOAD=/no/library.so", "-x",
                                              "PATH=/nowhere", "/bin/true"});
  EXPECT_TRUE(has_sequence(lines, {"<-x>", "<LD_PRELOAD=/no/library.so>", "<-x>", "<PATH=/nowhere>", "</bin/true>"}));
}

TEST(OtherHosts, PrterunIsPreferred) {
  Launchers launchers;
  launchers.add("mpirun", kOpenMpi4);
  launchers.add("prterun");
  const Words lines = handed_over(launchers, {"--hosts", "a", "--label", "/bin/true"});
  EXPECT_EQ(lines.front(), "prterun");
  EXPECT_TRUE(has_sequence(lines, {"<-n>", "<1>", "<--host>", "<a:1>"}));
  EXPECT_TRUE(has_sequence(lines, {"<--output>", "<tag>"}));
}

TEST(OtherHosts, SrunInsideAnAllocation) {
  Launchers launchers;
  launchers.add("srun");
  const Words lines =
      handed_over(launchers,
                  {"-n", "5", "--hosts", "a,b", "-x", "ONE=2", "--wdir", "/x", "--timeout", "90", "-l", "--bind",
                   "core", "/bin/true"},
                  {"SLURM_JOB_ID=1"}, "oshrun: srun: counts whole minutes, so --timeout 90 becomes 2\n");
  const Words expected{"srun",
                       "<--mpi=pmix>",
                       "<--ntasks=5>",
                       "<--nodes=2>",
                       "<--nodelist=a,b>",
                       "<--distribution=block>",
                       "<--export=ALL>",
                       "<--cpu-bind=cores>",
                       "<--chdir=/x>",
                       "<--time=2>",
                       "<--label>",
                       "</bin/true>",
                       "one=2 shmem= launch= probes=5"};
  EXPECT_EQ(lines, expected);
}

TEST(OtherHosts, AnAllocationIsUsedWithoutHosts) {
  Launchers launchers;
  launchers.add("srun");
  const Words salloc{"SLURM_JOB_ID=1", "SLURM_JOB_NUM_NODES=3", "SLURM_NTASKS=6"};
  Words lines = handed_over(launchers, {"-n", "5", "/bin/true"}, salloc);
  EXPECT_EQ(lines.front(), "srun");
  EXPECT_TRUE(has_sequence(lines, {"<--mpi=pmix>", "<--ntasks=5>", "<--nodes=3>", "<--distribution=block>"}));
  EXPECT_TRUE(has_sequence(handed_over(launchers, {"/bin/true"}, salloc), {"<--ntasks=6>", "<--nodes=3>"}));
  EXPECT_TRUE(has_sequence(handed_over(launchers, {"-n", "2", "/bin/true"}, salloc), {"<--ntasks=2>", "<--nodes=2>"}));
  // The shell of salloc may itself be a step, on the first of the nodes.
  Words interactive = salloc;
  interactive.insert(interactive.end(), {"SLURM_STEP_ID=4294967290", "SLURMD_NODENAME=a"});
  EXPECT_TRUE(has_sequence(handed_over(launchers, {"/bin/true"}, interactive), {"<--ntasks=6>", "<--nodes=3>"}));
  // The command of salloc does not run on the allocated node, that of sbatch does.
  const Words one{"SLURM_JOB_ID=1", "SLURM_JOB_NUM_NODES=1"};
  EXPECT_EQ(handed_over(launchers, {"-n", "2", "/bin/true"}, one).front(), "srun");
}

TEST(OtherHosts, AJobStaysHereInAStepOrABatchScriptOfOneNodeOrOnVirtualNodes) {
  Launchers launchers;
  launchers.add("srun");
  const auto runs_here = [&](Words arguments, Words environment) {
    for (const std::string& each : launchers.environment()) environment.push_back(each);
    Launched run(arguments, {.extra = environment});
    return run.finish() == 0 && run.out() == "";
  };
  EXPECT_TRUE(runs_here({"-n", "2", "/bin/true"}, {"SLURM_JOB_ID=1", "SLURM_JOB_NUM_NODES=3", "SLURM_STEP_ID=0"}));
  EXPECT_TRUE(runs_here({"-n", "2", "/bin/true"}, {"SLURM_JOB_ID=1", "SLURM_JOB_NUM_NODES=1", "SLURMD_NODENAME=a"}));
  EXPECT_TRUE(runs_here({"-n", "2", "--nodes", "2", "/bin/true"}, {"SLURM_JOB_ID=1", "SLURM_JOB_NUM_NODES=3"}));
}

TEST(OtherHosts, SrunCannotTakeUnevenSlots) {
  Launchers launchers;
  launchers.add("srun");
  handed_over(launchers, {"--hosts", "a:4,b:1", "/bin/true"}, {"SLURM_JOB_ID=1"},
              "oshrun: srun: spreads the PEs evenly, the slots given with the hosts are not passed on\n");
}

TEST(OtherHosts, ALauncherCanBeChosen) {
  Launchers launchers;
  launchers.add("mpirun", kOpenMpi4);
  launchers.add("prterun");
  launchers.add("srun");
  EXPECT_EQ(handed_over(launchers, {"--launcher", "srun", "--hosts", "a", "/bin/true"}).front(), "srun");
  EXPECT_EQ(handed_over(launchers, {"--launcher", launchers.path("mpirun"), "--hosts", "a", "/bin/true"}).front(),
            "mpirun");
}

TEST(OtherHosts, MoreArgumentsComeLast) {
  Launchers launchers;
  launchers.add("mpirun", kOpenMpi4);
  const Words lines = handed_over(
      launchers, {"--hosts", "a", "--launcher-args", "--mca plm_rsh_agent 'ssh -p 22' \"a\\\"b\" \\ c ''", "/bin/true"},
      {"ISTHMUS_LAUNCHER_ARGS=--allow-run-as-root"});
  EXPECT_TRUE(has_sequence(lines, {"<--allow-run-as-root>", "<--mca>", "<plm_rsh_agent>", "<ssh -p 22>", "<a\"b>",
                                   "< c>", "<>", "</bin/true>"}));
}

TEST(OtherHosts, SlotsAreFilledInOrder) {
  Launchers launchers;
  launchers.add("mpirun", kOpenMpi4);
  const auto hosts = [&](const Words& options) {
    Words arguments = options;
    arguments.push_back("/bin/true");
    const Words lines = handed_over(launchers, arguments);
    const auto host = std::ranges::find(lines, "<--host>");
    return host == lines.end() ? "none" : *(host + 1);
  };
  EXPECT_EQ(hosts({"--hosts", "a,b,c"}), "<a:1,b:1,c:1>");
  EXPECT_EQ(hosts({"-n", "7", "--hosts", "a,b,c"}), "<a:3,b:2,c:2>");
  EXPECT_EQ(hosts({"-n", "2", "--hosts", "a,b,c"}), "<a:1,b:1>");
  EXPECT_EQ(hosts({"-n", "5", "--hosts", "a:4,b,c:4"}), "<a:4,b:1>");
  EXPECT_EQ(hosts({"-n", "5000", "--hosts", "a,b"}), "<a:2500,b:2500>");
  launchers.write("hosts", "# a cluster\n\nnode-1.example.org slots=2  # the first\n  node_2:3\nnode3\n");
  EXPECT_EQ(hosts({"--hostfile", launchers.path("hosts")}), "<node-1.example.org:2,node_2:3,node3:1>");
}

TEST(OtherHosts, FractionsOfASecondAreRoundedUp) {
  Launchers launchers;
  launchers.add("mpirun", kOpenMpi4);
  const Words lines = handed_over(launchers, {"--hosts", "a", "--timeout", "0.5", "/bin/true"}, {},
                                  "oshrun: mpirun: counts whole seconds, so --timeout 0.5 becomes 1\n");
  EXPECT_TRUE(has_sequence(lines, {"<--timeout>", "<1>"}));
}

TEST(OtherHosts, TheLauncherNoticesASilentHostBeforeThePesEnd) {
  Launchers launchers;
  launchers.add("mpirun", kOpenMpi4);
  const Words job{"--hosts", "a", "/bin/true"};
  EXPECT_EQ(handed_over(launchers, job, {"SHMEM_PEER_TIMEOUT=20"}).back(), "one= shmem= launch= probes=17");
  EXPECT_EQ(handed_over(launchers, job, {"OMPI_MCA_oob_tcp_keepalive_probes=99"}).back(),
            "one= shmem= launch= probes=99");
}

TEST(OtherHosts, VerboseShowsTheCommand) {
  Launchers launchers;
  launchers.add("prterun");
  Launched run({"--verbose", "--hosts", "a", "/bin/true", "it's"}, {.extra = launchers.environment()});
  EXPECT_EQ(run.finish(), 7);
  EXPECT_EQ(run.err(), "oshrun: becoming " + launchers.path("prterun") +
                           ": 'prterun' '-n' '1' '--host' 'a:1' '--map-by' 'slot' '--bind-to' 'none' '/bin/true' "
                           "'it'\\''s'\n");
}

struct Slip {
  const char* name;
  Words arguments;
  int code;
  const char* says;
};

class Slips : public testing::TestWithParam<Slip> {};

TEST_P(Slips, AreOneLine) {
  Launchers launchers;
  launchers.write("empty", "# nothing\n");
  launchers.write("odd", "a\nb max_slots=3\n");
  launchers.add("mpirun", "HYDRA build details:");
  Words arguments = GetParam().arguments;
  for (std::string& word : arguments)
    if (word.starts_with("@")) word = launchers.path(word.substr(1));
  Launched run(arguments, {.extra = launchers.environment()});
  EXPECT_EQ(run.finish(), GetParam().code);
  EXPECT_EQ(run.out(), "");
  ASSERT_EQ(run.err_lines().size(), 1U) << run.err();
  EXPECT_TRUE(run.err().starts_with("oshrun: ")) << run.err();
  EXPECT_NE(run.err().find(GetParam().says), std::string::npos) << run.err();
}

INSTANTIATE_TEST_SUITE_P(
    OtherHosts, Slips,
    testing::Values(
        Slip{"AnotherMpi", {"--hosts", "a", "/bin/true"}, 127, "mpirun is not that of Open MPI 4 or 5; install PRRTE"},
        Slip{"AnotherMpiByName", {"--launcher", "mpirun", "--hosts", "a", "/bin/true"}, 2, "neither prterun, nor srun"},
        Slip{"LauncherNotThere", {"--launcher", "srun", "--hosts", "a", "/bin/true"}, 127, "'srun' is not in PATH"},
        Slip{"EmptyName", {"--hosts", "a,,b", "/bin/true"}, 2, "'' is not a host name"},
        Slip{"OptionAsName", {"--hosts", "a,-oProxyCommand", "/bin/true"}, 2, "is not a host name"},
        Slip{"NoSlots", {"--hosts", "a:", "/bin/true"}, 2, "'a:' has no number of PEs after the colon"},
        Slip{"ZeroSlots", {"--hosts", "a:0", "/bin/true"}, 2, "'a:0' has no number of PEs"},
        Slip{"TooManyPes", {"-n", "4", "--hosts", "a:1,b:2", "/bin/true"}, 2, "4 PEs do not fit into the 3 slots"},
        Slip{"Both", {"--hosts", "a", "--hostfile", "@empty", "/bin/true"}, 2, "give one of them"},
        Slip{"NoFile", {"--hostfile", "@none", "/bin/true"}, 2, "No such file or directory"},
        Slip{"EmptyFile", {"--hostfile", "@empty", "/bin/true"}, 2, "names no host"},
        Slip{"OddLine", {"--hostfile", "@odd", "/bin/true"}, 2, "line 2: 'max_slots=3' is not understood"},
        Slip{"VirtualNodes", {"-n", "2", "--nodes", "2", "--hosts", "a", "/bin/true"}, 2, "leave it out with --hosts"},
        Slip{"OpenQuote", {"--hosts", "a", "--launcher-args", "'x", "/bin/true"}, 2, "a quote is not closed"},
        Slip{"ArgumentsWithoutHosts", {"--launcher-args", "-x", "/bin/true"}, 2, "give --hosts or --hostfile too"}),
    [](const auto& given) { return given.param.name; });

TEST(OtherHosts, WithoutAnyLauncherPackagesAreNamed) {
  Launchers launchers;
  launchers.add("srun");  // no allocation, so it does not count
  Launched run({"--hosts", "a", "/bin/true"}, {.extra = launchers.environment()});
  EXPECT_EQ(run.finish(), 127);
  for (const char* word : {"PRRTE (prterun)", "apt install openmpi-bin", "Slurm allocation"})
    EXPECT_NE(run.err().find(word), std::string::npos) << run.err();
  EXPECT_EQ(run.err_lines().size(), 1U);
}

}  // namespace
}  // namespace faults
