/* Checks for programs of many PEs: a failed one prints PE, place, what was seen and what was expected, and ends the
 * whole job with status 1, so that no PE is left waiting for the one that found it. */
#ifndef TESTS_MULTI_EXPECT_H
#define TESTS_MULTI_EXPECT_H

#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -1 outside shmem_init ... shmem_finalize. */
static inline int expect_pe(void) {
  int initialized = 0;
  shmem_query_initialized(&initialized);
  return initialized ? shmem_my_pe() : -1;
}

/* Whether a PE's memory is load/store reachable from here, as memory of the same node is. */
static inline int on_my_node(int pe) {
  return shmem_team_translate_pe(SHMEM_TEAM_WORLD, pe, SHMEM_TEAM_SHARED) >= 0;
}
static inline int all_on_one_node(void) { return shmem_team_n_pes(SHMEM_TEAM_SHARED) == shmem_n_pes(); }

static inline void expect_failed(const char* file, int line, const char* what, long long seen, long long expected) {
  fprintf(stderr, "PE %d: %s:%d: %s is %lld (0x%llx), expected %lld (0x%llx)\n", expect_pe(), file, line, what, seen,
          (unsigned long long)seen, expected, (unsigned long long)expected);
  shmem_global_exit(1);
}

/* Compares integers of any type. */
#define EXPECT_EQ(seen, expected)                                                                           \
  do {                                                                                                      \
    const long long seen_value = (long long)(seen), expected_value = (long long)(expected);                 \
    if (seen_value != expected_value) expect_failed(__FILE__, __LINE__, #seen, seen_value, expected_value); \
  } while (0)

#define EXPECT(condition)                                                          \
  do {                                                                             \
    if (!(condition)) expect_failed(__FILE__, __LINE__, "(" #condition ")", 0, 1); \
  } while (0)

/* Compares memory, and names the first byte that differs. */
#define EXPECT_SAME(seen, expected, bytes) expect_same(__FILE__, __LINE__, #seen, seen, expected, bytes)
static inline void expect_same(const char* file, int line, const char* what, const void* seen, const void* expected,
                               size_t bytes) {
  if (bytes == 0 || memcmp(seen, expected, bytes) == 0) return;
  const unsigned char *s = (const unsigned char*)seen, *e = (const unsigned char*)expected;
  size_t at = 0;
  while (s[at] == e[at]) ++at;
  char name[256];
  snprintf(name, sizeof name, "byte %zu of %s", at, what);
  expect_failed(file, line, name, s[at], e[at]);
}

#endif
