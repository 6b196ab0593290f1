// What is computed on the device; all addresses are the device's.
#pragma once
#include "problem.h"

/// The transforms of `rows` rows of n. The result is in one of the two buffers, which it returns.
Complex* fft_rows(Complex* data, Complex* scratch, const Complex* roots, long rows, long n);
/// The same without the last step, which makes sum and difference of the elements k and k + n / 2 for all k below n / 2.
Complex* fft_rows_but_last(Complex* data, Complex* scratch, const Complex* roots, long rows, long n);
