#include "local_memory.h"

#include <stdlib.h>

#include "../frame/job.h"

double* local_doubles(size_t count) {
  double* memory = malloc(count * sizeof(double));
  if (!memory) job_fail("heat", "out of memory; use a smaller --size");
  return memory;
}
