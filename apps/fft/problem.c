// fft: the Fourier transform of a matrix (see --help).
#include "problem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../frame/device.h"
#include "../frame/job.h"
#include "../frame/result.h"
#include "kernels.h"
#include "picture.h"

static const double kAllowed = 1e-13;  // of the largest value: rounding grows with the logarithm of n

typedef struct {
  long n, rows;
  size_t bytes;             // of a stripe
  Complex *matrix, *roots;  // here, and on the device
  Complex *data, *scratch;  // on the device
} Problem;

/// A hexagonal opening with a little noise: its transform is the star that a telescope with such a mirror shows.
static Complex start_value(long n, long row, long column) {
  const double y = ((double)row + 0.5) / (double)n - 0.5, x = ((double)column + 0.5) / (double)n - 0.5;
  const double across = fmax(fabs(x), fmax(fabs(0.5 * x + 0.866025 * y), fabs(0.5 * x - 0.866025 * y)));
  const unsigned noise = (unsigned)(row * 7919 + column * 104729) * 2654435761u;
  return (Complex){across < 0.05 ? 1 : 0, 1e-3 * (noise >> 16 & 255) / 255};
}

static void* allocate(size_t bytes) {
  void* memory = malloc(bytes);
  if (!memory) job_fail("fft", "out of memory; use a smaller --size");
  return memory;
}

static void open_problem(Problem* problem, long n) {
  *problem = (Problem){.n = n, .rows = n / job_pes()};
  problem->bytes = (size_t)(problem->rows * n) * sizeof(Complex);
  problem->matrix = allocate(problem->bytes);
  for (long row = 0; row < problem->rows; ++row) {
    for (long column = 0; column < n; ++column) {
      problem->matrix[row * n + column] = start_value(n, row + job_me() * problem->rows, column);
    }
  }
  Complex* roots = allocate((size_t)n / 2 * sizeof *roots);
  for (long k = 0; k < n / 2; ++k) {
    const double angle = -6.283185307179586477 * (double)k / (double)n;
    roots[k] = (Complex){cos(angle), sin(angle)};
  }
  problem->roots = device_alloc((size_t)n / 2 * sizeof *roots);
  device_write(problem->roots, roots, (size_t)n / 2 * sizeof *roots);
  free(roots);
  problem->data = device_alloc(problem->bytes);
  problem->scratch = device_alloc(problem->bytes);
  transpose_open(problem->bytes);
}

static void close_problem(Problem* problem) {
  transpose_close(problem->bytes);
  device_free(problem->scratch);
  device_free(problem->data);
  device_free(problem->roots);
  free(problem->matrix);
}

/// Transforms, and returns the buffer that holds the result, and the time of the exchange.
static Complex* transform(Problem* p, double* exchange) {
  Complex* rows = transform_and_transpose(p->data, p->scratch, p->roots, p->rows, p->n, exchange);
  return fft_rows(rows, p->scratch, p->roots, p->rows, p->n);
}

/// Gathers the stripes of all PEs on PE 0; null elsewhere.
static Complex* gather(const Complex* stripe, size_t bytes) {
  Complex* all = job_me() == 0 ? allocate(bytes * (size_t)job_pes()) : NULL;
  job_gather(stripe, bytes, all);
  return all;
}

/// Checks and draws on PE 0; false where the picture could not be written.
static int look(Problem* problem, const Complex* result, const Settings* settings, double* error) {
  Complex* stripe = allocate(problem->bytes);
  device_read(stripe, result, problem->bytes);
  if (settings->spoil && job_me() == job_pes() - 1) stripe[1].im += 1;
  Complex *spectrum = gather(stripe, problem->bytes), *matrix = gather(problem->matrix, problem->bytes);
  const char* trouble = NULL;
  if (job_me() == 0) {
    if (settings->check) *error = oracle_error(matrix, spectrum, problem->n, job_pes());
    if (settings->png) {
      trouble = picture_write(settings->png, spectrum, problem->n);
      printf("picture: %s%s%s\n", settings->png, trouble ? " not written: " : " (magnitude, logarithmic)",
             trouble ? trouble : "");
    }
  }
  free(matrix);
  free(spectrum);
  free(stripe);
  return trouble == NULL;
}

static int fft(long n, long repeat, const Settings* settings) {
  Problem problem;
  Result result = {.app = "fft", .version = exchange_name, .size = n, .unit = "GFLOP/s", .oracle = oracle_name};
  Complex* spectrum = NULL;
  double *seconds = allocate((size_t)repeat * sizeof *seconds), *exchange = allocate((size_t)repeat * sizeof *exchange);
  open_problem(&problem, n);
  for (long i = 0; i < repeat; ++i) {
    device_write(problem.data, problem.matrix, problem.bytes);
    job_barrier();
    const double begin = job_clock();
    spectrum = transform(&problem, &exchange[i]);
    job_barrier();
    seconds[i] = job_clock() - begin;
    progress(settings, "fft", (double)i + 1, (double)repeat);
  }
  result.seconds = median_of(seconds, repeat);
  result.exchange = median_of(exchange, repeat);
  result.rate = 1e-9 * 10 * (double)n * (double)n * log2((double)n) / result.seconds;
  result.allowed = kAllowed * log2((double)n);
  snprintf(result.problem, sizeof result.problem, "%ld x %ld complex numbers, median of %ld", n, n, repeat);
  const int drawn = look(&problem, spectrum, settings, &result.error);
  close_problem(&problem);
  free(exchange);
  free(seconds);
  return result_report(&result, settings) || !drawn;
}

int main(int argc, char** argv) {
  long n = 1024, repeat = 1;
  const Option options[] = {{"size", "N", "rows and columns, a power of two", 2, 1L << 16, &n},
                            {"repeat", "N", "how often; the median counts", 1, 10000, &repeat},
                            {0}};
  Settings settings;
  job_begin(0);
  const Usage usage = command_line("fft", "The Fourier transform of a matrix, by rows, a transposition and rows again.",
                                   options, 1, &settings, argc, argv);
  int status = usage == kBadUsage ? 2 : 0;
  if (usage == kRun && ((n & (n - 1)) != 0 || n % job_pes() != 0)) {
    if (job_me() == 0) fprintf(stderr, "fft: --size wants a power of two that the number of PEs divides\n");
    status = 2;
  } else if (usage == kRun) {
    device_begin(job_me());
    status = fft(n, repeat, &settings);
  }
  job_end();
  return status;
}
