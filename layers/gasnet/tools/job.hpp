#pragma once

namespace isthmus::gasnet::tools {

// Tells the tools which rank of a job this process is: rank 0 alone reports the environment. Without a call, the
// process is on its own.
void set_job_rank(int rank);

}  // namespace isthmus::gasnet::tools
