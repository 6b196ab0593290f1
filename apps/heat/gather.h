// Reading the distributed field on one PE.
#pragma once
#include "block.h"

/// Copies the plane of global index z, x fastest, from all PEs. `field` is symmetric and at rest.
void gather_plane(const Grid* grid, const double* field, int z, double* plane);
