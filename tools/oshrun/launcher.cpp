#include "launcher.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "base/error.hpp"
#include "bootstrap/launch_protocol.hpp"
#include "launch_error.hpp"
#include "program.hpp"

namespace isthmus::oshrun {
namespace {

using base::text;
using Kind = Launcher::Kind;

constexpr const char* kRemedy =
    "install PRRTE (prterun) or Open MPI 4 or 5 (Debian, Ubuntu: apt install openmpi-bin), or call oshrun inside a "
    "Slurm allocation (srun with PMIx)";

/// Environment variables with these prefixes, the settings of the library and of libfabric, are exported without -x.
constexpr std::array<const char*, 4> kPrefixes{"SHMEM_", "SMA_", "ISTHMUS_", "FI_"};

std::string single_quoted(const std::string& word) {
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// The first line that "<path> --version" prints.
std::string version_line(const std::string& path) {
  std::array<char, 256> line{};
  FILE* pipe = popen((single_quoted(path) + " --version 2>&1").c_str(), "r");
  if (!pipe) return {};
  if (!std::fgets(line.data(), line.size(), pipe)) line[0] = '\0';
  std::array<char, 256> rest{};
  while (std::fgets(rest.data(), rest.size(), pipe)) {
  }
  pclose(pipe);
  return line.data();
}

std::optional<std::string> find_in_path(const std::string& name) {
  try {
    return find_program(name);
  } catch (const LaunchError&) {
    return std::nullopt;
  }
}

/// The kind of this mpirun; empty if it is not Open MPI's, because that of another MPI starts processes without PMIx.
std::optional<Kind> kind_of_mpirun(const std::string& path) {
  const std::string line = version_line(path);
  const size_t at = line.find("(Open MPI) ");
  if (at == std::string::npos) return std::nullopt;
  const int major = std::atoi(line.c_str() + at + std::strlen("(Open MPI) "));
  if (major < 4) return std::nullopt;
  return major == 4 ? Kind::mpirun4 : Kind::mpirun5;
}

Launcher requested_launcher(const std::string& requested) {
  const std::string path = find_program(requested);
  const std::string base = requested.substr(requested.rfind('/') + 1);
  if (base == "prterun") return {Kind::prterun, requested, path};
  if (base == "srun") return {Kind::srun, requested, path};
  if (const auto kind = kind_of_mpirun(path)) return {*kind, requested, path};
  throw LaunchError(kBadUsage, text("--launcher '%s' is neither prterun, nor srun, nor the mpirun of Open MPI 4 or 5",
                                    requested.c_str()));
}

/// Sets the TCP keepalive of mpirun's own connections. By default mpirun waits for many minutes when a host is dead,
/// even if the PEs have long ended. Keepalive must detect that after the library has named the host and before it ends
/// the PEs (see transport/lifeline): once mpirun has sent something to the dead host, keepalive no longer works. With
/// one probe a second it is in the middle of that time, a second from either end.
void set_keepalive() {
  const char* setting = std::getenv("SHMEM_PEER_TIMEOUT");
  if (!setting) setting = std::getenv("SMA_PEER_TIMEOUT");
  const int timeout = std::max(4, setting ? std::atoi(setting) : 8);
  const std::string probes = std::to_string(timeout - 3);
  for (const char* owner : {"OMPI_MCA_", "PRTE_MCA_"}) {
    const std::string name = std::string(owner) + "oob_tcp_keepalive_";
    setenv((name + "time").c_str(), "1", 0);
    setenv((name + "intvl").c_str(), "1", 0);
    setenv((name + "probes").c_str(), probes.c_str(), 0);
  }
}

}  // namespace

Launcher find_launcher(const std::string& requested) {
  if (!requested.empty()) return requested_launcher(requested);
  if (const auto path = find_in_path("prterun")) return {Kind::prterun, "prterun", *path};
  const auto mpirun = find_in_path("mpirun");
  if (mpirun)
    if (const auto kind = kind_of_mpirun(*mpirun)) return {*kind, "mpirun", *mpirun};
  if (std::getenv("SLURM_JOB_ID"))
    if (const auto path = find_in_path("srun")) return {Kind::srun, "srun", *path};
  if (mpirun)
    throw LaunchError(kNotFound, text("no launcher for other hosts: %s is not that of Open MPI 4 or 5; %s",
                                      mpirun->c_str(), kRemedy));
  throw LaunchError(kNotFound, text("no launcher for other hosts is in PATH; %s", kRemedy));
}

std::vector<std::string> split_words(const std::string& line, const std::string& origin) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;
  char quote = '\0';
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote ? c == quote : c == '\'' || c == '"') {
      quote = quote ? '\0' : c;
      inside = true;
    } else if (c == '\\' && quote != '\'' && i + 1 < line.size()) {
      word += line[++i];
      inside = true;
    } else if (!quote && (c == ' ' || c == '\t' || c == '\n')) {
      if (inside) words.push_back(std::move(word));
      word.clear();
      inside = false;
    } else {
      word += c;
      inside = true;
    }
  }
  if (quote) throw LaunchError(kBadUsage, text("%s: a quote is not closed in: %s", origin.c_str(), line.c_str()));
  if (inside) words.push_back(std::move(word));
  return words;
}

