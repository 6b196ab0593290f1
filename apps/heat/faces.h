// Copies between the faces of a block and contiguous arrays, both on the device.
#pragma once
#include "block.h"

/// The block's own cells next to a face.
void face_pack(const Block* block, int face, const double* field, double* flat);
/// The ghost cells behind it.
void face_unpack(const Block* block, int face, const double* flat, double* field);
