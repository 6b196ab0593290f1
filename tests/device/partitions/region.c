/* A target region: OpenMP's runtime sees no device before a program that has one is loaded. As a program of its own
 * (PROBE) it tells whether there is a device to run it on. */
#include <omp.h>

int target_region(void);

int target_region(void) {
  int elsewhere = 0;
#pragma omp target map(from : elsewhere)
  elsewhere = omp_is_initial_device() == 0;
  return elsewhere;
}

#ifdef PROBE
int main(void) { return target_region() && omp_get_num_devices() > 0 ? 0 : 1; }
#endif
