#include "exit.hpp"

#include <gasnetex.h>
#include <pthread.h>
#include <shmem.h>
#include <shmemx.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <system_error>
#include <thread>

#include "engine.hpp"
#include "gasnet_isthmus/tools/errors.h"
#include "job.hpp"

namespace isthmus::gasnet {
namespace {

using Word = std::atomic<std::uint64_t>;

constexpr long kAlone = 200;                 ///< milliseconds before the other ranks are asked to exit
constexpr long kPatience = 3000;             ///< milliseconds before the launcher ends the others
constexpr long kFlushing = 1000;             ///< milliseconds for what the client has written
constexpr std::uint64_t kAbrupt = 1U << 31;  ///< other threads may be in any call, so that nothing can be freed
constexpr unsigned kGiveUp = 6;              ///< seconds after which the process ends whatever hangs

std::atomic<pid_t> exiting = 0;  ///< the thread that ends the process
int give_up_code = 1;
pid_t starter = 0;               ///< the process that has started the job, and not one that it has forked
std::atomic<int> asked_for = 0;  ///< the code of the rank that wanted this one to exit

long now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1'000'000;
}

/// A word of another rank as it is mapped here, or null.
Word* mapped(Word& mine, Rank rank) {
  if (!job.mapped(rank)) return nullptr;
  return reinterpret_cast<Word*>(reinterpret_cast<std::uintptr_t>(&mine) -
                                 reinterpret_cast<std::uintptr_t>(&job.shared->requests) +
                                 reinterpret_cast<std::uintptr_t>(job.peers[rank].requests));
}

std::uint64_t* symmetric(Word& word) { return reinterpret_cast<std::uint64_t*>(&word); }

/// How many ranks have counted themselves; kAbrupt if one of them is in gasnet_exit in GASNET_PAR; and from bit 32 on
/// the first code other than 0.
std::uint64_t arrived() {
  Word& word = job.shared->exit.arrived;
  const Word* const there = mapped(word, 0);
  return there ? there->load(std::memory_order_acquire) : shmem_uint64_atomic_fetch(symmetric(word), 0);
}

int first_code() { return static_cast<int>(arrived() >> 32); }

bool all_have_arrived() { return (arrived() & (kAbrupt - 1)) >= job.size; }
bool is_abrupt() { return arrived() & kAbrupt; }

/// Counts this rank, and leaves its code if no rank has left one other than 0.
void arrive(int code, bool abruptly) {
  Word& word = job.shared->exit.arrived;
  Word* const there = mapped(word, 0);
  std::uint64_t before = arrived();
  for (;;) {
    const std::uint64_t mine = before >> 32 == 0 ? std::uint64_t{static_cast<std::uint8_t>(code)} << 32 : 0;
    const std::uint64_t after = (before + 1) | mine | (abruptly ? kAbrupt : 0);
    const std::uint64_t seen = before;
    if (there ? there->compare_exchange_strong(before, after)
              : (before = shmem_uint64_atomic_compare_swap(symmetric(word), seen, after, 0)) == seen)
      return;
  }
}

/// A message finds every rank that polls.
void ask_others(int code) {
  const gex_AM_Arg_t argument = code;
  for (Rank r = 0; r < job.size; ++r)
    if (r != job.rank) send(r, {Category::short_message, false, kExit, 1, &argument}, true);
}

void raise_quit_if_handled() {
  struct sigaction client {};
  sigaction(SIGQUIT, nullptr, &client);
  if (client.sa_handler != SIG_DFL && client.sa_handler != SIG_IGN) raise(SIGQUIT);
}

[[noreturn]] void be_asked(gex_Token_t, gex_AM_Arg_t code) {
  asked_for.store(code);
  raise_quit_if_handled();
  gasnet_exit(code);
}

/// A client that handles SIGQUIT is told of a signal that would end the process without a word to the other ranks.
void on_interrupt(int signal) {
  if (getpid() == starter) raise_quit_if_handled();
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  sigaction(signal, &standard, nullptr);
  raise(signal);  // as soon as this handler has returned
}

/// Signals that the program handles itself, or its starter ignores, stay as they are.
void handle_interrupts() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler != SIG_DFL) continue;
    action.sa_handler = on_interrupt;
    sigaction(signal, &action, nullptr);
  }
}

