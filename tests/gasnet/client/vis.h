/* Descriptions of memory for the tests of vector, indexed and strided transfers, and what these must do, byte by byte. */
#ifndef TESTS_GASNET_VIS_H
#define TESTS_GASNET_VIS_H

#include "client.h"

#include <gasnet_vis.h>

#define AREA 60000 /* bytes on each side of a transfer */
#define MOST_PIECES 400

enum How { kBlocking, kNb, kNbi, kRegion, kHows };

/* A small generator, the same on all machines. */
static uint32_t state = 12345;
GASNETT_INLINE(random_below)
uint32_t random_below(uint32_t limit) {
  state = state * 1664525u + 1013904223u;
  return (uint32_t)(((uint64_t)(state >> 4) * limit) >> 28);
}

/* Pieces with offsets into an area. */
struct Pieces {
  size_t count;
  size_t at[MOST_PIECES], bytes[MOST_PIECES];
};

/* Pieces of `total` bytes in all. Those of a destination do not overlap. */
GASNETT_INLINE(make_pieces)
void make_pieces(struct Pieces *pieces, size_t total, size_t largest, int is_dest) {
  size_t left = total, at = 0;
  pieces->count = 0;
  while (left > 0) {
    size_t bytes = pieces->count + 1 == MOST_PIECES ? left : random_below((uint32_t)largest + 1);
    if (bytes > left) bytes = left;
    if (is_dest) at += random_below(10);
    else at = random_below(AREA - (uint32_t)bytes);
    pieces->at[pieces->count] = at;
    pieces->bytes[pieces->count++] = bytes;
    at += bytes;
    left -= bytes;
  }
  EXPECT(at <= AREA);
}

/* As the calls want them, with the address of the area. */
GASNETT_INLINE(to_memvecs)
void to_memvecs(const struct Pieces *pieces, char *area, gex_Memvec_t *list) {
  size_t i;
  for (i = 0; i < pieces->count; ++i) {
    list[i].gex_addr = area + pieces->at[i];
    list[i].gex_len = pieces->bytes[i];
  }
}
GASNETT_INLINE(to_memvecs1)
void to_memvecs1(const struct Pieces *pieces, char *area, gasnet_memvec_t *list) {
  size_t i;
  for (i = 0; i < pieces->count; ++i) {
    list[i].addr = area + pieces->at[i];
    list[i].len = pieces->bytes[i];
  }
}
GASNETT_INLINE(to_addresses)
void to_addresses(const struct Pieces *pieces, char *area, void **list) {
  size_t i;
  for (i = 0; i < pieces->count; ++i) list[i] = area + pieces->at[i];
}

/* What the transfer does: byte n of the source pieces goes to byte n of the destination pieces. */
GASNETT_INLINE(copy_pieces)
void copy_pieces(const struct Pieces *to, char *dest, const struct Pieces *from, const char *source) {
  size_t t = 0, t_at = 0, f, f_at;
  for (f = 0; f < from->count; ++f)
    for (f_at = 0; f_at < from->bytes[f]; ++f_at) {
      while (t_at == to->bytes[t]) {
        ++t;
        t_at = 0;
      }
      dest[to->at[t] + t_at++] = source[from->at[f] + f_at];
    }
}

struct Strided {
  size_t levels, element, count[6];
  ptrdiff_t dest_strides[6], source_strides[6];
  size_t dest_at, source_at;
};

/* The same of strided memory, by the indices of each element. */
GASNETT_INLINE(copy_strided)
void copy_strided(const struct Strided *s, char *dest, const char *source) {
  size_t elements = 1, n, level;
  for (level = 0; level < s->levels; ++level) elements *= s->count[level];
  for (n = 0; n < elements; ++n) {
    ptrdiff_t d = (ptrdiff_t)s->dest_at, f = (ptrdiff_t)s->source_at;
    size_t rest = n;
    for (level = 0; level < s->levels; ++level) {
      d += (ptrdiff_t)(rest % s->count[level]) * s->dest_strides[level];
      f += (ptrdiff_t)(rest % s->count[level]) * s->source_strides[level];
      rest /= s->count[level];
    }
    memcpy(dest + d, source + f, s->element);
  }
}

#endif
