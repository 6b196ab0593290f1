// The exchange of face values with the six neighbours, while the inside is computed: standard.c, extended.c,
// device.c, mpi.c.
#pragma once
#include <stdint.h>

#include "block.h"

extern const char exchange_name[];

/// Collective.
void exchange_open(const Grid* grid);
void exchange_close(void);

/// Sends the faces of `field`, an address of the device, for this step (0, 1, ...).
void exchange_send(const Block* block, const double* field, uint64_t step);

/// Waits for the six faces of this step and writes them to the ghost layer of `field`.
void exchange_receive(const Block* block, double* field, uint64_t step);

/// The face on which the neighbour across `face` receives.
static inline int far_side(int face) { return face ^ 1; }
