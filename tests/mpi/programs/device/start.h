// How the programs begin: the MPI, the driver of the kind that the first argument names, and the world as `comm`.
#ifndef TESTS_MPI_DEVICE_START_H
#define TESTS_MPI_DEVICE_START_H

#include "../check.h"
#include "driver.h"

// Returns the level of threads that the MPI provides.
static inline int start_on_device(int* argc, char*** argv, int level) {
  int provided = 0;
  MPI_Init_thread(argc, argv, level, &provided);
  driver_open(*argc > 1 ? (*argv)[1] : "CUDA");
  comm = MPI_COMM_WORLD, comm_name = "world";
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  return provided;
}

#endif
