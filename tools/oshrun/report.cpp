#include "report.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <memory>

#include "base/error.hpp"

namespace isthmus::oshrun {

using base::text;

char state_letter(pid_t pid) {
  const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(text("/proc/%d/stat", pid).c_str(), "re"), std::fclose);
  char line[512];
  if (!file || !std::fgets(line, sizeof line, file.get())) return 'X';
  // The state follows the process name, which is in parentheses and may contain any character, even ") R".
  const char* end_of_name = std::strrchr(line, ')');
  return end_of_name && end_of_name[1] == ' ' ? end_of_name[2] : '?';
}

std::string process_state(pid_t pid) {
  switch (const char letter = state_letter(pid)) {
    case 'R':
      return "running";
    case 'S':
      return "sleeping";
    case 'D':
      return "waiting for the disk or a device";
    case 't':
      return "stopped by a debugger";
    case 'T': {
      siginfo_t info{};
      const bool known =
          waitid(P_PID, static_cast<id_t>(pid), &info, WSTOPPED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
      return known ? text("stopped by a signal (%s)", signal_name(info.si_status).c_str()) : "stopped by a signal";
    }
    case 'X':
      if (access("/proc/self", F_OK) != 0) return "in an unknown state (/proc is not mounted)";
      return "exiting";
    case 'Z':
      return "exiting";
    default:
      return text("in state %c", letter);
  }
}

std::string describe_end(const siginfo_t& info) {
  if (info.si_code == CLD_EXITED) return text("exited with code %d", info.si_status);
  return text("was killed by signal %d (%s%s)", info.si_status, strsignal(info.si_status),
              info.si_code == CLD_DUMPED ? ", core dumped" : "");
}

int exit_code_of(const siginfo_t& info) { return info.si_code == CLD_EXITED ? info.si_status : 128 + info.si_status; }

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name ? text("SIG%s", name) : text("signal %d", signal);
}

std::string describe_state(const std::string& process, Phase phase, bool in_fence) {
  const char* where = in_fence                 ? "waiting for the other PEs in shmem_init or shmem_finalize"
                      : phase == Phase::joined ? "between shmem_init and shmem_finalize"
                      : phase == Phase::left   ? "after shmem_finalize"
                                               : "has not called shmem_init";
  return process + "; " + where;
}

}  // namespace isthmus::oshrun
