#include "program.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/error.hpp"
#include "launch_error.hpp"

namespace isthmus::oshrun {
namespace {

using base::text;

/// 0 if the file can be executed, else the errno value that says why not.
int refusal(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0) return errno;
  if (S_ISDIR(info.st_mode)) return EISDIR;
  if (!S_ISREG(info.st_mode)) return EACCES;
  return access(path.c_str(), X_OK) == 0 ? 0 : errno;
}

[[noreturn]] void refuse(const std::string& path, int error) {
  if (error == EISDIR) {
    throw LaunchError(kCannotRun, text("'%s' is a directory: give the program in it", path.c_str()));
  }
  if (error == EACCES && access(path.c_str(), F_OK) != 0) {
    throw LaunchError(kCannotRun,
                      text("'%s' is in a directory that this user may not enter: chmod +x that", path.c_str()));
  }
  if (error == EACCES) {
    throw LaunchError(kCannotRun,
                      text("'%s' is not executable: chmod +x it, or give the program that runs it", path.c_str()));
  }
  if (error == ENOENT || error == ENOTDIR) {
    throw LaunchError(kNotFound, text("no such program: '%s'; check the path", path.c_str()));
  }
  throw LaunchError(kCannotRun, text("'%s' cannot be run: %s; check the path", path.c_str(), std::strerror(error)));
}

}  // namespace

std::string absolute(const std::string& path) {
  std::error_code ignored;
  const auto whole = std::filesystem::absolute(path, ignored);
  return whole.empty() ? path : whole.string();
}

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    if (const int error = refusal(name)) refuse(name, error);
    return absolute(name);
  }
  const char* variable = std::getenv("PATH");
  std::string_view rest = variable ? variable : "/bin:/usr/bin";
  std::string not_executable;
  for (bool more = !name.empty(); more;) {
    const size_t colon = rest.find(':');
    const std::string folder(rest.substr(0, colon));
    const std::string path = folder.empty() ? name : folder + "/" + name;  // an empty entry is this directory
    const int error = refusal(path);
    if (error == 0) return absolute(path);
    // EACCES may also mean that a directory of PATH cannot be searched, which says nothing about the program.
    const bool exists = access(path.c_str(), F_OK) == 0;
    if (error == EACCES && exists && not_executable.empty()) not_executable = path;
    more = colon != std::string_view::npos;
    if (more) rest.remove_prefix(colon + 1);
  }
  if (!not_executable.empty()) refuse(not_executable, EACCES);
  const bool is_here = !name.empty() && refusal("./" + name) == 0;
  throw LaunchError(kNotFound, text("no such program: '%s' is not in PATH; %s%s", name.c_str(),
                                    is_here ? "did you mean ./" : "check the name or give its path",
                                    is_here ? (name + "?").c_str() : ""));
}

std::string other_library(const std::string& program) {
  std::ifstream file(program, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  for (const char* name : {"liboshmem.so", "libsma.so"}) {  // Open MPI; Sandia OpenSHMEM and Cray
    // In the table of names of an executable each name follows the null character that ends another.
    if (const auto at = bytes.find('\0' + std::string(name)); at != std::string::npos) return bytes.c_str() + at + 1;
  }
  return "";
}

}  // namespace isthmus::oshrun
