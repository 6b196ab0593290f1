/* What this process holds, from /proc. */
#ifndef TESTS_MULTI_RESIDENT_H
#define TESTS_MULTI_RESIDENT_H

#include <dirent.h>
#include <stdio.h>
#include <string.h>

/* A line of /proc/self/status in KiB, such as "RssShmem:"; -1 when there is none. */
static inline long status_kib(const char* field) {
  FILE* file = fopen("/proc/self/status", "r");
  char line[256];
  long value = -1;
  while (file && fgets(line, sizeof line, file))
    if (strncmp(line, field, strlen(field)) == 0) sscanf(line + strlen(field), "%ld", &value);
  if (file) fclose(file);
  return value;
}

static inline long resident_kib(void) { return status_kib("VmRSS:"); }
/* The most that was resident since the last restart_peak(). */
static inline long peak_kib(void) { return status_kib("VmHWM:"); }
static inline void restart_peak(void) {
  FILE* file = fopen("/proc/self/clear_refs", "w");
  if (!file) return;
  fputs("5", file);
  fclose(file);
}

static inline int open_files(void) {
  int count = 0;
  DIR* directory = opendir("/proc/self/fd");
  if (!directory) return -1;
  while (readdir(directory)) ++count;
  closedir(directory);
  return count;
}

#endif
