// The middle slice of the box and how it is shown.
#pragma once
#include "block.h"

typedef struct {
  int width, height;
  double* value;  // x fastest
} Slice;

/// Collective: takes the slice in the middle of z, on PE 0. `field` is this PE's block, on the host.
Slice slice_take(const Grid* grid, const double* field);
void slice_drop(Slice* slice);

/// Both slices side by side on one colour scale, at least 512 pixels high, as a PNG. Null, or what went wrong.
const char* slice_write_png(const Slice* start, const Slice* end, const char* file);

/// The slice in a terminal, two cells per character.
void slice_view(const Slice* slice);
