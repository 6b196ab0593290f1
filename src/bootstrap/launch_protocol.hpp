// The protocol between oshrun and the library in the PEs that it started, over a stream socket that each PE inherits.
//
// The PE finds the socket by one environment variable, a Launch as text. Each message is a Header and `size` bytes.
// The PE sends enter, leave and end_job at any time; after a fence it waits for `everyone`. oshrun learns of a PE's end
// from the kernel, never from this socket, since a fork child may hold it open.
#pragma once
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>

#include "base/error.hpp"

namespace isthmus::bootstrap {

inline constexpr const char* kLaunchVariable = "ISTHMUS_LAUNCH";
/// For scripts around a program, which want to know who they are before it starts: this PE, the number of PEs, and this
/// PE's place among those of its node.
inline constexpr const char* kPeVariable = "ISTHMUS_PE";
inline constexpr const char* kNPesVariable = "ISTHMUS_N_PES";
inline constexpr const char* kNodePeVariable = "ISTHMUS_NODE_PE";

/// What oshrun tells a PE.
struct Launch {
  int fd = -1, pe = 0, n = 0, node = 0, board = -1;  ///< `board`: of the job (base/job_board.hpp); -1 if it has none
  std::string job;

  /// The variable's value, such as "fd=5,pe=2,n=4,node=0,job=<id>,board=6".
  std::string text() const {
    const std::string start = base::text("fd=%d,pe=%d,n=%d,node=%d,job=%s", fd, pe, n, node, job.c_str());
    return board < 0 ? start : start + base::text(",board=%d", board);
  }
  /// Nothing if oshrun did not write this.
  static std::optional<Launch> read(const char* value) {
    Launch launch;
    char job[64] = "";
    const int fields = std::sscanf(value, "fd=%d,pe=%d,n=%d,node=%d,job=%63[^,],board=%d", &launch.fd, &launch.pe,
                                   &launch.n, &launch.node, job, &launch.board);
    if (fields < 5 || launch.n < 1 || launch.pe < 0 || launch.pe >= launch.n) return std::nullopt;
    launch.job = job;
    return launch;
  }
};

enum class Message : std::uint32_t {
  enter = 1,  // PE: joins; its exit counts as a failure from here on
  leave,      // PE: may exit now
  fence,      // PE: payload is pack() of its values; waits for `everyone`
  end_job,    // PE: payload is an int32 status; the job ends now
  everyone,   // oshrun: a round (round.hpp): the payload, or the file whose descriptor comes with an empty payload
  go,         // oshrun: the end_job is taken, this PE may exit
};

struct Header {
  Message message;
  std::uint32_t size;
};

/// The largest `size`. No round of any job comes near it; more means that something else writes to the socket.
inline constexpr std::uint32_t kLargestMessage = 1U << 30;

}  // namespace isthmus::bootstrap
