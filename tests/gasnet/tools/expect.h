/* Checks of programs without a job: a failed one prints its place and counts. */
#ifndef TESTS_GASNET_TOOLS_EXPECT_H
#define TESTS_GASNET_TOOLS_EXPECT_H

#include <gasnet_tools.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int failures;

#define EXPECT(condition)                                                                   \
  do {                                                                                      \
    if (!(condition)) {                                                                     \
      ++failures;                                                                           \
      fprintf(stderr, "%s:%d: (%s) does not hold\n", __FILE__, __LINE__, #condition);       \
    }                                                                                       \
  } while (0)
/* Compares integers of any type. */
#define EXPECT_EQ(seen, expected)                                                           \
  do {                                                                                      \
    const long long seen_value = (long long)(seen), expected_value = (long long)(expected); \
    if (seen_value != expected_value) {                                                     \
      ++failures;                                                                           \
      fprintf(stderr, "%s:%d: %s is %lld, expected %lld\n", __FILE__, __LINE__, #seen,      \
              seen_value, expected_value);                                                  \
    }                                                                                       \
  } while (0)
#define EXPECT_TEXT(seen, expected)                                                         \
  do {                                                                                      \
    const char *seen_text = (seen);                                                         \
    if (!seen_text || strcmp(seen_text, expected) != 0) {                                   \
      ++failures;                                                                           \
      fprintf(stderr, "%s:%d: %s is '%s', expected '%s'\n", __FILE__, __LINE__, #seen,      \
              seen_text ? seen_text : "NULL", expected);                                    \
    }                                                                                       \
  } while (0)

/* What a child process that calls the function wrote to stderr, and how it ended: its status, or minus its signal. The
 * text is valid until the next call. */
struct Ending {
  int status;
  const char *said;
};
struct Ending run_child(void (*function)(void));
/* The function ends in abort, after a line that holds the text. */
void expect_fatal(const char *where, int line, void (*function)(void), const char *text);
#define EXPECT_FATAL(function, text) expect_fatal(__FILE__, __LINE__, function, text)

/* Runs the function in `count` threads at a time, with 0, 1, .. as its argument; in one mode there is just one. */
void run_threads(int count, void (*function)(int number));

void test_annotations(void);
void test_atomics(void);
void test_bytes(void);
void test_environment(void);
void test_errors(void);
void test_heap(void);
void test_lite(void);
void test_locks(void);
void test_platform(void);
void test_system(void);
void test_thread_keys(void);
void test_timers(void);
void test_tracing(void);

#endif
