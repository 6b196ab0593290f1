// The magnitude of a transform as a picture.
#pragma once
#include "problem.h"

/// Null, or what went wrong. Frequency 0 is in the middle, and the scale is logarithmic.
const char* picture_write(const char* file, const Complex* transposed, long n);
