// Lines to standard error, each written by one write(2) so that lines of different PEs never mix.
#pragma once
#include <string>

namespace isthmus::base {

/// Always printed: "isthmus: PE 2 on host: <line>" (without the PE outside a job).
void say(const std::string& line);

/// Printed only under SHMEM_DEBUG.
void debug(const std::string& line);
void set_debug(bool on);

const char* host_name();

}  // namespace isthmus::base
