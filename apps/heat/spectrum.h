// A few Fourier modes of the temperature. The stencil multiplies each mode by a known factor per step, whatever the
// blocks, so the modes at the end follow from those at the start. Mode 0 is the total heat, whose factor is 1.
#pragma once
#include "block.h"

enum { kModes = 5 };

typedef struct {
  double re[kModes], im[kModes];
} Spectrum;

/// Collective; `field` is this PE's block, on the host.
Spectrum spectrum_of(const Grid* grid, const Block* block, const double* field);

/// What one step multiplies the mode by.
double spectrum_factor(const Grid* grid, int mode, double alpha);
