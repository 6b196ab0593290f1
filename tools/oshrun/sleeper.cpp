#include "sleeper.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/job_board.hpp"

namespace isthmus::oshrun {
namespace {

using base::text;

constexpr std::size_t kStackBytes = 64 << 10;  // that are searched
/// Without the bits above, which some processors use to sign return addresses.
constexpr std::uint64_t kAddressBits = (std::uint64_t{1} << 48) - 1;

/// Functions of the C library that return when a signal was handled, even if the handler asks for a restart.
constexpr std::string_view kEndedBySignals[] = {
    "pause",  "nanosleep", "clock_nanosleep", "poll",    "ppoll",       "epoll_wait",   "epoll_pwait",
    "select", "pselect",   "sigsuspend",      "sigwait", "sigwaitinfo", "sigtimedwait", "semtimedop"};

bool ends_by_signal(std::string_view function) {
  const size_t start = function.find_first_not_of('_');
  const std::string_view plain = start == std::string_view::npos ? function : function.substr(start);
  // The C library may make system calls in a function of its own that has no name.
  return plain.empty() || std::ranges::find(kEndedBySignals, plain) != std::end(kEndedBySignals);
}

}  // namespace

std::vector<std::uint64_t> stack_of_sleeper(pid_t pid, pid_t tid, bool stopped, const AddressSpace& memory) {
  // "number argument*6 stack-pointer program-counter", "-1 stack-pointer program-counter" outside of system calls, or
  // "running".
  std::ifstream file(text("/proc/%d/task/%d/syscall", pid, tid));
  std::string line;
  std::getline(file, line);
  std::uint64_t stack = 0, code = 0;
  const bool in_call =
      std::sscanf(line.c_str(), "%*u %*s %*s %*s %*s %*s %*s 0x%" SCNx64 " 0x%" SCNx64, &stack, &code) == 2;
  const bool outside = !in_call && std::sscanf(line.c_str(), "-1 0x%" SCNx64 " 0x%" SCNx64, &stack, &code) == 2;
  if (stopped ? !in_call && !outside : !in_call || !ends_by_signal(memory.code_at(code, true).function)) return {};
  std::vector<std::uint64_t> frames{code}, words(kStackBytes / sizeof(std::uint64_t));
  words.resize(read_memory(pid, stack, words.data(), kStackBytes) / sizeof words[0]);
  for (const std::uint64_t word : words) {
    const std::uint64_t address = word & kAddressBits;
    const std::uint64_t inner = frames.size() == 1 ? frames.back() : frames.back() - 1;
    if (memory.calls(address, inner) || (frames.size() == 1 && memory.calls_caller_of(address, inner)))
      frames.push_back(address);
    if (frames.size() == base::kFrames) break;
  }
  return frames;
}

}  // namespace isthmus::oshrun
