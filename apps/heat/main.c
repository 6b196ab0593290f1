// heat: the 3D heat equation on a periodic box, one block of cells per PE (see --help).
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../frame/device.h"
#include "../frame/job.h"
#include "check.h"
#include "exchange.h"
#include "local_memory.h"
#include "options.h"
#include "report.h"
#include "slice.h"
#include "start.h"
#include "stencil.h"

typedef struct {
  Grid grid;
  Block block;
  double *now, *next;  // on the device
  double* here;        // a copy on the host, to begin with and to look at
  size_t bytes;        // of each
} Problem;

/// Collective: all PEs stop with the same status.
static int open_problem(Problem* problem, const Options* options) {
  if (!grid_cut(&problem->grid, options->cells, job_pes())) {
    if (job_me() == 0) {
      fprintf(stderr, "heat: the box has too few cells to give every PE a block; use fewer PEs or a larger --size\n");
    }
    return 0;
  }
  problem->block = grid_block(&problem->grid, job_me());
  problem->bytes = grid_field_size(&problem->grid) * sizeof(double);
  problem->now = device_alloc(problem->bytes);
  problem->next = device_alloc(problem->bytes);
  problem->here = local_doubles(problem->bytes / sizeof(double));
  memset(problem->here, 0, problem->bytes);
  exchange_open(&problem->grid);
  return 1;
}

static void close_problem(Problem* problem) {
  exchange_close();
  free(problem->here);
  device_free(problem->next);
  device_free(problem->now);
}

/// A wrong value in the ghost layer, to see the check fail.
static void spoil(const Problem* problem) {
  double value, *ghost = problem->now + block_at(&problem->block, 0, 1, 1);
  device_read(&value, ghost, sizeof value);
  value += 1;
  device_write(ghost, &value, sizeof value);
}

static void run_steps(Problem* problem, const Options* options) {
  const double begin = job_clock();
  double shown = begin;
  for (int step = 0; step < options->steps; ++step) {
    const Block* block = &problem->block;
    exchange_send(block, problem->now, (uint64_t)step);
    stencil_inside(block, options->alpha, problem->now, problem->next);
    exchange_receive(block, problem->now, (uint64_t)step);
    if (step == options->spoil && job_me() == job_pes() - 1) spoil(problem);
    stencil_shell(block, options->alpha, problem->now, problem->next);
    double* swapped = problem->now;
    problem->now = problem->next;
    problem->next = swapped;
    if (options->progress && job_me() == 0 && job_clock() - shown > 1) {
      shown = job_clock();
      report_progress(options, step + 1, shown - begin);
    }
  }
  if (shown > begin) report_progress_end();
}

/// On PE 0: the picture and the file that were asked for; false where one could not be written.
static int write_files(const Options* options, const Grid* grid, const Result* result, const Slice* before,
                       const Slice* after) {
  int written = 1;
  if (options->png) {
    const char* trouble = slice_write_png(before, after, options->png);
    printf("picture: %s%s%s\n", options->png, trouble ? " not written: " : " (middle slice: start, end)",
           trouble ? trouble : "");
    written = trouble == NULL;
  }
  if (options->json && !report_json(options, grid, result)) {
    fprintf(stderr, "heat: cannot write %s: %s\n", options->json, strerror(errno));
    written = 0;
  }
  return written;
}

/// Everything between init and finalize; the exit status of this PE.
static int heat(const Options* options) {
  Problem problem;
  Result result = {0};
  Spectrum start = {0}, end = {0};
  int failed = 0;
  if (!open_problem(&problem, options)) return 1;
  const Grid* grid = &problem.grid;

  start_fill(grid, &problem.block, problem.here);
  device_write(problem.now, problem.here, problem.bytes);
  device_write(problem.next, problem.here, problem.bytes);
  if (options->check) start = spectrum_of(grid, &problem.block, problem.here);
  Slice before = slice_take(grid, problem.here);

  job_barrier();
  const double begin = job_clock();
  run_steps(&problem, options);
  job_barrier();
  result.seconds = job_max(job_clock() - begin);
  result.updates_per_second =
      (double)options->cells[0] * options->cells[1] * options->cells[2] * options->steps / result.seconds;

  device_read(problem.here, problem.now, problem.bytes);
  Slice after = slice_take(grid, problem.here);
  if (options->check) {
    end = spectrum_of(grid, &problem.block, problem.here);
    result.verdict = check_field(grid, problem.here, &start, &end, options->steps, options->alpha);
  }
  if (job_me() == 0) {
    failed |= options->check && !result.verdict.passed;
    if (options->view) slice_view(&after);
    report_result(options, grid, &result);
    failed |= !write_files(options, grid, &result, &before, &after);
  }
  slice_drop(&before);
  slice_drop(&after);
  close_problem(&problem);
  return failed;
}

int main(int argc, char** argv) {
  Options options;
  char problem[256];
  int status = 0;
  job_begin(0);
  const int root = job_me() == 0;
  switch (options_parse(&options, argc, argv, problem, sizeof(problem))) {
    case kRun:
      device_begin(job_me());
      status = heat(&options);
      break;
    case kHelp:
      if (root) options_help(stdout, argv[0]);
      break;
    case kBadUsage:
      if (root) fprintf(stderr, "heat: %s\n", problem);
      status = 2;
      break;
  }
  job_end();
  return status;
}
