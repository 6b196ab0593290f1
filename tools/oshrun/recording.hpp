// --profile and --trace: the profiling library is loaded into the PEs, and PE 0 writes the files at shmem_finalize.
#pragma once
#include <string>
#include <vector>

#include "options.hpp"

namespace isthmus::oshrun {

class Job;

class Recording {
 public:
  /// Adds to the PEs' environment what loads the library and names its files. On this machine the files are made empty,
  /// so that one that cannot be written is reported before the job and not after it. Throws LaunchError.
  Recording(Options& options, std::string program);

  /// After the job: a line for each file that is still empty says why nothing was recorded.
  void report_missing(const Job& job, int code) const;

 private:
  struct File {
    const char* option;
    std::string path;
  };
  const std::string program_;
  std::vector<File> files_;
};

}  // namespace isthmus::oshrun
