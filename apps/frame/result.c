#include "result.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device.h"
#include "job.h"

// Under a launcher standard error is a pipe that carries whole lines; a terminal gets one line that is overwritten.
void progress(const Settings* settings, const char* app, double done, double of) {
  static double begin, shown;
  if (!settings->progress || job_me() != 0) return;
  const double now = job_clock();
  if (begin == 0) begin = shown = now;
  if (now - shown < 1 || done <= 0) return;
  shown = now;
  const int terminal = isatty(STDERR_FILENO);
  fprintf(stderr, "%s%s: %.0f%%, %.0f s to go%s", terminal ? "\r\033[K" : "", app, 100 * done / of,
          (now - begin) * (of - done) / done, terminal ? "" : "\n");
}

/// A number, or null where JSON has no word for it.
static void json_number(FILE* out, const char* key, double value) {
  if (isfinite(value)) {
    fprintf(out, ", \"%s\": %.9g", key, value);
  } else {
    fprintf(out, ", \"%s\": null", key);
  }
}

static int passed(const Result* result) { return result->error <= result->allowed; }  // a NaN is not

static int write_json(const Result* result, const Settings* settings) {
  FILE* out = fopen(settings->json, "w");
  if (!out) return 0;
  fprintf(out,
          "{\"app\": \"%s\", \"version\": \"%s\", \"memory\": \"%s\", \"pes\": %d, \"size\": %ld, \"unit\": \"%s\"",
          result->app, result->version, device_memory(), job_pes(), result->size, result->unit);
  json_number(out, "seconds", result->seconds);
  json_number(out, "exchange_seconds", result->exchange);
  json_number(out, "rate", result->rate);
  if (settings->check) {
    fprintf(out, ", \"check\": {\"passed\": %s, \"oracle\": \"%s\"", passed(result) ? "true" : "false", result->oracle);
    json_number(out, "error", result->error);
    fputs("}", out);
  }
  fputs("}\n", out);
  const int written = !ferror(out);
  return fclose(out) == 0 && written;
}

static int print(const Result* result, const Settings* settings) {
  if (settings->progress && isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
  printf("%s: %s, %s, %s memory, %d PEs\n", result->app, result->problem, result->version, device_memory(), job_pes());
  printf("time: %.3f s, %.6g %s\n", result->seconds, result->rate, result->unit);
  if (settings->check) {
    printf("check: %s (against %s: error %.1e, allowed %.1e)\n", passed(result) ? "passed" : "FAILED", result->oracle,
           result->error, result->allowed);
  } else {
    printf("check: not done (--no-check)\n");
  }
  if (settings->json && !write_json(result, settings)) {
    fprintf(stderr, "%s: cannot write %s: %s\n", result->app, settings->json, strerror(errno));
    return 1;
  }
  return settings->check && !passed(result);
}

static int compare_doubles(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

double median_of(double* values, long count) {
  qsort(values, (size_t)count, sizeof *values, compare_doubles);
  return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

int result_report(Result* result, const Settings* settings) {
  const double longest = job_max(result->seconds);
  result->rate *= result->seconds / longest;
  result->seconds = longest;
  result->exchange = job_max(result->exchange);
  const int status = job_me() == 0 ? print(result, settings) : 0;
  return job_max(status) > 0;
}
