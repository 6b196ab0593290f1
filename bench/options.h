/* The command line that all programs of bench/ops have in common. */
#ifndef ISTHMUS_BENCH_OPTIONS_H
#define ISTHMUS_BENCH_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

enum { options_max_sizes = 64, options_max_repeat = 1000 };

typedef struct Options {
  size_t sizes[options_max_sizes];
  int size_count;
  long repeat;
  double batch_ns;
  const char* json_path; /* NULL: no JSON */
  bool help;
  char problem[160]; /* empty, or what is wrong with the command line */
} Options;

Options options_read(int argc, char** argv);

void options_print_help(const char* name, const char* about);

#endif
