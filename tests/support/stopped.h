/* Whether a process is stopped by a signal. */
#ifndef TESTS_SUPPORT_STOPPED_H
#define TESTS_SUPPORT_STOPPED_H

#include <dirent.h>
#include <stdio.h>
#include <string.h>

/* Whether all threads of the process are stopped: the letter after the name in /proc/<process>/task/<thread>/stat. */
static int is_stopped(long process) {
  char path[300], text[512];
  snprintf(path, sizeof path, "/proc/%ld/task", process);
  DIR* threads = opendir(path);
  int all = threads != NULL;
  for (const struct dirent* thread; all && (thread = readdir(threads)) != NULL;) {
    if (thread->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "/proc/%ld/task/%.20s/stat", process, thread->d_name);
    FILE* file = fopen(path, "r");
    const size_t got = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file) fclose(file);
    text[got] = 0;
    const char* end_of_name = strrchr(text, ')');
    all = end_of_name && end_of_name[1] == ' ' && end_of_name[2] == 'T';
  }
  if (threads) closedir(threads);
  return all;
}

#endif
