#include "picture.h"

#include <math.h>
#include <stdlib.h>

#include "../frame/png_file.h"

enum { kMostPixels = 1024 };

static double brightness(const Complex* value, double largest) {
  const double decades = log10(hypot(value->re, value->im) / largest + 1e-12);
  return 1 + decades / 6;  // black at a millionth
}

const char* picture_write(const char* file, const Complex* transposed, long n) {
  const long pixels = n < kMostPixels ? n : kMostPixels, step = n / pixels;
  Colour* image = malloc((size_t)(pixels * pixels) * sizeof *image);
  if (!image) return "out of memory";
  double largest = 0;
  for (long i = 0; i < n * n; ++i) largest = fmax(largest, hypot(transposed[i].re, transposed[i].im));
  for (long y = 0; y < pixels; ++y) {
    for (long x = 0; x < pixels; ++x) {
      const long row = (y * step + n / 2) % n, column = (x * step + n / 2) % n;
      image[y * pixels + x] = colour_of(brightness(&transposed[column * n + row], largest));
    }
  }
  const char* trouble = png_write(file, (int)pixels, (int)pixels, image);
  free(image);
  return trouble;
}
