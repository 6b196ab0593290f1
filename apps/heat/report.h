// The output of heat: progress while it runs, and the result for people and for programs.
#pragma once
#include "check.h"
#include "options.h"

typedef struct {
  double seconds, updates_per_second;
  Verdict verdict;  // meaningful when options->check
} Result;

void report_progress(const Options* options, int step, double elapsed);
void report_progress_end(void);
void report_result(const Options* options, const Grid* grid, const Result* result);

/// Writes options->json; false with errno set where that fails.
int report_json(const Options* options, const Grid* grid, const Result* result);
