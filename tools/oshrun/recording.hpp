// --profile and --trace: the profiling library is loaded into the PEs, and PE 0 writes the files at shmem_finalize.
#pragma once
#include <ctime>
#include <string>
#include <vector>

#include "options.hpp"

namespace isthmus::oshrun {

class Job;

class Recording {
 public:
  /// Adds to the PEs' environment what loads the library and names its files. On this machine files that are not there
  /// are made, so that one that cannot be written is reported before the job and not after it. Throws LaunchError.
  Recording(Options& options, std::string program);

  /// After the job: a line for each file that was not written says why nothing was recorded. One that the constructor
  /// made is removed then; nothing else is, and devices and pipes are not looked at.
  void report_missing(const Job& job, int code) const;

 private:
  struct File {
    const char* option;
    std::string path;
    bool made = false;       ///< by us
    timespec modified = {};  ///< before the job, where it is a regular file
    bool is_regular = false;
  };
  void prepare(File& file) const;
  const std::string program_;
  std::vector<File> files_;
};

}  // namespace isthmus::oshrun
