// The exchange of face values with the six neighbours: each PE puts its faces into the neighbours' memory, with a
// counter per face that says up to which step they have arrived. There is no barrier in the time loop.
#pragma once
#include <stdint.h>

#include "block.h"

typedef struct {
  double* received;   // symmetric: [2 parities of the step][kFaces][face_size]
  uint64_t* arrived;  // symmetric: [kFaces], the number of steps whose halo is here
  double* packed;     // one face, local
  size_t face_size;
} Halo;

/// Collective. False on all PEs where symmetric memory is short.
int halo_open(Halo* halo, const Grid* grid);
void halo_close(Halo* halo);

/// Sends the faces of `field` for this step (0, 1, ...).
///
/// Two parities are enough: a PE sends for step s+2 after it has received its neighbours' faces for step s+1, and they
/// send those after they have read everything for step s.
void halo_send(Halo* halo, const Block* block, const double* field, uint64_t step);

/// Waits for the six faces of this step and writes them to the ghost layer of `field`.
void halo_receive(Halo* halo, const Block* block, double* field, uint64_t step);
