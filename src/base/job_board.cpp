#include "base/job_board.hpp"

#include <execinfo.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "base/fd.hpp"
#include "base/file_limit.hpp"

namespace isthmus::base {
namespace {

constinit Board* board = nullptr;
constinit BoardPe* mine = nullptr;

/// The entry of the calling thread; takes one that no thread has, or, when there is none, shares one by turns.
BoardThread& entry_of_thread() {
  const pid_t tid = gettid();
  for (BoardThread& each : mine->threads) {
    std::int32_t before = each.tid.load(std::memory_order_relaxed);
    if (before == tid || (before == 0 && each.tid.compare_exchange_strong(before, tid))) return each;
  }
  BoardThread& shared = mine->threads[static_cast<std::size_t>(tid) % kThreads];
  shared.tid.store(tid, std::memory_order_relaxed);
  return shared;
}

/// Answers a request. backtrace() was called before the handler was installed, so that it loads and allocates nothing.
void answer(int, siginfo_t*, void*) {
  const int error = errno;
  BoardThread& thread = entry_of_thread();
  const std::uint32_t request = board->request.load(std::memory_order_acquire);
  std::array<void*, kFrames> frames;
  const int n = backtrace(frames.data(), static_cast<int>(frames.size()));
  thread.n_frames = static_cast<std::uint32_t>(n);
  for (int i = 0; i < n; ++i)
    thread.frames[static_cast<std::size_t>(i)] = reinterpret_cast<std::uintptr_t>(frames[static_cast<std::size_t>(i)]);
  thread.answered.store(request, std::memory_order_release);
  errno = error;
}

/// Copies a text into an array that ends with a 0, leaving off what has no room.
template <std::size_t size>
void copy_text(std::array<char, size>& to, std::string_view from) {
  to.fill('\0');
  std::memcpy(to.data(), from.data(), std::min(from.size(), size - 1));
}

/// Installs the handler for a real-time signal that nobody handles yet; returns 0 where there is none. The highest ones
/// are left to tools such as valgrind.
int handle_requests() {
  for (int signal = SIGRTMAX - 3; signal > SIGRTMAX - 12 && signal > SIGRTMIN; --signal) {
    struct sigaction before {};
    if (sigaction(signal, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) continue;
    struct sigaction action {};
    action.sa_sigaction = answer;
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    sigfillset(&action.sa_mask);
    if (sigaction(signal, &action, nullptr) == 0) return signal;
  }
  return 0;
}

}  // namespace

std::uint64_t board_time() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

void Board::begin(std::string_view job_name, std::string_view program_name) {
  copy_text(job, job_name);
  copy_text(program, program_name);
  started = board_time();
}

bool attach_board(int fd, int pe) {
  struct stat info {};
  if (mine || fstat(fd, &info) != 0 || info.st_size < static_cast<off_t>(Board::bytes(1))) return false;
  const auto bytes = static_cast<std::size_t>(info.st_size);
  void* const mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (mapped == MAP_FAILED) return false;
  board = static_cast<Board*>(mapped);
  if (Board::bytes(board->n) != bytes || pe < board->first || pe - board->first >= board->n) {
    munmap(std::exchange(board, nullptr), bytes);
    return false;
  }
  mine = &board->place(pe - board->first);
  std::array<void*, 2> frames;
  backtrace(frames.data(), frames.size());
  // A process that was this PE before, such as the first of two programs in a shell script, has left its entries.
  for (BoardThread& thread : mine->threads) {
    thread.tid.store(0, std::memory_order_relaxed);
    thread.since.store(0, std::memory_order_relaxed);
  }
  mine->pid.store(getpid(), std::memory_order_relaxed);
  mine->signal.store(handle_requests(), std::memory_order_release);
  return true;
}

void make_board(int pe, int pes, std::string_view job) {
  const std::size_t bytes = Board::bytes(1);
  if (mine || bytes > file_limit()) return;
  Fd fd(memfd_create(kBoardName, MFD_CLOEXEC));
  if (!fd || ftruncate(fd.get(), static_cast<off_t>(bytes)) != 0) return;
  void* const mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd.get(), 0);
  if (mapped == MAP_FAILED) return;
  Board& made = *static_cast<Board*>(mapped);
  made.n = made.nodes = 1;
  made.first = pe;
  made.pes = pes;
  made.begin(job, program_invocation_name);
  made.place(0).group.store(getpid(), std::memory_order_relaxed);
  munmap(mapped, bytes);
  attach_board(fd.release(), pe);
}

void set_phase_on_board(BoardPe::Phase phase) {
  if (mine && board->oshrun == 0) mine->phase.store(phase, std::memory_order_relaxed);
}

void show_kernel_wait(std::string_view call, std::uint64_t address, std::uint64_t wanted, std::uint64_t seen) {
  if (!mine) return;
  BoardKernel& kernel = mine->kernel;
  kernel.reported.store(0, std::memory_order_release);
  kernel.address = address;
  kernel.wanted = wanted;
  kernel.seen = seen;
  copy_text(kernel.call, call);
  kernel.reported.store(board_time(), std::memory_order_release);
}

std::uint64_t show_wait(std::uint64_t since, const char* call, const WaitsFor& what) {
  if (!mine) return since;
  if (since == 0) since = board_time();
  BoardThread& thread = entry_of_thread();
  thread.what = what;
  copy_text(thread.call, call ? call : "");
  thread.since.store(since, std::memory_order_release);
  return since;
}

void hide_wait() {
  if (mine) entry_of_thread().since.store(0, std::memory_order_release);
}

}  // namespace isthmus::base
