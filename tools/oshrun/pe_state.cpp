#include "pe_state.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fstream>
#include <map>
#include <optional>

#include "base/error.hpp"
#include "report.hpp"
#include "sleeper.hpp"

namespace isthmus::oshrun {
namespace {

using base::BoardPe;
using base::BoardThread;
using base::text;

constexpr std::uint64_t kPatience = 500'000'000;  // ns that a PE has for its answer
/// A waiting thread shows what it waits for only while it sleeps, which is most of the time: look this often, 1 ms
/// apart.
constexpr int kLooks = 40;

/// Whether the thread would run the handler of this signal: it is caught, and not blocked.
bool takes(pid_t pid, pid_t tid, int signal) {
  std::ifstream status(text("/proc/%d/task/%d/status", pid, tid));
  bool caught = false, blocked = true;
  for (std::string line; std::getline(status, line);) {
    const bool about_caught = line.starts_with("SigCgt:"), about_blocked = line.starts_with("SigBlk:");
    if (!about_caught && !about_blocked) continue;
    const bool in_set = std::strtoull(line.c_str() + 7, nullptr, 16) >> (signal - 1) & 1;
    (about_caught ? caught : blocked) = in_set;
  }
  return caught && !blocked;
}

using Frames = std::vector<std::uint64_t>;  // addresses of instructions, the innermost first

/// A PE while it is asked.
struct Asked {
  PeState state;
  BoardPe* place = nullptr;
  std::uint32_t request = 0;
  AddressSpace memory;
  std::vector<pid_t> signalled{};
  std::map<pid_t, Frames> searched{};  // the stacks of threads that were not asked
};

BoardThread* entry_of(BoardPe& place, pid_t tid) {
  for (BoardThread& thread : place.threads)
    if (thread.tid.load(std::memory_order_acquire) == tid) return &thread;
  return nullptr;
}

/// Asks the main thread and those that have waited in the library: only they may be in a call.
void ask(Asked& asked) {
  const int signal = asked.place->signal.load(std::memory_order_acquire);
  // A process that has the board is the PE, and not one that got its pid later.
  if (signal < SIGRTMIN || signal > SIGRTMAX || !asked.memory.has(base::kBoardName)) return;
  const pid_t pid = asked.state.pid;
  std::vector<pid_t> threads{pid};
  for (const BoardThread& thread : asked.place->threads)
    if (const pid_t tid = thread.tid.load(std::memory_order_acquire); tid > 0 && tid != pid) threads.push_back(tid);
  for (const pid_t tid : threads) {
    const BoardThread* shown = entry_of(*asked.place, tid);
    const bool in_our_wait = shown && shown->since.load(std::memory_order_acquire) != 0;
    if (asked.state.stopped() || !in_our_wait)
      if (Frames frames = stack_of_sleeper(pid, tid, asked.state.stopped(), asked.memory); !frames.empty()) {
        asked.searched[tid] = std::move(frames);
        continue;
      }
    if (!asked.state.stopped() && takes(pid, tid, signal) && syscall(SYS_tgkill, pid, tid, signal) == 0)
      asked.signalled.push_back(tid);
  }
}

bool answered(const Asked& asked) {
  return std::ranges::all_of(asked.signalled, [&](pid_t tid) {
    const BoardThread* thread = entry_of(*asked.place, tid);
    return thread && thread->answered.load(std::memory_order_acquire) >= asked.request;
  });
}

/// Copies what the thread shows. False while it shows nothing, or just changes it.
bool read_wait(const BoardThread& from, ThreadState& to) {
  const std::uint64_t since = from.since.load(std::memory_order_acquire);
  if (since == 0) return false;
  const base::WaitsFor what = from.what;
  const std::array<char, 48> call = from.call;
  std::atomic_thread_fence(std::memory_order_acquire);
  if (from.since.load(std::memory_order_relaxed) != since) return false;
  to.since = since;
  to.what = what;
  // The name from the stack is the one that the program wrote; this one may be that of a function it calls.
  if (to.call.empty() && std::string_view(call.data()).starts_with("shmem")) to.call = call.data();
  return true;
}

/// Copies what is shown of a kernel; nothing if that just changes.
KernelState read_kernel(const base::BoardKernel& from) {
  const std::uint64_t reported = from.reported.load(std::memory_order_acquire);
  if (reported == 0) return {};
  KernelState state{reported, from.address, from.wanted, from.seen, {}};
  const std::array<char, 64> call = from.call;
  std::atomic_thread_fence(std::memory_order_acquire);
  if (from.reported.load(std::memory_order_relaxed) != reported) return {};
  state.call.assign(call.data(), strnlen(call.data(), call.size()));
  return state;
}

std::string shown(const CodePlace& place) {
  if (place.function.empty()) return place.module.empty() ? "?" : text("? in %s", place.module.c_str());
  return place.function;
}

bool in_library(const CodePlace& place) {
  return place.module.starts_with("libisthmus.so") || place.function.starts_with("shmem_") ||
         place.function.starts_with("shmemx_");
}

/// The C library's functions around main and around those of threads.
bool starts_thread(const CodePlace& place) {
  const std::string& name = place.function;
  return name == "_start" || (place.module.starts_with("libc.so") &&
                              (name.empty() || name.starts_with("__libc_start") || name.find("clone") != name.npos));
}

/// Names the frames. The call is the outermost one of the library, and what is inside of it is left out of the stack.
/// `interrupted` says that the first frame is that of an interrupted function, and not where a call returns to.
void name_frames(const Frames& frames, bool interrupted, const AddressSpace& memory, ThreadState& to) {
  std::vector<CodePlace> places;
  bool in_handler =
      !interrupted;  // the frames up to the kernel's trampoline are those of the handler that took the stack
  for (std::size_t i = 0; i < frames.size(); ++i) {
    places.push_back(memory.code_at(frames[i], interrupted));
    const std::string &module = places.back().module, &name = places.back().function;
    // On x86_64 the trampoline is in the C library, whose local symbols a distribution may have taken out.
    const bool nameless = i > 0 && name.empty() && module.starts_with("libc.so");
    interrupted = in_handler && i < 4 &&
                  (module == "[vdso]" || name == "__restore_rt" || name == "__kernel_rt_sigreturn" || nameless);
    if (!interrupted) continue;
    places.clear();
    in_handler = false;
  }
  // What a function of the C library calls there says no more than its own name.
  const auto in_libc = [](const CodePlace& place) { return place.module.starts_with("libc.so"); };
  while (places.size() > 1 && places[0].function.empty() && in_libc(places[0]) && in_libc(places[1]))
    places.erase(places.begin());
  const auto outermost = std::find_if(places.rbegin(), places.rend(), in_library);
  if (outermost != places.rend()) {
    const auto caller = outermost.base();  // the place after it, which is nearer to main
    std::string call = caller != places.end() ? caller->called : "";
    if (call.starts_with("pshmem")) call.erase(0, 1);
    if (!call.starts_with("shmem")) call = outermost->function.starts_with("shmem") ? outermost->function : "";
    if (!call.empty()) to.call = call;
    places.erase(places.begin(), caller);
  }
  for (auto place = places.rbegin(); place != places.rend(); ++place) {
    if (to.stack.empty() && starts_thread(*place)) continue;
    to.stack += (to.stack.empty() ? "" : " > ") + shown(*place);
  }
  if (!to.call.empty()) to.stack += (to.stack.empty() ? "" : " > ") + to.call;
}

/// Asks the PEs of one board that have not finished.
void ask_board(base::Board& board, ElfFiles& files, std::vector<Asked>& asked) {
  const std::uint32_t request = board.request.fetch_add(1) + 1;
  for (int i = 0; i < board.n; ++i) {
    BoardPe& place = board.place(i);
    PeState state{.pe = board.first + i,
                  .pid = place.pid.load(),
                  .phase = place.phase.load(),
                  .in_fence = place.in_fence.load(),
                  .kernel = read_kernel(place.kernel)};
    if (place.group.load() == 0 || state.phase == BoardPe::finished) continue;
    // A PE that has not called shmem_init has no pid yet, and a script may go on after the program in it has ended.
    if (state.pid == 0 || state_letter(state.pid) == 'X') state.pid = place.group.load();
    state.letter = state_letter(state.pid);
    state.process = process_state(state.pid);
    AddressSpace memory(state.pid, files);
    asked.push_back({.state = std::move(state), .place = &place, .request = request, .memory = std::move(memory)});
    ask(asked.back());
  }
}

}  // namespace

std::vector<PeState> ask_pes(std::span<const BoardFile> boards, ElfFiles& files) {
  std::vector<Asked> asked;
  for (const BoardFile& each : boards) ask_board(each.board(), files, asked);
  for (const std::uint64_t until = base::board_time() + kPatience; base::board_time() < until; usleep(1000))
    if (std::ranges::all_of(asked, answered)) break;

  for (Asked& each : asked) {
    for (const auto& [tid, frames] : each.searched) {
      each.state.threads.push_back({.tid = tid});
      name_frames(frames, true, each.memory, each.state.threads.back());
    }
    for (const BoardThread& thread : each.place->threads) {
      const pid_t tid = thread.tid.load(std::memory_order_acquire);
      if (tid == 0 || each.searched.contains(tid)) continue;
      ThreadState state{.tid = tid};
      if (thread.answered.load(std::memory_order_acquire) == each.request) {
        const auto n = std::min<std::size_t>(thread.n_frames, base::kFrames);
        name_frames({thread.frames.begin(), thread.frames.begin() + n}, false, each.memory, state);
      }
      each.state.threads.push_back(std::move(state));
    }
  }
  for (int look = 0; look < kLooks; ++look, usleep(1000)) {
    bool complete = true;
    for (Asked& each : asked)
      for (ThreadState& thread : each.state.threads) {
        const BoardThread* from = thread.since == 0 ? entry_of(*each.place, thread.tid) : nullptr;
        if (from && !read_wait(*from, thread) && !thread.call.empty()) complete = false;
      }
    if (complete) break;
  }

  std::vector<PeState> states;
  for (Asked& each : asked) {
    std::vector<ThreadState>& threads = each.state.threads;
    // Threads of the library itself are in no call, and those that have ended show nothing.
    std::erase_if(threads,
                  [&](const ThreadState& thread) { return thread.tid != each.state.pid && thread.call.empty(); });
    std::ranges::sort(threads, {}, [&](const ThreadState& thread) { return thread.tid != each.state.pid; });
    states.push_back(std::move(each.state));
  }
  return states;
}

}  // namespace isthmus::oshrun