/// Whether a variable for the PEs would change how the launcher is loaded or what it finds. Its value is then given in
/// the launcher's arguments and not in its environment, though Open MPI takes values with a semicolon only there.
static bool would_change_launcher(const std::string& name) { return name == "PATH" || name.starts_with("LD_"); }

void hand_over(const Options& options, const std::string& program) {
  const Launcher launcher = find_launcher(options.launcher);
  // oshrun may itself run in a PE of another job, whose variables must not reach the PEs of this one.
  for (const char* variable :
       {bootstrap::kLaunchVariable, bootstrap::kPeVariable, bootstrap::kNPesVariable, bootstrap::kNodePeVariable})
    unsetenv(variable);
  std::vector<std::string> exported;
  for (const auto& [name, value] : options.environment) {
    std::erase_if(exported, [&](const std::string& word) { return word == name || word.starts_with(name + "="); });
    if (launcher.kind != Launcher::Kind::srun && would_change_launcher(name)) {
      exported.push_back(name + "=" + value);
    } else {
      setenv(name.c_str(), value.c_str(), 1);
      exported.push_back(name);
    }
  }
  for (char** variable = environ; *variable; ++variable) {
    const std::string name(*variable, std::strcspn(*variable, "="));
    const bool ours = std::ranges::any_of(kPrefixes, [&](const char* prefix) { return name.starts_with(prefix); });
    if (ours && std::ranges::find(exported, name) == exported.end()) exported.push_back(name);
  }
  std::ranges::sort(exported);
  set_keepalive();

  Translation translation = translate(launcher.kind, options, exported);
  std::vector<std::string> words{launcher.name};
  words.insert(words.end(), translation.arguments.begin(), translation.arguments.end());
  words.insert(words.end(), options.launcher_arguments.begin(), options.launcher_arguments.end());
  words.push_back(program);
  words.insert(words.end(), options.command.begin() + 1, options.command.end());
  for (const std::string& remark : translation.remarks)
    std::fprintf(stderr, "oshrun: %s: %s\n", launcher.name.c_str(), remark.c_str());
  if (options.verbose) {
    std::string line;
    for (const std::string& word : words) line.append(" ").append(single_quoted(word));
    std::fprintf(stderr, "oshrun: becoming %s:%s\n", launcher.path.c_str(), line.c_str());
  }
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  execv(launcher.path.c_str(), argv.data());
  throw LaunchError(kCannotRun, text("cannot start %s: %s", launcher.path.c_str(), std::strerror(errno)));
}

}  // namespace isthmus::oshrun
