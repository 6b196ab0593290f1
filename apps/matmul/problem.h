// C = A * B of n x n matrices, all cut into stripes of rows. The stripes of B go round a ring of PEs, while each
// multiplies the one it has (Cannon's algorithm in one dimension). An exchange (standard.c, extended.c, device.c, mpi.c)
// is how a stripe gets to the neighbour.
#pragma once
#include <stddef.h>

extern const char exchange_name[];

/// Collective. Two buffers for stripes of B, as addresses of the device.
void exchange_open(size_t bytes, double* stripe[2]);
/// Begins to send stripe[from] to the left neighbour, into its stripe[1 - from].
void exchange_begin(int from, size_t bytes);
/// All PEs' sending is complete, and what the right neighbour sent is there.
void exchange_end(int from, size_t bytes);
void exchange_close(size_t bytes);

/// c[rows][n] += a[rows][k's columns from `column` on] * b[rows][n], all on the device; a's rows have n columns, too.
/// product_host.c for the host's caches, product_device.c for many threads, device.c to send b meanwhile.
void product_add(const double* a, const double* b, double* c, long column, long rows, long n);

/// An element of A (which = 0) or B (which = 1), between -1 and 1.
double start_value(int which, long row, long column);

/// On PE 0: how far `c` is from the product, relative to n. oracle_blas.c, or oracle_vectors.c without BLAS.
double oracle_error(const double* c, long n);
extern const char oracle_name[];
