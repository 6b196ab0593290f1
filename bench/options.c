#include "options.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t largest_size = (size_t)1 << 30;

/* A byte count with an optional K or M (powers of 1024); moves *text behind it. */
static bool read_size(const char** text, size_t* out) {
  if (**text < '0' || **text > '9') return false;
  char* end = NULL;
  errno = 0;
  const unsigned long long value = strtoull(*text, &end, 10);
  if (errno != 0) return false;
  const int shift = *end == 'K' ? 10 : *end == 'M' ? 20 : 0;
  if (shift != 0) ++end;
  if (value == 0 || value > largest_size >> shift) return false;
  *out = (size_t)value << shift;
  *text = end;
  return true;
}

/* "1,8,4K" or "1:4M", the latter standing for the first number doubled again and again. */
static bool read_sizes(const char* text, Options* options) {
  options->size_count = 0;
  while (true) {
    size_t first = 0;
    if (!read_size(&text, &first)) return false;
    size_t last = first;
    if (*text == ':') {
      ++text;
      if (!read_size(&text, &last) || last < first) return false;
    }
    for (size_t size = first; size <= last; size *= 2) {
      if (options->size_count == options_max_sizes) return false;
      options->sizes[options->size_count++] = size;
    }
    if (*text == '\0') return true;
    if (*text++ != ',') return false;
  }
}

static bool read_count(const char* text, long most, long* out) {
  char* end = NULL;
  errno = 0;
  *out = strtol(text, &end, 10);
  return end != text && *end == '\0' && errno == 0 && *out >= 1 && *out <= most;
}

static bool read_value(const char* option, const char* value, Options* options) {
  if (strcmp(option, "--sizes") == 0) return read_sizes(value, options);
  if (strcmp(option, "--repeat") == 0) return read_count(value, options_max_repeat, &options->repeat);
  if (strcmp(option, "--json") == 0) {
    options->json_path = value;
    return true;
  }
  long microseconds = 0;
  const bool good = strcmp(option, "--batch") == 0 && read_count(value, 10000000, &microseconds);
  options->batch_ns = (double)microseconds * 1e3;
  return good;
}

Options options_read(int argc, char** argv) {
  Options options = {.repeat = 15, .batch_ns = 1e6};
  read_sizes("1:4M", &options);
  for (int i = 1; i < argc; i += 2) {
    if (strcmp(argv[i], "--help") == 0) {
      options.help = true;
      break;
    }
    if (i + 1 == argc || !read_value(argv[i], argv[i + 1], &options)) {
      snprintf(options.problem, sizeof options.problem, "unknown option, or bad or missing value: %.80s; see --help",
               argv[i]);
      break;
    }
  }
  return options;
}

void options_print_help(const char* name, const char* about) {
  printf(
      "%s: %s\n\n"
      "  --sizes LIST  bytes per call, e.g. 1,8,4K or 1:4M for powers of two (default 1:4M)\n"
      "  --repeat N    timed batches; the median is reported (default 15)\n"
      "  --batch US    microseconds per batch (default 1000)\n"
      "  --json FILE   also write one JSON object per line and figure\n"
      "  --help        this text\n",
      name, about);
}
