#include "slice.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../frame/colour.h"
#include "../frame/job.h"
#include "../frame/png_file.h"
#include "gather.h"
#include "local_memory.h"

enum { kLeastPixels = 512, kGap = 8, kViewColumns = 64 };

Slice slice_take(const Grid* grid, const double* field) {
  const size_t room = job_me() == 0 ? (size_t)grid->cells[0] * (size_t)grid->cells[1] : 1;
  Slice slice = {grid->cells[0], grid->cells[1], local_doubles(room)};
  gather_plane(grid, field, grid->cells[2] / 2, slice.value);
  return slice;
}

void slice_drop(Slice* slice) {
  free(slice->value);
  slice->value = NULL;
}

static double hottest(const Slice* slice) {
  double most = 0;
  for (int i = 0; i < slice->width * slice->height; ++i) most = fmax(most, slice->value[i]);
  return most > 0 ? most : 1;
}

static double cell(const Slice* slice, int x, int y) {
  const int column = (x + slice->width) % slice->width, row = (y + slice->height) % slice->height;
  return slice->value[(size_t)row * (size_t)slice->width + (size_t)column];
}

/// Bilinear between cell centres; x and y in cells, periodic.
static double sample(const Slice* slice, double x, double y) {
  const double left = floor(x - 0.5), low = floor(y - 0.5);
  const double across = x - 0.5 - left, up = y - 0.5 - low;
  const int i = (int)left, j = (int)low;
  return (1 - up) * ((1 - across) * cell(slice, i, j) + across * cell(slice, i + 1, j)) +
         up * ((1 - across) * cell(slice, i, j + 1) + across * cell(slice, i + 1, j + 1));
}

static void paint(const Slice* slice, double hot, double scale, Colour* pixels, int left, int row_length) {
  const int width = (int)(slice->width * scale), height = (int)(slice->height * scale);
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      // Images count rows from the top, the box counts y from the bottom.
      const double heat = sample(slice, (column + 0.5) / scale, slice->height - (row + 0.5) / scale);
      pixels[(size_t)row * (size_t)row_length + (size_t)(left + column)] = colour_of(heat / hot);
    }
  }
}

const char* slice_write_png(const Slice* start, const Slice* end, const char* file) {
  const double scale = ceil(fmax(1, (double)kLeastPixels / fmin(start->width, start->height)));
  const int width = (int)(start->width * scale), height = (int)(start->height * scale);
  const int whole = 2 * width + kGap;
  Colour* pixels = malloc((size_t)whole * (size_t)height * sizeof(Colour));
  if (!pixels) return "out of memory";
  for (size_t i = 0; i < (size_t)whole * (size_t)height; ++i) pixels[i] = (Colour){255, 255, 255};
  const double hot = hottest(start);
  paint(start, hot, scale, pixels, 0, whole);
  paint(end, hot, scale, pixels, width + kGap, whole);
  const char* problem = png_write(file, whole, height, pixels);
  free(pixels);
  return problem;
}

void slice_view(const Slice* slice) {
  const double hot = hottest(slice), scale = (double)slice->width / kViewColumns;
  const int rows = (int)(slice->height / scale / 2);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < kViewColumns; ++column) {
      const double x = (column + 0.5) * scale, y = slice->height - (2 * row + 0.5) * scale;
      const Colour top = colour_of(sample(slice, x, y) / hot), bottom = colour_of(sample(slice, x, y - scale) / hot);
      printf("\033[38;2;%d;%d;%dm\033[48;2;%d;%d;%dm\u2580", top.red, top.green, top.blue, bottom.red, bottom.green,
             bottom.blue);
    }
    printf("\033[0m\n");
  }
}
