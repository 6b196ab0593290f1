// What is computed on the device; all addresses are the device's.
#pragma once
#include "problem.h"

/// The transforms of `rows` rows of n. The result is in one of the two buffers, which it returns.
Complex* fft_rows(Complex* data, Complex* scratch, const Complex* roots, long rows, long n);
/// Cuts the stripe into blocks for each PE and transposes each, and back into rows.
void fft_pack(const Complex* stripe, Complex* blocks, long rows, long n);
void fft_unpack(const Complex* blocks, Complex* stripe, long rows, long n);