/// A signal handler of the client may have called gasnet_exit while a lock is held that it needs. The launcher ends the
/// other ranks of a process that leaves the job like this.
void give_up(int) { _exit(give_up_code); }

struct sigaction clients_alarm {};

void limit_time(int code) {
  give_up_code = code != 0 ? code : 1;
  struct sigaction action {};
  action.sa_handler = give_up;
  sigaction(SIGALRM, &action, &clients_alarm);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  alarm(kGiveUp);
}

/// The client's handlers of atexit may take as long as they like.
void unlimit_time() {
  alarm(0);
  sigaction(SIGALRM, &clients_alarm, nullptr);
}

/// Returns false if this process is ending already.
bool begin_exit() {
  pid_t nobody = 0;
  return exiting.compare_exchange_strong(nobody, gettid());
}

/// A signal may have interrupted this very thread while it wrote.
void flush(std::FILE* file) {
  if (ftrylockfile(file) != 0) return;
  fflush_unlocked(file);
  funlockfile(file);
}

}  // namespace

namespace {

/// Counts this rank, and waits for the others. Returns false if they do not come in time.
bool all_arrive(int code, bool abruptly) {
  arrive(code, abruptly);
  bool asked = false;
  const long start = now();
  while (!all_have_arrived()) {
    const long waited = now() - start;
    if (waited > kPatience) return false;
    if (!asked && waited > kAlone) {
      asked = true;
      ask_others(code);
    }
    const timespec nap{0, 200'000};
    if (waited > 1) nanosleep(&nap, nullptr);
  }
  return true;
}

/// Flushes all streams of the client. Another thread may hold the lock of one, so a thread of its own flushes, and is
/// waited for no longer than kFlushing.
void flush_all() {
  const auto done = std::make_shared<std::atomic<bool>>(false);
  try {
    std::thread([done] {
      std::fflush(nullptr);
      *done = true;
    }).detach();
  } catch (const std::system_error&) {
    return;
  }
  const timespec nap{0, 100'000};
  for (const long start = now(); !*done && now() - start < kFlushing;) nanosleep(&nap, nullptr);
}

/// Ends the process without freeing anything. All ranks end so, or none: the others would wait in shmem_finalize.
[[noreturn]] void leave_abruptly() {
  flush_all();
  shmemx_leave();
  __builtin_unreachable();
}

/// A client may return from main instead of calling gasnet_exit. With a status other than 0 the launcher ends the job.
void at_exit(int status, void*) {
  if (getpid() != starter || status != 0) return;
  if (!begin_exit()) {
    if (exiting.load() == gettid()) return;  // gasnet_exit has called exit
    for (;;) pause();                        // another thread is in gasnet_exit, and ends the process
  }
  if (!all_arrive(0, false) || first_code() != 0) return;
  if (is_abrupt()) leave_abruptly();
  shmem_finalize();
}

}  // namespace

void start_exit() {
  starter = getpid();
  on_exit(at_exit, nullptr);
  handle_interrupts();
  gasnett_backtrace_init(nullptr);
  set_own_handler(kExit, reinterpret_cast<gex_AM_Fn_t>(be_asked), "exit");
}

}  // namespace isthmus::gasnet

using namespace isthmus::gasnet;

extern "C" void gasnet_exit(int code) {
  if (!begin_exit()) {
    // A handler of a signal that has interrupted gasnet_exit itself must not return, so that nobody waits any longer.
    if (exiting.load() == gettid() && job.size > 0) shmem_global_exit(code);
    for (;;) pause();  // another thread is ending the process
  }
  if (job.size == 0) std::exit(code);
  if (const int other = asked_for.load()) code = other;
  limit_time(code);
  flush(stdout);
  flush(stderr);
  if (!all_arrive(code, job.mode == Mode::par)) shmem_global_exit(code);
  if (const int first = first_code()) shmem_global_exit(first);
  if (is_abrupt()) leave_abruptly();
  shmem_finalize();
  unlimit_time();
  std::exit(0);
}
