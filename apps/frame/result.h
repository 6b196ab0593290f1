// The output of an app: progress while it runs, and the result for people and for programs.
#pragma once
#include "command_line.h"

typedef struct {
  const char *app, *version;  // the version is how data is exchanged: standard, extended or mpi
  char problem[96];           // for people
  long size;                  // of the option that scales the problem
  double seconds;             // of the slowest PE
  double exchange;            // of these, in the exchange where nothing else was done
  double rate;                // higher is better, in `unit`
  const char* unit;
  const char* oracle;  // what the result was compared with
  double error, allowed;
} Result;

/// On PE 0, from a loop: a line on standard error when a second has passed since the last.
void progress(const Settings* settings, const char* app, double done, double of);

/// Returns the median; sorts `values`.
double median_of(double* values, long count);

/// Collective: the slowest PE's time counts, PE 0 prints and writes the file. The exit status: 0, or 1 where the result
/// is wrong or could not be written.
int result_report(Result* result, const Settings* settings);
