// The Fourier transform of an n x n matrix of complex numbers, cut into stripes of rows: transform the rows, transpose,
// transform the rows again. An exchange (standard.c, extended.c, mpi.c) is how blocks get from each PE to each other.
#pragma once
#include <stddef.h>

typedef struct {
  double re, im;
} Complex;

extern const char exchange_name[];

/// Collective. Two buffers of `bytes` for each PE, as addresses of the device.
void exchange_open(size_t bytes, void** send, void** receive);
/// Block p of `send` goes to PE p, which finds it in `receive` as block me. Blocks of `bytes` / PEs.
void exchange_run(size_t bytes);
void exchange_close(size_t bytes);

/// On PE 0: the largest difference between the transform of `matrix` and `transposed`, its claimed transform with rows
/// and columns swapped; relative to the largest value. oracle_fftw.c, or oracle_sums.c where FFTW is not there.
double oracle_error(const Complex* matrix, const Complex* transposed, long n);
extern const char oracle_name[];
