#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kMaxCells = 1 << 16 };

static const struct option kLong[] = {{"size", required_argument, NULL, 's'},
                                      {"steps", required_argument, NULL, 'n'},
                                      {"alpha", required_argument, NULL, 'a'},
                                      {"png", required_argument, NULL, 'p'},
                                      {"json", required_argument, NULL, 'j'},
                                      {"no-check", no_argument, NULL, 'c'},
                                      {"progress", no_argument, NULL, 'P'},
                                      {"view", no_argument, NULL, 'v'},
                                      {"spoil", required_argument, NULL, 'x'},
                                      {"help", no_argument, NULL, 'h'},
                                      {NULL, 0, NULL, 0}};

void options_help(FILE* out, const char* program) {
  fprintf(out,
          "usage: oshrun -n PES %s [options]\n"
          "The heat equation in a periodic box: 7-point stencil, explicit Euler, one block of cells per PE.\n\n"
          "  -s, --size NXxNYxNZ  cells of the box, or one number for a cube (128)\n"
          "  -n, --steps N        time steps (400)\n"
          "  -a, --alpha A        diffusivity * dt / h^2, at most 1/6 (0.1)\n"
          "      --png FILE       picture of the middle slice, at the start and at the end\n"
          "      --json FILE      the result as JSON\n"
          "      --view           the same slice in the terminal, in colour\n"
          "      --no-check       do not verify the result\n"
          "      --progress       a line about every second (the default where standard error is a terminal)\n"
          "      --spoil STEP     corrupt one halo value at this step, to see the check fail\n"
          "  -h, --help           this text\n",
          program);
}

/// A whole decimal number within [low, high]; `end` is set behind it.
static int number(const char* text, long low, long high, int* value, char** end) {
  errno = 0;
  const long parsed = strtol(text, end, 10);
  if (*end == text || errno != 0 || parsed < low || parsed > high) return 0;
  *value = (int)parsed;
  return 1;
}

static int whole_number(const char* text, long low, long high, int* value) {
  char* end;
  return number(text, low, high, value, &end) && *end == '\0';
}

static int box(const char* text, int cells[kAxes]) {
  char* end;
  if (whole_number(text, 1, kMaxCells, &cells[0])) {
    cells[1] = cells[2] = cells[0];
    return 1;
  }
  for (int axis = 0; axis < kAxes; ++axis, text = end + 1) {
    if (!number(text, 1, kMaxCells, &cells[axis], &end)) return 0;
    if (*end != (axis < kAxes - 1 ? 'x' : '\0')) return 0;
  }
  return 1;
}

static int fraction(const char* text, double* value) {
  char* end;
  *value = strtod(text, &end);
  return end != text && *end == '\0' && *value > 0 && *value <= 1.0 / 6;
}

Usage options_parse(Options* options, int argc, char** argv, char* problem, size_t problem_size) {
  *options = (Options){.cells = {128, 128, 128}, .steps = 400, .alpha = 0.1, .check = 1, .spoil = -1};
  options->progress = isatty(STDERR_FILENO);
  opterr = 0;
  for (int letter; (letter = getopt_long(argc, argv, "s:n:a:h", kLong, NULL)) != -1;) {
    const char* wants = NULL;
    switch (letter) {
      case 's':
        if (!box(optarg, options->cells)) wants = "--size wants NXxNYxNZ, each 1 to 65536";
        break;
      case 'n':
        if (!whole_number(optarg, 0, INT_MAX, &options->steps)) wants = "--steps wants a number, 0 or more";
        break;
      case 'a':
        if (!fraction(optarg, &options->alpha)) wants = "--alpha wants a number above 0, at most 1/6";
        break;
      case 'x':
        if (!whole_number(optarg, 0, INT_MAX, &options->spoil)) wants = "--spoil wants a number, 0 or more";
        break;
      case 'p':
        options->png = optarg;
        break;
      case 'j':
        options->json = optarg;
        break;
      case 'c':
        options->check = 0;
        break;
      case 'P':
        options->progress = 1;
        break;
      case 'v':
        options->view = 1;
        break;
      case 'h':
        return kHelp;
      default:
        snprintf(problem, problem_size, "unknown option or missing value: %s (see --help)", argv[optind - 1]);
        return kBadUsage;
    }
    if (wants) {
      snprintf(problem, problem_size, "%s, not '%s'", wants, optarg);
      return kBadUsage;
    }
  }
  if (optind < argc) {
    snprintf(problem, problem_size, "unexpected argument '%s' (see --help)", argv[optind]);
    return kBadUsage;
  }
  return kRun;
}
