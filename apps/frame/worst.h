#pragma once
#include <math.h>

/// The larger of two errors. One that is no number stays, since no result that has one is right.
static inline double worse(double one, double other) { return one <= other ? other : other <= one ? one : NAN; }
