#include "options.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/error.hpp"
#include "launch_error.hpp"
#include "launcher.hpp"
#include "pe_list.hpp"
#include "program.hpp"

namespace isthmus::oshrun {
namespace {

using base::text;

constexpr int kMostPes = 4096;
constexpr int kMostPesOnHosts = 1'000'000;
constexpr const char* kLauncherArguments = "ISTHMUS_LAUNCHER_ARGS";

constexpr OptionRow kRows[] = {
    {"-n", "--np", "N", "number of PEs, 1 to 4096 (default 1); -np N is the same"},
    {"-l", "--label", nullptr, "put [PE] before each line of output"},
    {"", "--timeout", "SECONDS", "end the job after this time with a report of the PEs still there (exit code 124)"},
    {"-x", "--export", "VAR[=VALUE]", "set VAR for the PEs, or insist that it is set here; may be repeated"},
    {"", "--bind", "none|core", "leave the PEs to the scheduler (default), or bind PE p to core p, round robin"},
    {"", "--nodes", "K", "treat this machine as K nodes, PE p of N on node p*K/N (default 1)"},
    {"", "--wdir", "DIR", "directory the PEs run in; the program itself is looked up from here"},
    {"", "--with", "COMMAND", "start PEs by this command, such as \"gdb --args\"; %p in it becomes the PE's number"},
    {"", "--on", "PES", "for --with: these PEs alone, such as 0 or 0,2-3 (default: all)"},
    {"", "--hosts", "A,B:2,...",
     "run on these hosts, with a number of PEs each if need be, by the launcher that is there"},
    {"", "--hostfile", "FILE", "the same, a host per line: name, name:2 or name slots=2"},
    {"", "--launcher", "NAME",
     "for hosts: prterun, mpirun (Open MPI 4 or 5) or srun; default: the first that is there"},
    {"", "--launcher-args", "ARGS", "for hosts: more options for that launcher, after those in ISTHMUS_LAUNCHER_ARGS"},
    {"", "--profile", "[=FILE]",
     "write a page about the job's calls, traffic and waiting to FILE (default profile.html)"},
    {"", "--trace", "FILE", "write a timeline of the job's calls to FILE, for Perfetto and chrome://tracing"},
    {"", "--verbose", nullptr, "say what is started where, and how it ended"},
    {"", "--version", nullptr, "print the version"},
    {"-h", "--help", nullptr, "print this help"},
};

void print_help() {
  std::puts(
      "usage: oshrun [options] program [arguments of the program]\n\n"
      "Runs N copies of a program on this machine as the PEs of one OpenSHMEM job. Standard input goes to PE 0.\n"
      "With --hosts or --hostfile they run there, started by an installed PMIx launcher, which oshrun becomes.\n"
      "Inside a Slurm allocation (salloc, sbatch) they run on its nodes, started by srun.\n"
      "The exit code is that of the first PE to fail, 128 + the signal's number for a signal.\n");
  for (const OptionRow& row : kRows) {
    const std::string names = text("%s%s%s%s%s", row.short_name, *row.short_name ? ", " : "", row.long_name,
                                   row.value && !row.value_is_optional() ? " " : "", row.value ? row.value : "");
    std::printf("  %-26s %s\n", names.c_str(), row.help);
  }
}

/// Looks up given options by their long names.
struct Given {
  const Arguments& arguments;
  /// The last value given for the option, or null if it was not given.
  const std::string* last(const char* name) const {
    const auto found = arguments.given.find(name);
    return found == arguments.given.end() ? nullptr : &found->second.back();
  }
};

[[noreturn]] void bad(const std::string& message) { throw LaunchError(kBadUsage, message); }

int whole_number(const std::string& option, const std::string& value, int most, const std::string& meaning) {
  char* end = nullptr;
  errno = 0;
  const long number = std::strtol(value.c_str(), &end, 10);
  const bool is_number = !value.empty() && *end == '\0' && !std::isspace(static_cast<unsigned char>(value[0]));
  if (!is_number || errno == ERANGE || number < 1 || number > most) {
    bad(text("%s '%s' is not %s: give a whole number from 1 to %d", option.c_str(), value.c_str(), meaning.c_str(),
             most));
  }
  return static_cast<int>(number);
}

double seconds(const std::string& value) {
  char* end = nullptr;
  const double number = std::strtod(value.c_str(), &end);
  if (value.empty() || *end != '\0' || !std::isfinite(number) || number <= 0 || number > 1e8) {
    bad(text("--timeout '%s' is not a time: give a number of seconds above 0, such as 60 or 0.5", value.c_str()));
  }
  return number;
}

std::pair<std::string, std::string> variable(const std::string& value) {
  const size_t equals = value.find('=');
  const std::string name = value.substr(0, equals);
  if (name.empty()) bad(text("-x '%s' names no variable: give -x VAR or -x VAR=value", value.c_str()));
  if (equals != std::string::npos) return {name, value.substr(equals + 1)};
  const char* here = std::getenv(name.c_str());
  if (!here) bad(text("-x %s: no such variable here; set it first, or give -x %s=value", name.c_str(), name.c_str()));
  return {name, here};
}

std::string directory(const std::string& value) {
  struct stat info;
  int error = 0;
  if (stat(value.c_str(), &info) != 0) {
    error = errno;
  } else if (!S_ISDIR(info.st_mode)) {
    error = ENOTDIR;
  } else if (access(value.c_str(), X_OK) != 0) {
    error = errno;
  }
  if (error) bad(text("--wdir '%s': %s; give a directory you may enter", value.c_str(), std::strerror(error)));
  return value;
}

/// Whether two paths mean one file, which need not exist yet.
bool names_the_same(const std::string& one, const std::string& other) {
  std::error_code ignored;
  const auto whole = [&](const std::string& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored);
  };
  return whole(one) == whole(other);
}

void read_tool(const std::string* tool, const std::string* pes, Options& options) {
  if (!tool) bad("--on says which PEs run under a tool: give the tool, too, such as --with \"gdb --args\"");
  if (options.elsewhere())
    bad("--with starts PEs of this machine: for other hosts put the tool before the program, oshrun ... tool "
        "./program");
  options.tool = split_words(*tool, "--with");
  if (options.tool.empty()) bad("--with '' names no command: give one, such as --with valgrind");
  if (!pes) return;
  const auto list = parse_pes(*pes, options.n);
  if (!list)
    bad(text("--on '%s' is no list of PEs of this job: give numbers below %d and ranges, such as 0 or 0,2-3",
             pes->c_str(), options.n));
  options.under_tool.resize(static_cast<size_t>(options.n));
  for (const int pe : *list) options.under_tool[static_cast<size_t>(pe)] = true;
}

/// Reads the options for jobs on other hosts. `n` is the value of -n; if null, there are as many PEs as slots.
void read_hosts(const Given& given, const std::string* n, Options& options) {
  const std::string* list = given.last("--hosts");
  const std::string* file = given.last("--hostfile");
  const std::string* more = given.last("--launcher-args");
  const std::string* launcher = given.last("--launcher");
  if (!list && !file && !given.last("--nodes")) options.allocation = find_allocation();
  if (!list && !file && !options.allocation) {
    if (more || launcher)
      bad(text(
          "%s is for jobs on other hosts: give --hosts or --hostfile too, or call oshrun inside a Slurm allocation",
          launcher ? "--launcher" : "--launcher-args"));
    return;
  }
  if (list && file) bad("--hosts and --hostfile both say where to run: give one of them");
  if (options.allocation && launcher && launcher->substr(launcher->rfind('/') + 1) != "srun")
    bad(text("--launcher %s: in a Slurm allocation srun knows the hosts; give --hosts too for another launcher",
             launcher->c_str()));
  if (given.last("--nodes")) bad("--nodes makes nodes of this machine: leave it out with --hosts and --hostfile");
  if (options.allocation) {
    options.n = n ? whole_number("-n", *n, kMostPesOnHosts, "a number of PEs") : options.allocation->tasks;
    options.launcher = "srun";
  } else {
    std::vector<Host> hosts = list ? parse_hosts(*list) : read_hostfile(*file);
    options.n = n ? whole_number("-n", *n, kMostPesOnHosts, "a number of PEs") : count_slots(hosts);
    options.hosts = spread_over(std::move(hosts), options.n);
  }
  if (launcher) options.launcher = *launcher;
  if (const char* always = std::getenv(kLauncherArguments))
    options.launcher_arguments = split_words(always, kLauncherArguments);
  if (more)
    for (std::string& word : split_words(*more, "--launcher-args"))
      options.launcher_arguments.push_back(std::move(word));
}

}  // namespace

