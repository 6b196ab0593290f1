// oshrun, the launcher of Isthmus. Its options are in options.cpp; job.hpp describes what it does.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>

#include "base/finish_output.hpp"
#include "binding.hpp"
#include "bootstrap/launch_protocol.hpp"
#include "guardian.hpp"
#include "job.hpp"
#include "launch_error.hpp"
#include "launcher.hpp"
#include "options.hpp"
#include "program.hpp"
#include "recording.hpp"

namespace {

/// Opens /dev/null as standard input, output and error where they are closed; otherwise the next pipe would get that
/// descriptor.
void open_standard_descriptors() {
  for (int fd = open("/dev/null", O_RDWR); fd >= 0; fd = open("/dev/null", O_RDWR)) {
    if (fd > STDERR_FILENO) {
      close(fd);
      return;
    }
  }
}

/// Where another oshrun has started this one as a PE: what this one starts must not find that job's socket and board,
/// nor take itself for a PE of it.
void leave_outer_job() {
  using namespace isthmus::bootstrap;
  const char* value = std::getenv(kLaunchVariable);
  if (!value) return;
  if (const std::optional<Launch> outer = Launch::read(value)) {
    struct stat info {};
    if (fstat(outer->fd, &info) == 0 && S_ISSOCK(info.st_mode)) fcntl(outer->fd, F_SETFD, FD_CLOEXEC);
    // The board is a file that has never had a name.
    if (fstat(outer->board, &info) == 0 && S_ISREG(info.st_mode) && info.st_nlink == 0)
      fcntl(outer->board, F_SETFD, FD_CLOEXEC);
  }
  unsetenv(kLaunchVariable);
}

int launch(int argc, char** argv) {
  using namespace isthmus::oshrun;
  leave_outer_job();
  Options options = parse_options(argc, argv);
  if (options.command.empty()) return isthmus::base::finish_output("oshrun", 0);  // --help, --version
  std::string program = find_program(options.command[0]);
  if (!options.tool.empty()) options.tool[0] = find_program(options.tool[0]);
  const Recording recording(options, program);
  if (options.elsewhere()) hand_over(options, program);
  Guardian guardian;
  std::optional<CoreBinding> binding;
  if (options.bind_to_cores) binding.emplace();
  const std::string started = program;
  Job job(options, std::move(program), guardian, binding ? &*binding : nullptr);
  const int code = job.run();
  recording.report_missing(job, code);
  if (const std::string other = job.was_joined() || options.n == 1 ? "" : other_library(started); !other.empty())
    std::fprintf(stderr,
                 "oshrun: no PE joined the job: the program is linked with another OpenSHMEM (%s); compile it by "
                 "the oshcc beside this oshrun\n",
                 other.c_str());
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  open_standard_descriptors();
  try {
    return launch(argc, argv);
  } catch (const isthmus::oshrun::LaunchError& error) {
    std::fprintf(stderr, "oshrun: %s\n", error.what());
    return error.code;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "oshrun: %s\n", error.what());
    return 1;
  }
}
