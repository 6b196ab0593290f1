// heat: the 3D heat equation on a periodic box, one block of cells per PE (see --help).
#include <errno.h>
#include <shmem.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "halo.h"
#include "options.h"
#include "report.h"
#include "slice.h"
#include "start.h"
#include "stencil.h"

typedef struct {
  Grid grid;
  Block block;
  Halo halo;
  double *now, *next;  // symmetric
} Problem;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/// Collective: all PEs stop with the same status.
static int open_problem(Problem* problem, const Options* options) {
  static const char kCannotCut[] =
      "the box has too few cells to give every PE a block; use fewer PEs or a larger --size";
  static const char kNoMemory[] = "out of symmetric memory; raise SHMEM_SYMMETRIC_SIZE or use a smaller --size";
  const char* trouble = NULL;
  if (!grid_cut(&problem->grid, options->cells, shmem_n_pes())) {
    trouble = kCannotCut;
  } else {
    const size_t bytes = grid_field_size(&problem->grid) * sizeof(double);
    problem->block = grid_block(&problem->grid, shmem_my_pe());
    problem->now = shmem_malloc(bytes);
    problem->next = problem->now ? shmem_malloc(bytes) : NULL;
    if (!problem->next || !halo_open(&problem->halo, &problem->grid)) trouble = kNoMemory;
  }
  if (trouble && shmem_my_pe() == 0) fprintf(stderr, "heat: %s\n", trouble);
  return trouble == NULL;
}

static void run_steps(Problem* problem, const Options* options) {
  const double begin = seconds();
  double shown = begin;
  for (int step = 0; step < options->steps; ++step) {
    const Block* block = &problem->block;
    halo_send(&problem->halo, block, problem->now, (uint64_t)step);
    stencil_inside(block, options->alpha, problem->now, problem->next);
    halo_receive(&problem->halo, block, problem->now, (uint64_t)step);
    if (step == options->spoil && shmem_my_pe() == shmem_n_pes() - 1) problem->now[block_at(block, 0, 1, 1)] += 1;
    stencil_shell(block, options->alpha, problem->now, problem->next);
    double* swapped = problem->now;
    problem->now = problem->next;
    problem->next = swapped;
    if (options->progress && shmem_my_pe() == 0 && seconds() - shown > 1) {
      shown = seconds();
      report_progress(options, step + 1, shown - begin);
    }
  }
  if (shown > begin) report_progress_end();
}

/// Everything between init and finalize; the exit status of this PE.
static int heat(const Options* options) {
  const int root = shmem_my_pe() == 0;
  Problem problem;
  Result result = {0};
  Spectrum start = {0}, end = {0};
  Slice before = {0}, after = {0};
  int failed = 0;
  if (!open_problem(&problem, options)) return 1;
  const Grid* grid = &problem.grid;

  start_fill(grid, &problem.block, problem.now);
  if (options->check) start = spectrum_of(grid, &problem.block, problem.now);
  shmem_barrier_all();
  if (root && options->png) before = slice_take(grid, problem.now);
  shmem_barrier_all();

  const double begin = seconds();
  run_steps(&problem, options);
  shmem_barrier_all();
  result.seconds = seconds() - begin;
  result.updates_per_second =
      (double)options->cells[0] * options->cells[1] * options->cells[2] * options->steps / result.seconds;

  if (options->check) end = spectrum_of(grid, &problem.block, problem.now);
  if (root) {
    after = slice_take(grid, problem.now);
    if (options->check) {
      result.verdict = check_field(grid, problem.now, &start, &end, options->steps, options->alpha);
      failed |= !result.verdict.passed;
    }
    if (options->view) slice_view(&after);
    report_result(options, grid, &result);
    if (options->png) {
      const char* trouble = slice_write_png(&before, &after, options->png);
      printf("picture: %s%s%s\n", options->png, trouble ? " not written: " : " (middle slice: start, end)",
             trouble ? trouble : "");
      failed |= trouble != NULL;
    }
    if (options->json && !report_json(options, grid, &result)) {
      fprintf(stderr, "heat: cannot write %s: %s\n", options->json, strerror(errno));
      failed = 1;
    }
    slice_drop(&before);
    slice_drop(&after);
  }
  shmem_barrier_all();
  halo_close(&problem.halo);
  // Which of the two is `now` depends on the number of steps alone, so all PEs free in the same order.
  shmem_free(problem.next);
  shmem_free(problem.now);
  return failed;
}

int main(int argc, char** argv) {
  Options options;
  char problem[256];
  int status = 0;
  shmem_init();
  const int root = shmem_my_pe() == 0;
  switch (options_parse(&options, argc, argv, problem, sizeof(problem))) {
    case kRun:
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
  shmem_finalize();
  return status;
}
