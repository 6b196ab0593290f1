#include "gasnet_isthmus/tools/environment.h"

#include <pthread.h>
#include <strings.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "gasnet_isthmus/tools/errors.h"
#include "job.hpp"
#include "numbers.hpp"

namespace {

// Keys whose first query was reported. They live as long as the process.
struct Reported {
  Reported* next;
  char key[1];
};
Reported* reported = nullptr;
pthread_mutex_t reported_mutex = PTHREAD_MUTEX_INITIALIZER;
int job_rank = -1;

// Whether the key comes here for the first time.
bool first_report(const char* key) {
  pthread_mutex_lock(&reported_mutex);
  const Reported* known = reported;
  while (known && strcmp(known->key, key) != 0) known = known->next;
  if (!known) {
    auto* entry = static_cast<Reported*>(malloc(sizeof(Reported) + strlen(key)));
    if (entry) {
      strcpy(entry->key, key);
      entry->next = reported;
      reported = entry;
    }
  }
  pthread_mutex_unlock(&reported_mutex);
  return !known;
}

void display(const char* key, const char* value, bool is_default) {
  if (!gasnett_verboseenv() || !first_report(key)) return;
  fprintf(stderr, "ENV parameter: %s = %s%s\n", key, value, is_default ? "   (default)" : "");
  fflush(stderr);
}

// 1, 0, or -1 for anything else.
int parse_yesno(const char* text) {
  for (const char* yes : {"y", "yes", "1"})
    if (strcasecmp(text, yes) == 0) return 1;
  for (const char* no : {"n", "no", "0"})
    if (strcasecmp(text, no) == 0) return 0;
  return -1;
}

}  // namespace

namespace isthmus::gasnet::tools {
void set_job_rank(int rank) { job_rank = rank; }
}  // namespace isthmus::gasnet::tools

extern "C" {

void gasnett_setenv(const char* key, const char* value) {
  if (setenv(key, value, 1) != 0) gasnett_fatalerror_nopos("gasnett_setenv: '%s' is no name of a variable", key);
}
void gasnett_unsetenv(const char* key) {
  if (unsetenv(key) != 0) gasnett_fatalerror_nopos("gasnett_unsetenv: '%s' is no name of a variable", key);
}
char* gasnett_getenv(const char* keyname) { return getenv(keyname); }

int gasnett_verboseenv(void) {
  const char* value = getenv("GASNET_VERBOSEENV");
  return job_rank <= 0 && value && *value && parse_yesno(value) != 0;
}

void gasnett_envstr_display(const char* key, const char* val, int is_dflt) {
  display(key, val ? val : "*not set*", is_dflt);
}
void gasnett_envint_display(const char* key, int64_t val, int is_dflt, int is_mem_size) {
  char text[64];
  display(key, gasnett_format_number(val, text, sizeof text, is_mem_size), is_dflt);
}
void gasnett_envdbl_display(const char* key, double val, int is_dflt) {
  char text[64];
  snprintf(text, sizeof text, "%g", val);
  display(key, text, is_dflt);
}

char* gasnett_getenv_withdefault(const char* keyname, const char* defaultval) {
  char* value = getenv(keyname);
  gasnett_envstr_display(keyname, value ? value : defaultval, !value);
  return value ? value : const_cast<char*>(defaultval);
}

int gasnett_getenv_yesno_withdefault(const char* keyname, int defaultval) {
  const char* text = getenv(keyname);
  const bool is_default = !text || !*text;
  const int value = is_default ? defaultval != 0 : parse_yesno(text);
  if (value < 0)
    gasnett_fatalerror_nopos("%s=%s is neither yes nor no: set it to Y, YES, 1, N, NO or 0", keyname, text);
  gasnett_envstr_display(keyname, value ? "YES" : "NO", is_default);
  return value;
}

int64_t gasnett_getenv_int_withdefault(const char* keyname, int64_t defaultval, uint64_t mem_size_multiplier) {
  const char* text = getenv(keyname);
  const bool is_default = !text || !*text;
  int64_t value = defaultval;
  if (!is_default && !isthmus::gasnet::tools::parse_int(text, mem_size_multiplier, value)) {
    if (mem_size_multiplier)
      gasnett_fatalerror_nopos("%s=%s is no size: set it to a number and B, KB, MB, GB or TB", keyname, text);
    else
      gasnett_fatalerror_nopos(
          "%s=%s is no integer: set it to a decimal number, or a hexadecimal one that begins with 0x", keyname, text);
  }
  gasnett_envint_display(keyname, value, is_default, mem_size_multiplier != 0);
  return value;
}

double gasnett_getenv_dbl_withdefault(const char* keyname, double defaultval) {
  const char* text = getenv(keyname);
  const bool is_default = !text || !*text;
  double value = defaultval;
  if (!is_default && !isthmus::gasnet::tools::parse_double(text, value))
    gasnett_fatalerror_nopos("%s=%s is no number: set it to one such as 1.5, -1e4 or 3/8", keyname, text);
  gasnett_envdbl_display(keyname, value, is_default);
  return value;
}

}  // extern "C"
