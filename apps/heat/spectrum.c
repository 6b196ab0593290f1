#include "spectrum.h"

#include <math.h>
#include <stdlib.h>

#include "../frame/job.h"
#include "local_memory.h"

static const int kWave[kModes][kAxes] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 2, 1}};
static const double kTwoPi = 6.283185307179586477;

static double turn(const Grid* grid, int mode, int axis) { return kTwoPi * kWave[mode][axis] / grid->cells[axis]; }

/// Adds the sum of u * exp(-i * phase) over this block; `wave` has room for two rows.
static void add_mode(const Grid* grid, const Block* block, const double* field, int mode, double* wave, Spectrum* sum) {
  const int n = block->cells[0];
  double *wave_re = wave, *wave_im = wave + n;
  for (int x = 0; x < n; ++x) {
    wave_re[x] = cos(turn(grid, mode, 0) * (block->first[0] + x));
    wave_im[x] = -sin(turn(grid, mode, 0) * (block->first[0] + x));
  }
  for (int z = 1; z <= block->cells[2]; ++z) {
    for (int y = 1; y <= block->cells[1]; ++y) {
      const double* row = field + block_at(block, 1, y, z);
      double re = 0, im = 0;
      for (int x = 0; x < n; ++x) {
        re += row[x] * wave_re[x];
        im += row[x] * wave_im[x];
      }
      const double phase =
          turn(grid, mode, 1) * (block->first[1] + y - 1) + turn(grid, mode, 2) * (block->first[2] + z - 1);
      sum->re[mode] += re * cos(phase) + im * sin(phase);
      sum->im[mode] += im * cos(phase) - re * sin(phase);
    }
  }
}

Spectrum spectrum_of(const Grid* grid, const Block* block, const double* field) {
  Spectrum whole, mine = {{0}, {0}};
  double* wave = local_doubles(2 * (size_t)block->cells[0]);
  for (int mode = 0; mode < kModes; ++mode) add_mode(grid, block, field, mode, wave, &mine);
  free(wave);
  for (int mode = 0; mode < kModes; ++mode) {
    whole.re[mode] = job_sum(mine.re[mode]);
    whole.im[mode] = job_sum(mine.im[mode]);
  }
  return whole;
}

double spectrum_factor(const Grid* grid, int mode, double alpha) {
  double factor = 1;
  for (int axis = 0; axis < kAxes; ++axis) factor -= alpha * (2 - 2 * cos(turn(grid, mode, axis)));
  return factor;
}
