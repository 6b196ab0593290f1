// The settings SHMEM_OMP_*, which libisthmus lists and documents (src/config/settings.def), but does not use.
#pragma once
#include "selection.hpp"

namespace isthmus::omp {

struct Settings {
  Mode mode = Mode::selected;
  int partition = 0;  ///< 0: every partition in device memory
  int mirror_percent = 50, pool_percent = 25;
  bool check = false;
};

/// Reads the environment. A bad value ends the job with a message.
Settings read_settings();

}  // namespace isthmus::omp
