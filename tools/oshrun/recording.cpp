#include "recording.hpp"

#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "base/fd.hpp"
#include "job.hpp"
#include "launch_error.hpp"
#include "program.hpp"

namespace isthmus::oshrun {
namespace {

using base::text;

constexpr const char* kPreload = "LD_PRELOAD";
constexpr const char* kSanitizer = "ASAN_OPTIONS";
// The library that CUDA's driver loads when it is initialised, so that it can watch the devices.
constexpr const char* kInjection = "CUDA_INJECTION64_PATH";

std::string find_library() {
  std::error_code ignored;
  const auto here = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const char* folder : {ISTHMUS_LIB_FROM_BIN, "../lib"}) {  // installed; in the build tree
    const auto library = (here / folder / "libshmem_profile.so").lexically_normal();
    if (std::filesystem::exists(library, ignored)) return library.string();
  }
  throw LaunchError(kCannotRun,
                    text("libshmem_profile.so, which records for --profile and --trace, is not in %s: build all of "
                         "Isthmus (make), with Python 3 installed",
                         (here / ISTHMUS_LIB_FROM_BIN).lexically_normal().c_str()));
}

/// The value that a variable will have in the PEs: the last -x, or what oshrun's own environment says.
std::string value_of(const Options& options, const char* name) {
  const auto& given = options.environment;
  const auto found = std::find_if(given.rbegin(), given.rend(), [&](const auto& one) { return one.first == name; });
  if (found != given.rend()) return found->second;
  const char* const inherited = std::getenv(name);
  return inherited ? inherited : "";
}

/// Whether the file is a program that no library can be loaded into: an ELF file without an interpreter.
bool is_static(const std::string& program) {
  std::ifstream file(program, std::ios::binary);
  Elf64_Ehdr header{};
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  if (!file || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return false;
  for (int i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr part{};
    file.seekg(static_cast<std::streamoff>(header.e_phoff) + i * static_cast<std::streamoff>(header.e_phentsize));
    file.read(reinterpret_cast<char*>(&part), sizeof part);
    if (!file || part.p_type == PT_INTERP) return false;
  }
  return true;
}

}  // namespace

Recording::Recording(Options& options, std::string program) : program_(std::move(program)) {
  if (options.profile) files_.push_back({"--profile", *options.profile});
  if (options.trace) files_.push_back({"--trace", *options.trace});
  if (files_.empty()) return;
  const std::string library = find_library();
  if (library.find_first_of(" :") != std::string::npos)
    throw LaunchError(kCannotRun, text("%s: '%s' cannot be loaded from there, since the loader takes blanks and colons "
                                       "for the end of a name: install Isthmus in a folder without them",
                                       files_[0].option, library.c_str()));
  for (File& file : files_) {
    file.path = absolute(file.path);
    options.environment.emplace_back(file.option == std::string("--profile") ? "SHMEM_PROFILE" : "SHMEM_TRACE",
                                     file.path);
    if (!options.elsewhere()) prepare(file);
  }
  // A user's own tools come first, so that they keep working: their pshmem_ calls are seen by the profiling library.
  const std::string tools = value_of(options, kPreload);
  options.environment.emplace_back(kPreload, tools.empty() ? library : tools + ":" + library);
  // Programs with AddressSanitizer refuse to start behind any preloaded library, unless they are told not to look. They
  // need not: this one replaces no function of the C library.
  const std::string sanitizer = value_of(options, kSanitizer);
  options.environment.emplace_back(kSanitizer, (sanitizer.empty() ? "" : sanitizer + ":") + "verify_asan_link_order=0");
  if (options.trace && value_of(options, kInjection).empty()) options.environment.emplace_back(kInjection, library);
}

void Recording::prepare(File& file) const {
  const char* const path = file.path.c_str();
  struct stat info {};
  struct stat program {};
  file.made = stat(path, &info) != 0;
  if (!file.made && stat(program_.c_str(), &program) == 0 && info.st_dev == program.st_dev &&
      info.st_ino == program.st_ino)
    throw LaunchError(kBadUsage, text("%s '%s' is the program; give another file", file.option, path));
  bool writable = false;
  if (file.made || S_ISREG(info.st_mode) || S_ISDIR(info.st_mode)) {
    const base::Fd opened(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
    writable = opened && fstat(opened.get(), &info) == 0;
    file.is_regular = writable && S_ISREG(info.st_mode);
    file.modified = info.st_mtim;
  } else {
    writable = access(path, W_OK) == 0;  // to open a pipe would be noticed at its other end
  }
  if (!writable) {
    const int error = errno;
    for (const File& other : files_)  // which this run has made, and is not to leave
      if (&other != &file && other.made && other.is_regular) unlink(other.path.c_str());
    throw LaunchError(kBadUsage,
                      text("%s '%s': %s; give a file that can be written", file.option, path, std::strerror(error)));
  }
}

void Recording::report_missing(const Job& job, int code) const {
  for (const File& file : files_) {
    struct stat info {};
    if (!file.is_regular || stat(file.path.c_str(), &info) != 0) continue;
    const bool untouched = info.st_mtim.tv_sec == file.modified.tv_sec && info.st_mtim.tv_nsec == file.modified.tv_nsec;
    if (file.made ? info.st_size > 0 : !untouched) continue;
    if (file.made && lstat(file.path.c_str(), &info) == 0 && S_ISREG(info.st_mode)) unlink(file.path.c_str());
    const char* why = "the program did not call shmem_finalize";
    if (is_static(program_)) {
      why = "the program is linked statically; link it with the shared library";
    } else if (job.ended_by_pe()) {
      why = "a PE ended the job, by shmem_global_exit or by an error; what was counted is written by shmem_finalize";
    } else if (code != 0) {
      why = "the job ended before shmem_finalize";
    } else if (!job.was_joined()) {
      why = "no PE called shmem_init";
    }
    std::fprintf(stderr, "oshrun: %s recorded nothing: %s\n", file.option, why);
  }
}

}  // namespace isthmus::oshrun