std::span<const OptionRow> option_rows() { return kRows; }

Options parse_options(int argc, char** argv) {
  const Arguments arguments = split_arguments({argv + 1, argv + argc});
  const Given given{arguments};
  const auto last = [&](const char* name) { return given.last(name); };
  Options options;
  if (last("--help")) return print_help(), options;
  if (last("--version")) return std::puts("oshrun (Isthmus) " ISTHMUS_VERSION), options;

  const auto* n = last("--np");
  read_hosts(given, n, options);
  const bool elsewhere = options.elsewhere();
  if (n && !elsewhere) options.n = whole_number("-n", *n, kMostPes, "a number of PEs");
  if (const auto* k = last("--nodes")) {
    options.nodes = whole_number("--nodes", *k, kMostPes, "a number of nodes");
    if (options.nodes > options.n) {
      bad(text("--nodes %d is more than the %d PE%s there are: a node needs at least one; raise -n or lower --nodes",
               options.nodes, options.n, options.n == 1 ? "" : "s"));
    }
  }
  if (const auto* s = last("--timeout")) options.timeout = seconds(*s);
  if (const auto* d = last("--wdir")) options.directory = elsewhere ? absolute(*d) : directory(*d);
  if (const auto* bind = last("--bind")) {
    if (*bind != "none" && *bind != "core") bad(text("--bind '%s' is unknown: give none or core", bind->c_str()));
    options.bind_to_cores = *bind == "core";
  }
  if (const auto exports = arguments.given.find("--export"); exports != arguments.given.end()) {
    for (const std::string& value : exports->second) options.environment.push_back(variable(value));
  }
  if (last("--with") || last("--on")) read_tool(last("--with"), last("--on"), options);
  if (const auto* file = last("--profile")) options.profile = file->empty() ? "profile.html" : *file;
  if (const auto* file = last("--trace")) options.trace = *file;
  if (options.trace && options.trace->empty()) bad("--trace names no file: give --trace trace.json");
  if (options.trace && options.trace->front() == '-')
    bad(text("--trace '%s' is an option: give --trace FILE first", options.trace->c_str()));
  if (options.trace && options.profile && names_the_same(*options.profile, *options.trace))
    bad("--profile and --trace name the same file: give two");
  options.label = last("--label");
  options.verbose = last("--verbose");
  options.command = arguments.command;
  if (options.command.empty()) bad("no program given: oshrun -n 4 ./program; see oshrun --help");
  if (const std::string& first = options.command[0]; options.profile == "profile.html" && first.ends_with(".html"))
    bad(text("'%s' is no program: the file of a profile is in the same word, --profile=%s", first.c_str(),
             first.c_str()));
  return options;
}

}  // namespace isthmus::oshrun
