// The timeline, in the format of Chrome's trace viewer, which Perfetto opens, too: a process for each PE, a track for
// each of its threads, a second track for a thread's calls on device memory, and tracks for what devices did.
#pragma once
#include <cstdio>

#include "analysis.hpp"

namespace isthmus::profile {

void write_trace(std::FILE* out, const JobReport& job);
/// One line: where the trace is, and what is missing in it.
void print_trace_line(std::FILE* out, const JobReport& job, const char* file);

}  // namespace isthmus::profile
