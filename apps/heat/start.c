#include "start.h"

#include <math.h>

typedef struct {
  double at[kAxes], width, heat;  // in lengths of the box
} Spot;

static const Spot kSpots[] = {
    {{0.28, 0.30, 0.50}, 0.080, 1.00}, {{0.70, 0.24, 0.46}, 0.055, 0.90}, {{0.55, 0.62, 0.54}, 0.110, 0.80},
    {{0.20, 0.74, 0.50}, 0.045, 1.00}, {{0.82, 0.80, 0.52}, 0.065, 0.95}, {{0.97, 0.50, 0.50}, 0.040, 0.85},
    {{0.42, 0.96, 0.48}, 0.050, 0.90}, {{0.50, 0.44, 0.50}, 0.030, 1.00}, {{0.12, 0.08, 0.02}, 0.090, 1.00},
};

double start_value(const int cells[kAxes], int x, int y, int z) {
  const int cell[kAxes] = {x, y, z};
  double sum = 0;
  for (size_t i = 0; i < sizeof(kSpots) / sizeof(kSpots[0]); ++i) {
    double distance2 = 0;
    for (int axis = 0; axis < kAxes; ++axis) {
      double d = fabs((cell[axis] + 0.5) / cells[axis] - kSpots[i].at[axis]);
      if (d > 0.5) d = 1 - d;  // the nearest periodic image
      distance2 += d * d;
    }
    sum += kSpots[i].heat * exp(-distance2 / (2 * kSpots[i].width * kSpots[i].width));
  }
  return sum;
}

void start_fill(const Grid* grid, const Block* block, double* field) {
  for (int z = 1; z <= block->cells[2]; ++z) {
    for (int y = 1; y <= block->cells[1]; ++y) {
      for (int x = 1; x <= block->cells[0]; ++x) {
        field[block_at(block, x, y, z)] =
            start_value(grid->cells, block->first[0] + x - 1, block->first[1] + y - 1, block->first[2] + z - 1);
      }
    }
  }
}
