#include <shmem.h>

static_assert(__cplusplus < 201703L, "the parent asked for C++14");

int careless(double value, int unused) {
  int narrowed = value;
  {
    int narrowed = 2;
    (void)narrowed;
  }
  return narrowed;
}
