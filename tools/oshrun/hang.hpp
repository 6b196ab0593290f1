// Where the PEs of a job are: the call that each is in, since when, what it waits for, and its stack. oshrun prints it
// when its time is up and on SIGQUIT, osh_ps from another terminal.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "board_file.hpp"

namespace isthmus::oshrun {

/// Asks the PEs for their stacks, waits up to half a second for the answers, and describes the job in lines without a
/// newline at their end. PEs at the same place share their lines. A PE that cannot answer, because it is stopped, say,
/// is described by what it showed on the board before, and by the kernel. `boards` are those of one job.
std::vector<std::string> describe_pes(std::span<const BoardFile> boards);

}  // namespace isthmus::oshrun
