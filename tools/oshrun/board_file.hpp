// The board of a job (src/base/job_board.hpp) as oshrun makes it and osh_ps opens it.
#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

#include "base/fd.hpp"
#include "base/job_board.hpp"
#include "base/mapping.hpp"

namespace isthmus::oshrun {

class BoardFile {
 public:
  /// Makes the board of a job of `n` PEs. Where the kernel or a limit refuses the file, the board is oshrun's alone:
  /// the PEs then do not say what they wait for.
  BoardFile(int n, int nodes, const std::string& job, const std::string& program);
  /// Opens the board that this process made, an oshrun or a PE of another launcher. Empty if it made none, or is
  /// another user's.
  static BoardFile of(pid_t pid);

  explicit operator bool() const { return static_cast<bool>(mapping_); }
  base::Board& board() const { return *static_cast<base::Board*>(mapping_.get()); }
  base::BoardPe& place(int i) const { return board().place(i); }
  /// For the PEs to inherit; -1 where there is no file.
  int fd() const { return fd_ ? fd_.get() : -1; }

 private:
  BoardFile() = default;

  base::Fd fd_;
  base::Mapping mapping_;
};

/// A job of which PEs run on this machine. Its boards are that of its oshrun, or those of these PEs.
struct RunningJob {
  pid_t id = 0;  // of its oshrun, or of the first of the PEs
  std::vector<BoardFile> boards{};
};

/// The jobs of this user on this machine, in the order of their ids.
std::vector<RunningJob> running_jobs();

}  // namespace isthmus::oshrun
