// The stream of random numbers: the powers of x in GF(2^64), as HPCC defines it. Inline, so that it is also device code.
#pragma once
#include <stdint.h>

static inline uint64_t random_next(uint64_t random) { return (random << 1) ^ (random >> 63 ? 7 : 0); }

/// Squares a polynomial over GF(2) modulo the generator's polynomial.
static inline uint64_t random_square(uint64_t random) {
  uint64_t power = 1, squared = 0;
  for (int bit = 0; bit < 64; ++bit) {
    if (random >> bit & 1) squared ^= power;
    power = random_next(random_next(power));
  }
  return squared;
}

static inline uint64_t random_at(uint64_t position) {
  uint64_t random = 1;
  for (int bit = 63; bit >= 0; --bit) {
    if (random != 1) random = random_square(random);  // 1 is its own square
    if (position >> bit & 1) random = random_next(random);
  }
  return random;
}
