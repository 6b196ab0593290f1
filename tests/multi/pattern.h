/* Data that any PE can compute for any other: the oracle of the transfer tests. */
#ifndef TESTS_MULTI_PATTERN_H
#define TESTS_MULTI_PATTERN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* No two (seed, from, to, index) in use give related values; a wrong row, offset or PE cannot go unnoticed. */
static inline uint64_t pattern(uint64_t seed, int from, int to, size_t index) {
  uint64_t x = seed * 0x9e3779b97f4a7c15u + (uint64_t)(from + 1) * 0xd1342543de82ef95u +
               (uint64_t)(to + 1) * 0xaf251af3b0f025b5u + (uint64_t)index * 0x2545f4914f6cdd1du;
  x = (x ^ (x >> 31)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 29)) * 0x94d049bb133111ebu;
  return x ^ (x >> 32);
}

static inline void fill_pattern(void* memory, size_t bytes, uint64_t seed, int from, int to) {
  unsigned char* p = (unsigned char*)memory;
  for (size_t i = 0; i < bytes; i += 8) {
    const uint64_t word = pattern(seed, from, to, i / 8);
    memcpy(p + i, &word, bytes - i < 8 ? bytes - i : 8); /* the machines are little-endian */
  }
}

#endif
