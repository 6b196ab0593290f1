#include "base/wait.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "base/error.hpp"
#include "base/fd.hpp"

namespace isthmus::base {
namespace {

/// Whether more threads are runnable on this machine than the PEs of this job here and one thread of the system.
bool other_programs_run() {
  const Fd file(open("/proc/loadavg", O_RDONLY | O_CLOEXEC));
  std::array<char, 128> text{};
  int running = 0;
  return file && read(file.get(), text.data(), text.size() - 1) > 0 &&
         std::sscanf(text.data(), "%*s %*s %*s %d/", &running) == 1 &&
         running > pes_here.load(std::memory_order_relaxed) + 1;
}

}  // namespace

void refuse_to_wait(const char* call) {
  fatal(call ? call : "a call that waits",
        "called inside a handler, which must not wait; reply, or call it when the handler has returned");
}

bool give_way() {
  const std::uint64_t before = ticks();
  if (before < crowded_until.load(std::memory_order_relaxed)) return false;
  sched_yield();
  const std::uint64_t after = ticks();
  // A PE that waits yields back in much less than 2 ms.
  if (after - before > 2 * ticks_in_ms() && other_programs_run()) [[unlikely]]
    crowded_until.store(after + std::min(16 * (after - before), 1000 * ticks_in_ms()), std::memory_order_relaxed);
  return true;
}

}  // namespace isthmus::base
