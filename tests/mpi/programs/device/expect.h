// The checks of tests/device/programs/driver.c, in a program for MPI.
#pragma once
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void expect_failed(const char* file, int line, const char* what) {
  fprintf(stderr, "FAILED: %s:%d: %s\n", file, line, what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}
#define EXPECT_EQ(seen, expected) EXPECT((seen) == (expected))
#define EXPECT(condition) ((condition) ? (void)0 : expect_failed(__FILE__, __LINE__, #condition))
