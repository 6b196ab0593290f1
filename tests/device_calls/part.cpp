// A shared object with device code of its own, and so with a copy of the state of its own.
#include <shmemx_device.h>

extern "C" int number_in_part() {
  int number = -1;
#pragma omp target map(from : number)
  number = ISTHMUS_DEVICE_CALLED(my_pe)();
  return number;
}
