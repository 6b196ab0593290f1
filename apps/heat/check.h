// Is the result right? The heat of the box must be conserved, and the field must agree with an oracle that uses
// neither the blocks nor the halo exchange: for small problems the whole box computed by PE 0 alone, for large ones the
// known decay of a few Fourier modes.
#pragma once
#include "block.h"
#include "spectrum.h"

typedef struct {
  const char* oracle;  // for people: what the field was compared with
  double error;        // the largest difference, relative to the largest value (or to the heat, for modes)
  double heat_error;   // relative change of the total heat
  int passed;
} Verdict;

/// Collective; the verdict is PE 0's. Compares `field`, this PE's block on the host after `steps`, with what it must
/// be. `start` and `end` are the spectra before and after.
Verdict check_field(const Grid* grid, const double* field, const Spectrum* start, const Spectrum* end, int steps,
                    double alpha);
