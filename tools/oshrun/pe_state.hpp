// What is known of one PE at one moment, read from its board, its stack and the kernel.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "address_space.hpp"
#include "board_file.hpp"

namespace isthmus::oshrun {

/// A thread of a PE. The first of a PE is the one that runs main.
struct ThreadState {
  pid_t tid = 0;
  std::uint64_t since = 0;  // as BoardThread::since; 0 if it does not sleep in a wait
  base::WaitsFor what{};    // if it does
  std::string call{};       // the function of the library that it is in; empty if it is in none
  std::string stack{};      // "main > step > shmem_barrier_all"; empty if it did not answer
};

/// A wait of a kernel that was reported, as BoardKernel.
struct KernelState {
  std::uint64_t reported = 0, address = 0, wanted = 0, seen = 0;
  std::string call{};
};

struct PeState {
  int pe = 0;
  pid_t pid = 0;
  base::BoardPe::Phase phase{};
  bool in_fence = false;
  char letter = 'X';      // the process state, as in /proc/PID/stat
  std::string process{};  // the same in words
  std::vector<ThreadState> threads{};
  KernelState kernel{};

  bool stopped() const { return letter == 'T' || letter == 't'; }
};

/// The PEs that have not finished, after asking them for their stacks.
std::vector<PeState> ask_pes(std::span<const BoardFile> boards, ElfFiles& files);

}  // namespace isthmus::oshrun
