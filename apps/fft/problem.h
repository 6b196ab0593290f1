// The Fourier transform of an n x n matrix of complex numbers, cut into stripes of rows: transform the rows, transpose,
// transform the rows again. by_blocks.c transposes by an exchange of blocks (standard.c, extended.c, mpi.c), device.c from
// inside the transform.
#pragma once
#include <stddef.h>

typedef struct {
  double re, im;
} Complex;

extern const char exchange_name[];

/// Collective. What the transposition needs for stripes of `bytes`.
void transpose_open(size_t bytes);
void transpose_close(size_t bytes);
/// Collective: the transforms of this PE's `rows` rows of n in `data`, and the transposition of the whole matrix. Returns the
/// buffer with this PE's stripe of it, and the seconds in which nothing but the exchange was done. All on the device.
Complex* transform_and_transpose(Complex* data, Complex* scratch, const Complex* roots, long rows, long n,
                                 double* exchange);

/// On PE 0: the largest difference between the transform of `matrix` and `transposed`, its claimed transform with rows
/// and columns swapped; relative to the largest value. oracle_fftw.c, or oracle_sums.c where FFTW is not there. `transposed` was made in so many
/// stripes.
double oracle_error(const Complex* matrix, const Complex* transposed, long n, int stripes);
extern const char oracle_name[];
