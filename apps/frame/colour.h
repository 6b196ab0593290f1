// A colour scale from black through violet and orange to pale yellow, of evenly rising lightness.
#pragma once

typedef struct {
  unsigned char red, green, blue;
} Colour;

/// `heat` from 0 to 1; what lies outside takes the colour of the nearer end.
Colour colour_of(double heat);
