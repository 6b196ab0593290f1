// Reading the distributed field on one PE.
#pragma once
#include "block.h"

/// Collective: copies the plane of global index z, x fastest, from all PEs to `plane` on PE 0; null elsewhere. `field`
/// is this PE's block, on the host.
void gather_plane(const Grid* grid, const double* field, int z, double* plane);
