#include <gasnetex.h>
#include <shmem.h>

#include <cstdio>
#include <cstdlib>

#include "job.hpp"

extern "C" void gasnet_exit(int code) {
  std::fflush(nullptr);
  if (isthmus::gasnet::job.size == 0) std::exit(code);
  shmem_finalize();
  std::exit(code);
}
