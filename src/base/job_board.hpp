// The board of a job: a file in memory with a place for each PE, which holds how far the PE is, what its threads wait
// for and, when asked, their stacks. oshrun and osh_ps read it to tell where a job hangs (tools/oshrun/hang.hpp). The
// file has no name, and is gone with the last process that has it open. oshrun makes one for all PEs that it starts;
// where another launcher starts them, each PE makes one with a single place.
//
// A PE is asked for its stacks by a signal to each thread after `request` of the board has been raised; the answer
// carries the number of the request. What a reader finds may be changing, so it is checked before it is believed.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/waits_for.hpp"

namespace isthmus::base {

/// The file's name in /proc/PID/fd, by which osh_ps finds it. The number is that of the layout.
inline constexpr const char* kBoardName = "isthmus-job-2";

inline constexpr std::size_t kFrames = 48, kThreads = 8;

/// A thread of a PE that has slept in a wait of the library, or was asked for its stack.
struct BoardThread {
  std::atomic<std::int32_t> tid;
  std::atomic<std::uint32_t> answered;  ///< the request that `frames` answers
  std::atomic<std::uint64_t> since;     ///< by CLOCK_MONOTONIC, in ns; 0 while the thread does not sleep in a wait
  WaitsFor what;                        ///< while `since` is not 0
  std::array<char, 48> call;            ///< the same: the function that the program called, or ""
  std::uint32_t n_frames;
  std::array<std::uint64_t, kFrames> frames;  ///< addresses of instructions, the innermost first
};

/// The last wait of a kernel that outlasted SHMEM_DEVICE_WAIT_REPORT. Nobody tells when such a wait ends.
struct BoardKernel {
  std::atomic<std::uint64_t> reported;  ///< when it had lasted that long, by CLOCK_MONOTONIC in ns; 0: there was none
  std::uint64_t address, wanted, seen;
  std::array<char, 64> call;
};

struct BoardPe {
  enum Phase : std::int32_t { started, joined, left, finished };
  // Written by oshrun, or by the PE where that made the board.
  std::atomic<std::int32_t> group;  ///< the process group of the PE, 0 before it is started
  std::atomic<Phase> phase;         ///< joined after the PE's enter message, left after its leave message
  std::atomic<bool> in_fence;       ///< waits for the other PEs in shmem_init or shmem_finalize
  // Written by the PE.
  std::atomic<std::int32_t> pid;     ///< of the process that is the PE, perhaps a child of the one that oshrun started
  std::atomic<std::int32_t> signal;  ///< by which its threads are asked; 0 where they cannot be
  BoardKernel kernel;
  std::array<BoardThread, kThreads> threads;
};

struct Board {
  std::int32_t n, nodes;  ///< places, and virtual nodes
  std::int32_t first;     ///< the PE that has the first place
  std::int32_t pes;       ///< of the whole job: more than places if each PE made its own board
  std::int32_t oshrun;    ///< its pid; 0 if the PE made the board
  std::array<char, 64> job;
  std::array<char, 256> program;
  std::uint64_t started;  ///< by CLOCK_MONOTONIC, in ns
  std::atomic<std::uint32_t> request;

  static constexpr std::size_t bytes(int n) { return kHeader + static_cast<std::size_t>(n) * sizeof(BoardPe); }
  BoardPe& place(int i) { return reinterpret_cast<BoardPe*>(reinterpret_cast<char*>(this) + kHeader)[i]; }

  /// Sets the time, and what osh_ps calls the job.
  void begin(std::string_view job_name, std::string_view program_name);

 private:
  static constexpr std::size_t kHeader = 512;
};
static_assert(sizeof(Board) <= 512 && std::atomic<std::uint64_t>::is_always_lock_free);

/// CLOCK_MONOTONIC in ns.
std::uint64_t board_time();

/// Gives this process the place of PE `pe` on the board behind this descriptor, which may be closed afterwards, and
/// lets it answer requests. Returns false, having done nothing, if it is no board or this process has one: something
/// between oshrun and the program may have closed the board, and the descriptor may be a file of the program's.
bool attach_board(int fd, int pe);
/// Makes a board for this PE alone, one of `pes`, which stays open until the process ends. Does nothing where there is
/// one.
void make_board(int pe, int pes, std::string_view job);
/// Writes how far this PE is to the board that it made.
void set_phase_on_board(BoardPe::Phase phase);
/// Shows a kernel's wait that has just lasted too long.
void show_kernel_wait(std::string_view call, std::uint64_t address, std::uint64_t wanted, std::uint64_t seen);

}  // namespace isthmus::base
