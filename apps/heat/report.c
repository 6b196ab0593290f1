#include "report.h"

#include <math.h>
#include <unistd.h>

#include "../frame/device.h"
#include "../frame/job.h"
#include "exchange.h"

/// Under a launcher standard error is a pipe that carries whole lines; a terminal gets one line that is overwritten.
void report_progress(const Options* options, int step, double elapsed) {
  const double cells = (double)options->cells[0] * options->cells[1] * options->cells[2];
  fprintf(stderr, "%sstep %d of %d (%d%%), %.0f M cells/s, %.0f s to go%s", isatty(STDERR_FILENO) ? "\r\033[K" : "",
          step, options->steps, (int)(100.0 * step / options->steps), 1e-6 * cells * step / elapsed,
          elapsed * (options->steps - step) / step, isatty(STDERR_FILENO) ? "" : "\n");
}

void report_progress_end(void) {
  if (isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
}

void report_result(const Options* options, const Grid* grid, const Result* result) {
  printf("heat: %d x %d x %d cells, %d steps, %d PEs as %d x %d x %d blocks, %s, %s memory\n", options->cells[0],
         options->cells[1], options->cells[2], options->steps, job_pes(), grid->blocks[0], grid->blocks[1],
         grid->blocks[2], exchange_name, device_memory());
  printf("time: %.3f s, %.1f million cell updates/s\n", result->seconds, result->updates_per_second * 1e-6);
  if (options->check) {
    printf("check: %s (against %s: error %.1e; heat conserved to %.1e)\n", result->verdict.passed ? "passed" : "FAILED",
           result->verdict.oracle, result->verdict.error, result->verdict.heat_error);
  } else {
    printf("check: not done (--no-check)\n");
  }
}

/// A number, or null where JSON has no word for it.
static void json_number(FILE* out, const char* key, double value) {
  if (isfinite(value)) {
    fprintf(out, "\"%s\": %.9g", key, value);
  } else {
    fprintf(out, "\"%s\": null", key);
  }
}

int report_json(const Options* options, const Grid* grid, const Result* result) {
  FILE* out = fopen(options->json, "w");
  if (!out) return 0;
  fprintf(out,
          "{\"app\": \"heat\", \"version\": \"%s\", \"memory\": \"%s\", \"unit\": \"M cells/s\", \"size\": [%d, %d, "
          "%d], \"steps\": %d, \"pes\": %d, \"blocks\": [%d, %d, %d], ",
          exchange_name, device_memory(), options->cells[0], options->cells[1], options->cells[2], options->steps,
          job_pes(), grid->blocks[0], grid->blocks[1], grid->blocks[2]);
  json_number(out, "seconds", result->seconds);
  fputs(", ", out);
  json_number(out, "rate", result->updates_per_second * 1e-6);
  if (options->check) {
    fprintf(out, ", \"check\": {\"passed\": %s, \"oracle\": \"%s\", ", result->verdict.passed ? "true" : "false",
            result->verdict.oracle);
    json_number(out, "error", result->verdict.error);
    fputs(", ", out);
    json_number(out, "heat_error", result->verdict.heat_error);
    fputs("}", out);
  }
  fputs("}\n", out);
  const int written = !ferror(out);
  return fclose(out) == 0 && written;
}
