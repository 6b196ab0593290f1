#include "check.h"

#include <math.h>
#include <stdlib.h>

#include "../frame/job.h"
#include "../frame/worst.h"
#include "gather.h"
#include "local_memory.h"
#include "start.h"

// Up to here computing the problem again takes seconds and little memory.
static const double kLargestSerialWork = 2e9;     // cell updates
static const double kLargestSerialBox = 1 << 24;  // cells
// Both oracles and the sums differ from the parallel run in rounding alone.
static const double kTolerance = 1e-12;

/// One step on the whole box, neighbours found by periodic indices.
static void serial_step(const int cells[kAxes], double alpha, const double* from, double* to) {
  const int nx = cells[0], ny = cells[1], nz = cells[2];
  const size_t plane = (size_t)nx * (size_t)ny;
  for (int z = 0; z < nz; ++z) {
    const double* below = from + plane * (size_t)((z + nz - 1) % nz);
    const double* above = from + plane * (size_t)((z + 1) % nz);
    for (int y = 0; y < ny; ++y) {
      const size_t here = (size_t)nx * (size_t)y;
      const double* u = from + plane * (size_t)z;
      const double* south = u + (size_t)nx * (size_t)((y + ny - 1) % ny);
      const double* north = u + (size_t)nx * (size_t)((y + 1) % ny);
      for (int x = 0; x < nx; ++x) {
        const size_t at = here + (size_t)x;
        const int west = x == 0 ? nx - 1 : x - 1, east = x == nx - 1 ? 0 : x + 1;
        const double around =
            u[here + (size_t)west] + u[here + (size_t)east] + south[x] + north[x] + below[at] + above[at];
        to[plane * (size_t)z + at] = u[at] + alpha * (around - 6.0 * u[at]);
      }
    }
  }
}

/// The whole box after `steps`.
static double* serial_box(const int cells[kAxes], int steps, double alpha) {
  const size_t plane = (size_t)cells[0] * (size_t)cells[1], box = plane * (size_t)cells[2];
  double *from = local_doubles(box), *to = local_doubles(box);
  for (size_t i = 0; i < box; ++i) {
    from[i] = start_value(cells, (int)(i % (size_t)cells[0]), (int)(i / (size_t)cells[0] % (size_t)cells[1]),
                          (int)(i / plane));
  }
  for (int step = 0; step < steps; ++step) {
    serial_step(cells, alpha, from, to);
    double* swapped = from;
    from = to;
    to = swapped;
  }
  free(to);
  return from;
}

/// Largest difference between the field and the box computed by PE 0 alone; the hottest spot has about 1.
static double serial_error(const Grid* grid, const double* field, int steps, double alpha) {
  const size_t plane = (size_t)grid->cells[0] * (size_t)grid->cells[1];
  const int root = job_me() == 0;
  double *box = root ? serial_box(grid->cells, steps, alpha) : NULL, *got = local_doubles(root ? plane : 1), worst = 0;
  for (int z = 0; z < grid->cells[2]; ++z) {
    gather_plane(grid, field, z, got);
    for (size_t i = 0; root && i < plane; ++i) {
      const double difference = fabs(got[i] - box[plane * (size_t)z + i]);
      worst = worse(worst, difference);
    }
  }
  free(got);
  free(box);
  return worst;
}

static double mode_error(const Grid* grid, const Spectrum* start, const Spectrum* end, int steps, double alpha) {
  double worst = 0;
  for (int mode = 1; mode < kModes; ++mode) {
    const double decay = pow(spectrum_factor(grid, mode, alpha), steps);
    const double difference = hypot(end->re[mode] - decay * start->re[mode], end->im[mode] - decay * start->im[mode]);
    worst = worse(worst, difference);
  }
  return worst / start->re[0];
}

Verdict check_field(const Grid* grid, const double* field, const Spectrum* start, const Spectrum* end, int steps,
                    double alpha) {
  Verdict verdict;
  const double box = (double)grid->cells[0] * grid->cells[1] * grid->cells[2];
  verdict.heat_error = fabs(end->re[0] - start->re[0]) / start->re[0];
  if (box <= kLargestSerialBox && box * steps <= kLargestSerialWork) {
    verdict.oracle = "the same problem computed by one PE";
    verdict.error = serial_error(grid, field, steps, alpha);
  } else {
    verdict.oracle = "the exact decay of its Fourier modes";
    verdict.error = mode_error(grid, start, end, steps, alpha);
  }
  verdict.passed = verdict.error <= kTolerance && verdict.heat_error <= kTolerance;
  return verdict;
}
