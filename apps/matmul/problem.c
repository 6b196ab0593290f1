// matmul: the product of two matrices (see --help).
#include "problem.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "../frame/device.h"
#include "../frame/job.h"
#include "../frame/result.h"

static const double kAllowed = 1e-14;  // of n: the elements are about 1, and rounding errors add up

typedef struct {
  long n, rows;
  size_t bytes;       // of a stripe
  double *a, *b, *c;  // here: what they begin with, and the result
  double *a_there, *c_there, *stripe[2];
} Problem;

double start_value(int which, long row, long column) {
  uint64_t x = ((uint64_t)which << 62) ^ ((uint64_t)row << 31) ^ (uint64_t)column;
  x = (x ^ (x >> 31)) * 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 29)) * 0xBF58476D1CE4E5B9u;
  return (double)(x >> 11) / (double)(1ull << 52) - 1;
}

static double* allocate(size_t bytes) {
  double* memory = calloc(1, bytes);
  if (!memory) job_fail("matmul", "out of memory; use a smaller --size");
  return memory;
}

static void open_problem(Problem* p, long n) {
  *p = (Problem){.n = n, .rows = n / job_pes()};
  p->bytes = (size_t)(p->rows * n) * sizeof(double);
  p->a = allocate(p->bytes), p->b = allocate(p->bytes), p->c = allocate(p->bytes);
  for (long row = 0; row < p->rows; ++row) {
    for (long column = 0; column < n; ++column) {
      p->a[row * n + column] = start_value(0, row + job_me() * p->rows, column);
      p->b[row * n + column] = start_value(1, row + job_me() * p->rows, column);
    }
  }
  p->a_there = device_alloc(p->bytes);
  p->c_there = device_alloc(p->bytes);
  device_write(p->a_there, p->a, p->bytes);
  exchange_open(p->bytes, p->stripe);
}

static void close_problem(Problem* p) {
  exchange_close(p->bytes);
  device_free(p->c_there);
  device_free(p->a_there);
  free(p->c), free(p->b), free(p->a);
}

/// One turn of the ring. Adds to `waited` what could not be hidden behind the multiplication.
static void multiply(Problem* p, const Settings* settings, double* waited) {
  const int pes = job_pes();
  *waited = 0;
  for (int step = 0; step < pes; ++step) {
    const int at = step % 2, owner = (job_me() + step) % pes, last = step == pes - 1;
    double begin = job_clock();
    if (!last) exchange_begin(at, p->bytes);
    *waited += job_clock() - begin;
    product_add(p->a_there, p->stripe[at], p->c_there, owner * p->rows, p->rows, p->n);
    begin = job_clock();
    if (!last) exchange_end(at, p->bytes);
    *waited += job_clock() - begin;
    progress(settings, "matmul", step + 1, pes);
  }
}

static double check(Problem* p, const Settings* settings) {
  double error = 0, *whole = job_me() == 0 ? allocate(p->bytes * (size_t)job_pes()) : NULL;
  device_read(p->c, p->c_there, p->bytes);
  if (settings->spoil && job_me() == job_pes() - 1) p->c[0] += 1;
  job_gather(p->c, p->bytes, whole);
  if (job_me() == 0) error = oracle_error(whole, p->n);
  free(whole);
  return error;
}

static int matmul(long n, long repeat, const Settings* settings) {
  Problem problem;
  Result result = {.app = "matmul", .version = exchange_name, .size = n, .unit = "GFLOP/s", .oracle = oracle_name};
  double *seconds = allocate((size_t)repeat * sizeof *seconds), *waited = allocate((size_t)repeat * sizeof *waited);
  open_problem(&problem, n);
  for (long i = 0; i < repeat; ++i) {
    device_write(problem.stripe[0], problem.b, problem.bytes);
    device_write(problem.c_there, problem.c, problem.bytes);  // zeros
    job_barrier();
    const double begin = job_clock();
    multiply(&problem, settings, &waited[i]);
    job_barrier();
    seconds[i] = job_clock() - begin;
  }
  result.seconds = median_of(seconds, repeat);
  result.exchange = median_of(waited, repeat);
  result.rate = 1e-9 * 2 * (double)n * (double)n * (double)n / result.seconds;
  result.allowed = kAllowed;
  snprintf(result.problem, sizeof result.problem, "%ld x %ld numbers, median of %ld", n, n, repeat);
  if (settings->check) result.error = check(&problem, settings);
  close_problem(&problem);
  free(waited);
  free(seconds);
  return result_report(&result, settings);
}

int main(int argc, char** argv) {
  long n = 720, repeat = 1;
  const Option options[] = {{"size", "N", "rows and columns; the number of PEs divides it", 1, 1L << 16, &n},
                            {"repeat", "N", "how often; the median counts", 1, 10000, &repeat},
                            {0}};
  Settings settings;
  job_begin(0);
  const Usage usage = command_line("matmul", "The product of two matrices; stripes of one go round a ring of PEs.",
                                   options, 0, &settings, argc, argv);
  int status = usage == kBadUsage ? 2 : 0;
  if (usage == kRun && n % job_pes() != 0) {
    if (job_me() == 0) fprintf(stderr, "matmul: --size wants a multiple of the number of PEs\n");
    status = 2;
  } else if (usage == kRun) {
    device_begin(job_me());
    status = matmul(n, repeat, &settings);
  }
  job_end();
  return status;
}
