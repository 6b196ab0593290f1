// A program and a shared object, each with device code: both copies of the state are filled.
#include <shmemx_device.h>

#include <cstdio>

extern "C" int number_in_part();

int main() {
  shmem_init();
  int number = -1;
#pragma omp target map(from : number)
  number = ISTHMUS_DEVICE_CALLED(my_pe)();
  const int me = shmem_my_pe(), there = number_in_part();
  if (number != me || there != me) std::printf("PE %d: the program's region says %d, the shared object's %d\n", me, number, there);
  shmem_finalize();
  return number != me || there != me;
}
