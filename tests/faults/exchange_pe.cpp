// A PE that uses the bootstrap exchange alone, without the library above it. exchange_pe HOW PE: that PE misbehaves
// while the others wait in a fence. exchange_pe values: checks what everyone published. exchange_pe reused: opens the
// file $REUSED under the number of the launcher's descriptor before it ends.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>

#include "base/error.hpp"
#include "bootstrap/exchange.hpp"
#include "misbehave.h"

using isthmus::bootstrap::Exchange;
using isthmus::bootstrap::exchange;

namespace {

std::string value_of(int pe, int round) {
  std::string value("\0a\0", 3);
  return value + std::to_string(pe * 100 + round) + std::string(static_cast<size_t>(pe % 7) * 1000, '\0');
}

/// Three rounds with a re-initialisation each; "odd" is published in round 1 only and must still be there in round 2.
int check_values(Exchange& x) {
  for (int round = 0; round < 3; ++round) {
    x.enter();
    x.publish("value", value_of(x.pe(), round));
    if (round == 1) x.publish("odd", value_of(x.pe(), 77));
    x.fence();
    for (int pe = 0; pe < x.n_pes(); ++pe) {
      if (x.lookup(pe, "value") != value_of(pe, round)) return 11;
      if (round > 0 && x.lookup(pe, "odd") != value_of(pe, 77)) return 12;
    }
    x.fence();
    x.leave();
  }
  try {
    x.lookup(0, "never published");
    return 13;
  } catch (const isthmus::base::SetupError&) {
  }
  std::printf("%d of %d on node %d by %s\n", x.pe(), x.n_pes(), x.virtual_node(), x.launcher());
  return 0;
}

/// Calls of the exchange in a fork child must not reach the job.
void misuse_in_fork_child(Exchange& x) {
  const pid_t child = fork();
  if (child == 0) {
    x.leave();
    x.enter();
    x.end_job(9);
  }
  int status = 0;
  waitpid(child, &status, 0);
  std::printf("child left with %d\n", WEXITSTATUS(status));
}

/// Closes the descriptor of a PMI launcher, as MPI_Finalize does, and opens a file that gets its number.
int reuse_descriptor(Exchange& x) {
  x.enter();
  x.fence();
  x.leave();
  const int file = open(std::getenv("REUSED"), O_RDWR | O_CREAT, 0600);
  return dup2(file, std::atoi(std::getenv("PMI_FD"))) < 0;
}

/// Tells starting_thread.cpp that this PE has joined, and runs until after the thread that started it has ended.
void linger() {
  std::fputs("joined\n", stderr);
  const std::filesystem::path threads = "/proc/" + std::to_string(getppid()) + "/task";
  while (std::distance(std::filesystem::directory_iterator(threads), {}) > 1) usleep(1000);
  usleep(100'000);
  std::puts("lingered");
}

/// Starts four processes that print for ever, faster than anybody reads, through as large a pipe as possible.
[[noreturn]] void print_endlessly() {
  fcntl(STDOUT_FILENO, F_SETPIPE_SZ, 1 << 20);
  std::string lines;
  while (lines.size() < 1 << 20) lines += "y\n";
  if (fork() < 0 || fork() < 0) _exit(3);
  while (write(STDOUT_FILENO, lines.data(), lines.size()) > 0) {
  }
  _exit(4);
}

int run(const std::string& how, int who) {
  if (how == "print") print_endlessly();
  if (how == "early" && std::getenv("ISTHMUS_LAUNCH") && exchange().pe() == who) misbehave("exit0");
  Exchange& x = exchange();
  if (how == "values") return check_values(x);
  if (how == "reused") return reuse_descriptor(x);
  if (how == "variable") return std::getenv("ISTHMUS_LAUNCH") || std::system("test -z \"$ISTHMUS_LAUNCH\"") != 0;
  x.enter();
  x.fence();
  if (how == "fork") misuse_in_fork_child(x);
  if (how == "linger") linger();
  if (how == "hang") std::printf("ready\n"), pause();
  if (x.pe() == who) {
    misbehave(how.c_str());
    if (how == "end0") x.end_job(0);
    if (how == "end5") x.end_job(5);
  }
  x.fence();
  x.leave();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc > 1 ? argv[1] : "", argc > 2 ? std::atoi(argv[2]) : 0);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
