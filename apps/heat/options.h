// The command line of heat.
#pragma once
#include <stdio.h>

#include "block.h"

typedef struct {
  int cells[kAxes];
  int steps;
  double alpha;      // diffusivity * dt / h^2; stable up to 1/6
  const char* png;   // null: no picture
  const char* json;  // null: no report file
  int check;
  int progress;
  int view;
  int spoil;  // the step at which one halo value is corrupted; -1: never
} Options;

typedef enum { kRun, kHelp, kBadUsage } Usage;

/// Fills `options`. On kBadUsage `problem` holds one line that says what is wrong.
Usage options_parse(Options* options, int argc, char** argv, char* problem, size_t problem_size);

void options_help(FILE* out, const char* program);
