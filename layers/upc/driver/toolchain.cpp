#include "toolchain.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include <places.hpp>  // made from places.hpp.in

namespace isthmus::upc {
namespace {

namespace fs = std::filesystem;

/// Versions of clang that the plugin is written for, the preferred one first.
constexpr std::array kVersions = {19, 22};

constexpr int kNone = 0, kNoClang = -1;

/// The major version of a clang, kNone where it does not run, or kNoClang where something else does.
int version_of(const std::string& clang) {
  const std::string command = "'" + clang + "' --version 2>/dev/null";
  FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return kNone;
  char line[256] = "";
  int major = kNoClang;
  while (fgets(line, sizeof line, pipe)) {
    const std::string text = line;
    const auto at = text.find("clang version ");
    if (major == kNoClang && at != std::string::npos) major = std::atoi(text.c_str() + at + 14);
  }
  const int status = pclose(pipe);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127) return kNone;  // the shell's for a command that is not there
  return status == 0 ? major : kNoClang;
}

/// The line for the user where a clang cannot be used; version is what version_of said.
std::string why_not(const std::string& clang, int version) {
  const std::string number = std::to_string(version);
  if (version == kNone) return "there is no " + clang + ": install the package clang-19, or name another by UPCC_CLANG";
  if (version == kNoClang) return clang + " is no clang: install the package clang-19, or name another by UPCC_CLANG";
  if (std::find(kVersions.begin(), kVersions.end(), version) == kVersions.end())
    return clang + " is version " + number + ", which upcc does not know: install the package clang-19, or name another by UPCC_CLANG";
  return "Isthmus was built without the plugin for clang " + number + ": install the packages llvm-" + number + "-dev and libclang-" +
         number + "-dev, and build it with -DISTHMUS_UPC_CLANGS=" + number + ", or name another clang by UPCC_CLANG";
}

fs::path self() { return fs::canonical("/proc/self/exe"); }

}  // namespace

Toolchain find_toolchain(const std::string& wanted) {
  const fs::path prefix = (self().parent_path() / kPrefixFromBin).lexically_normal();
  Toolchain found;
  found.include = prefix / kUpcInclude;
  found.shmem_include = prefix / kShmemInclude;
  found.library = prefix / kLibrary;
  const char* variable = std::getenv("UPCC_CLANG");
  const std::string named = !wanted.empty() ? wanted : variable ? variable : "";
  std::vector<std::string> candidates;
  if (!named.empty()) candidates = {named};
  else for (const int version : kVersions) candidates.push_back("clang-" + std::to_string(version));
  std::string reason;
  for (const std::string& clang : candidates) {
    const int version = version_of(clang);
    const std::string number = std::to_string(version);
    const fs::path plugin = prefix / kPlugins / ("upc-clang" + number + ".so");
    if (version > 0 && fs::exists(plugin)) {
      found.clang = clang;
      found.plugin = plugin;
      found.inline_code = prefix / kPlugins / ("upc-inline" + number + ".bc");
      return found;
    }
    if (reason.empty()) reason = why_not(clang, version);
  }
  throw std::runtime_error(reason);
}

}  // namespace isthmus::upc
