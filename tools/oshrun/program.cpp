#include "program.hpp"

#include <elf.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "elf_file.hpp"
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

/// The architecture that an ELF file is for, by the name that uname has for it; empty for other files.
std::string machine_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  Elf64_Ehdr header{};  // as far as e_machine it is the same in files of 32 bits
  if (!is_elf(path) || !file.read(reinterpret_cast<char*>(&header), offsetof(Elf64_Ehdr, e_version))) return {};
  unsigned machine = header.e_machine;
  constexpr auto kOwnOrder = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
  if (header.e_ident[EI_DATA] != kOwnOrder) machine = (machine & 0xff) << 8 | machine >> 8;
  constexpr std::pair<unsigned, const char*> kNames[] = {
      {EM_X86_64, "x86_64"}, {EM_AARCH64, "aarch64"}, {EM_PPC64, "ppc64"}, {EM_RISCV, "riscv64"},
      {EM_S390, "s390x"},    {EM_386, "i686"},        {EM_ARM, "armv7l"}};
  for (const auto& [number, name] : kNames)
    if (number == machine) return name;
  return text("number %u in elf.h", machine);
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

bool is_elf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  char start[SELFMAG] = {};
  return file.read(start, sizeof start) && std::memcmp(start, ELFMAG, SELFMAG) == 0;
}

std::string explain_exec(const std::string& path, int error) {
  const std::string cause = std::strerror(error);
  // The program was found before, so what is missing is what runs it.
  if (error == ENOENT) return cause + " (the interpreter in its first line, or its loader); install it";
  if (error != ENOEXEC) return cause;
  const std::string machine = machine_of(path);
  utsname here{};
  if (machine.empty() || uname(&here) != 0 || machine == here.machine)
    return cause + " (the file is damaged, or no program); compile it again";
  return text("it is for another architecture (%s), and this machine is %s; compile it here", machine.c_str(),
              here.machine);
}

std::string other_library(const std::string& program) {
  for (const std::string& library : ElfFile(program).needed())
    for (const char* name : {"liboshmem.so", "libsma.so"})  // Open MPI; Sandia OpenSHMEM and Cray
      if (library.starts_with(name)) return library;
  return "";
}

}  // namespace isthmus::oshrun
