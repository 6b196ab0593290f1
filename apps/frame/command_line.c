#include "command_line.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "job.h"

static void help(const char* app, const char* about, const Option* options, int picture) {
  printf("usage: oshrun -n PES %s [options]     (the version with MPI: mpirun -n RANKS)\n%s\n\n", app, about);
  for (; options->name; ++options) {
    char left[64];
    snprintf(left, sizeof left, "--%s %s", options->name, options->value);
    printf("  %-18s %s (%ld)\n", left, options->help, *options->number);
  }
  if (picture) printf("  %-18s %s\n", "--png FILE", "a picture of the result");
  printf("  %-18s %s\n  %-18s %s\n  %-18s %s\n  %-18s %s\n  %-18s %s\n", "--json FILE", "the result as JSON",
         "--no-check", "do not verify the result", "--progress",
         "a line about every second (the default where standard error is a terminal)", "--spoil",
         "put a wrong value into the result, to see the check fail", "--help", "this text");
}

static int number(const char* text, const Option* option) {
  char* end;
  errno = 0;
  const long value = strtol(text, &end, 10);
  if (end == text || *end != '\0' || errno != 0 || value < option->low || value > option->high) return 0;
  *option->number = value;
  return 1;
}

static const Option* find(const Option* options, const char* name) {
  for (; options->name; ++options) {
    if (strcmp(options->name, name) == 0) return options;
  }
  return NULL;
}

/// Takes a word that has no value; false where it is none of these.
static int take_flag(const char* word, Settings* settings) {
  if (strcmp(word, "--no-check") == 0) {
    settings->check = 0;
  } else if (strcmp(word, "--progress") == 0) {
    settings->progress = 1;
  } else if (strcmp(word, "--spoil") == 0) {
    settings->spoil = 1;
  } else {
    return 0;
  }
  return 1;
}

/// Null, or what is wrong.
static const char* take_value(const char* word, const char* value, const Option* options, int picture,
                              Settings* settings) {
  static char problem[160];
  const Option* option = strncmp(word, "--", 2) == 0 ? find(options, word + 2) : NULL;
  const char** text = strcmp(word, "--json") == 0             ? &settings->json
                      : picture && strcmp(word, "--png") == 0 ? &settings->png
                                                              : NULL;
  if (!option && !text) {
    snprintf(problem, sizeof problem, "unknown option %.60s (see --help)", word);
  } else if (!value) {
    snprintf(problem, sizeof problem, "%s wants a value (see --help)", word);
  } else if (option && !number(value, option)) {
    snprintf(problem, sizeof problem, "%s wants a number from %ld to %ld, not '%.40s'", word, option->low, option->high,
             value);
  } else {
    if (text) *text = value;
    return NULL;
  }
  return problem;
}

Usage command_line(const char* app, const char* about, const Option* options, int picture, Settings* settings, int argc,
                   char** argv) {
  *settings = (Settings){.check = 1, .progress = isatty(STDERR_FILENO)};
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "--help") == 0) {
      if (job_me() == 0) help(app, about, options, picture);
      return kHelp;
    }
    if (take_flag(argv[i], settings)) continue;
    const char* problem = take_value(argv[i], i + 1 < argc ? argv[i + 1] : NULL, options, picture, settings);
    if (problem) {
      if (job_me() == 0) fprintf(stderr, "%s: %s\n", app, problem);
      return kBadUsage;
    }
    ++i;
  }
  return kRun;
}
