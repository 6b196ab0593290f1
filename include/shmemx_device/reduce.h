/* Reductions on a device. Small ones are made of one exchange: every member stores its elements into the cells of all others
 * and combines what it finds in its own. For large ones each member combines a part of the array, reading all sources, and
 * stores it to all destinations, between two rounds; only the member whose part it is reads or writes an element, so dest
 * may be source. Both combine in the order of the members: all of them have the same result. */
#ifndef ISTHMUS_DEVICE_REDUCE_H
#define ISTHMUS_DEVICE_REDUCE_H

enum isthmus_device_number { isthmus_device_signed, isthmus_device_unsigned, isthmus_device_real, isthmus_device_complex };
enum isthmus_device_reduction {
  isthmus_device_reduce_and, isthmus_device_reduce_or, isthmus_device_reduce_xor, isthmus_device_reduce_max,
  isthmus_device_reduce_min, isthmus_device_reduce_sum, isthmus_device_reduce_prod
};

/* What is combined: numbers of `size` bytes. */
struct isthmus_device_reducing {
  enum isthmus_device_number number;
  int size;
  enum isthmus_device_reduction op;
};

/* ---- Elements in words of 8 and 16 bytes ---- */

#define ISTHMUS_DEVICE_COMBINE(name, TYPE)                                                                          \
  ISTHMUS_DEVICE_INLINE TYPE isthmus_device_combine_##name(enum isthmus_device_reduction op, TYPE a, TYPE b) {      \
    if (op == isthmus_device_reduce_max) return a < b ? b : a;                                                      \
    if (op == isthmus_device_reduce_min) return b < a ? b : a;                                                      \
    return op == isthmus_device_reduce_sum ? a + b : a * b;                                                         \
  }
ISTHMUS_DEVICE_COMBINE(signed, int64_t)
ISTHMUS_DEVICE_COMBINE(unsigned, uint64_t)
ISTHMUS_DEVICE_COMBINE(float, float)
ISTHMUS_DEVICE_COMBINE(double, double)
#undef ISTHMUS_DEVICE_COMBINE

union isthmus_device_lanes {
  uint64_t bits;
  float floats[2];
  double value;
};

/* Sums and products are made of unsigned numbers, whose overflow is defined. */
ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_combine_integers(struct isthmus_device_reducing what, uint64_t a, uint64_t b) {
  const int bits = 8 * what.size;
  const int is_signed = what.number == isthmus_device_signed &&
                        (what.op == isthmus_device_reduce_max || what.op == isthmus_device_reduce_min);
  uint64_t all = 0;
  for (int at = 0; at < 64; at += bits) { /* not marked as unrolled: isthmus_device_reduce_far has a size at run time */
    const int left = 64 - bits - at, right = 64 - bits;
    const uint64_t one = is_signed ? (uint64_t)isthmus_device_combine_signed(what.op, (int64_t)(a << left) >> right,
                                                                             (int64_t)(b << left) >> right)
                                   : isthmus_device_combine_unsigned(what.op, a << left >> right, b << left >> right);
    all |= (one << right >> right) << at;
  }
  return all;
}

ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_combine8(struct isthmus_device_reducing what, uint64_t a, uint64_t b) {
  if (what.op == isthmus_device_reduce_and) return a & b;
  if (what.op == isthmus_device_reduce_or) return a | b;
  if (what.op == isthmus_device_reduce_xor) return a ^ b;
  if (what.number == isthmus_device_signed || what.number == isthmus_device_unsigned)
    return isthmus_device_combine_integers(what, a, b);
  union isthmus_device_lanes x, y;
  x.bits = a;
  y.bits = b;
  if (what.number == isthmus_device_real && what.size == 8) {
    x.value = isthmus_device_combine_double(what.op, x.value, y.value);
  } else if (what.number == isthmus_device_complex && what.op == isthmus_device_reduce_prod) {
    const float re = x.floats[0] * y.floats[0] - x.floats[1] * y.floats[1];
    x.floats[1] = x.floats[0] * y.floats[1] + x.floats[1] * y.floats[0];
    x.floats[0] = re;
  } else {
    x.floats[0] = isthmus_device_combine_float(what.op, x.floats[0], y.floats[0]);
    x.floats[1] = isthmus_device_combine_float(what.op, x.floats[1], y.floats[1]);
  }
  return x.bits;
}

ISTHMUS_DEVICE_INLINE struct isthmus_device_16 isthmus_device_combine16(struct isthmus_device_reducing what,
                                                                        struct isthmus_device_16 a,
                                                                        struct isthmus_device_16 b) {
  struct isthmus_device_16 result;
  if (what.number == isthmus_device_complex && what.size == 16) {
    union isthmus_device_lanes re, im, other_re, other_im, product_re, product_im;
    re.bits = a.low;
    im.bits = a.high;
    other_re.bits = b.low;
    other_im.bits = b.high;
    const int sum = what.op == isthmus_device_reduce_sum;
    product_re.value = sum ? re.value + other_re.value : re.value * other_re.value - im.value * other_im.value;
    product_im.value = sum ? im.value + other_im.value : re.value * other_im.value + im.value * other_re.value;
    result.low = product_re.bits;
    result.high = product_im.bits;
  } else {
    result.low = isthmus_device_combine8(what, a.low, b.low);
    result.high = isthmus_device_combine8(what, a.high, b.high);
  }
  return result;
}

/* One element, in a word whose other bytes are zero. */
ISTHMUS_DEVICE_INLINE struct isthmus_device_16 isthmus_device_load_element(const char *p, int size) {
  struct isthmus_device_16 element = {isthmus_device_load_word(p, size), 0};
  if (size == 16) element.high = isthmus_device_load_word(p + 8, 8);
  return element;
}
ISTHMUS_DEVICE_INLINE void isthmus_device_store_element(char *p, struct isthmus_device_16 element, int size) {
  isthmus_device_store_word(p, element.low, size);
  if (size == 16) isthmus_device_store_word(p + 8, element.high, 8);
}

/* ---- Small arrays: one exchange through cells ---- */

/* Combines word `i` of two members. What this member has for itself is `own`, and in no cell. */
ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_combine_two(const char *call, struct isthmus_device_members team, uint64_t round,
                                                          uint64_t i, uint64_t own, struct isthmus_device_reducing what) {
  const char *const cell = isthmus_device_cells_of(team, round, team.me == 0) + 16 * i;
  uint64_t word;
  isthmus_device_await_cells(call, &cell, 1, round, &word);
  return team.me == 0 ? isthmus_device_combine8(what, own, word) : isthmus_device_combine8(what, word, own);
}

/* Combines word `i` of members from `member` on, `count` of them or fewer, with `all`, the word of those before them. Another
 * member's cell is looked at in place of this one's, and of a member that is not there, so that no branch comes between the
 * loads. */
ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_combine_cells(const char *call, struct isthmus_device_members team, uint64_t round,
                                                            int member, int count, uint64_t i, uint64_t all, uint64_t own,
                                                            struct isthmus_device_reducing what) {
  const char *cells[4];
  uint64_t words[4] = {own, own, own, own};
  ISTHMUS_DEVICE_UNROLL
  for (int k = 0; k < count; ++k) {
    const int from = member + k != team.me && member + k < team.size ? member + k : team.me == 0;
    cells[k] = isthmus_device_cells_of(team, round, from) + 16 * i;
  }
  isthmus_device_await_cells(call, cells, count, round, words);
  ISTHMUS_DEVICE_UNROLL
  for (int k = 0; k < count; ++k) {
    const uint64_t word = member + k == team.me ? own : words[k];
    if (member + k < team.size) all = member + k == 0 ? word : isthmus_device_combine8(what, all, word);
  }
  return all;
}

/* Each member has the reduction of what all send it, itself included: `bytes` at source + step * member. */
ISTHMUS_DEVICE_SPECIAL void isthmus_device_reduce_small(const char *call, struct isthmus_device_members team, char *dest,
                                                        const char *source, uint64_t step, uint64_t bytes,
                                                        struct isthmus_device_reducing what, uint64_t round,
                                                        struct isthmus_device_threads threads) {
  const uint32_t size = (uint32_t)bytes, words = (size + 7) / 8;
  const int piece = isthmus_device_piece(dest, source, bytes);
  const char *const kept = source + step * (uint64_t)team.me; /* what this member has for itself */
  const char *const end = source + step * (uint64_t)(team.size - 1) + bytes;
  isthmus_device_open_cells(call, team, round, threads);
  isthmus_device_send_cells(call, team, round, source, (uint32_t)step, size, piece, threads);
  if (dest < end && source < dest + bytes) isthmus_device_meet(threads); /* dest may be source, and all of that has been sent then */
  for (uint32_t i = (uint32_t)threads.rank; i < words; i += (uint32_t)threads.size) {
    const uint64_t own = isthmus_device_load_pieces(kept + 8 * i, size - 8 * i, piece);
    uint64_t all = own;
    if (team.size == 2) all = isthmus_device_combine_two(call, team, round, i, own, what);
    for (int member = 0; member < team.size && team.size > 2; member += 4) {
      if (team.size - member > 2)
        all = isthmus_device_combine_cells(call, team, round, member, 4, i, all, own, what);
      else
        all = isthmus_device_combine_cells(call, team, round, member, 2, i, all, own, what);
    }
    isthmus_device_store_pieces(dest + 8 * i, all, size - 8 * i, piece);
  }
  if (team.size > 2 && threads.rank < words) isthmus_device_order(); /* after cells whose loads were under way together */
  isthmus_device_end_round(team, round, round, threads);
}

/* ---- Large arrays: each member a part ---- */

/* `count` words of 16 bytes at `at`, `step` bytes apart. Their loads are under way together, those from the first two members,
 * too: nothing is done with the first one's before the second one's have been asked for. Source and dest are in the
 * window of the table of PEs (state.h): a call that finds other addresses would cost the registers. */
ISTHMUS_DEVICE_INLINE void isthmus_device_reduce_some(struct isthmus_device_members team, char *dest, const char *source,
                                                      uint64_t at, uint64_t step, int count,
                                                      struct isthmus_device_reducing what) {
  struct isthmus_device_16 all[4], one[4];
  const char *const first = isthmus_device_find_near(source, isthmus_device_pe_of(team, 0)).there + at;
  ISTHMUS_DEVICE_UNROLL
  for (int i = 0; i < count; ++i) all[i] = isthmus_device_load128(first + (uint64_t)i * step);
  for (int member = 1; member < team.size; ++member) {
    const char *there = isthmus_device_find_near(source, isthmus_device_pe_of(team, member)).there + at;
    ISTHMUS_DEVICE_UNROLL
    for (int i = 0; i < count; ++i) one[i] = isthmus_device_load128(there + (uint64_t)i * step);
    ISTHMUS_DEVICE_UNROLL
    for (int i = 0; i < count; ++i) all[i] = isthmus_device_combine16(what, all[i], one[i]);
  }
  for (int member = 0; member < team.size; ++member) {
    char *there = isthmus_device_find_near(dest, isthmus_device_pe_of(team, member)).there + at;
    ISTHMUS_DEVICE_UNROLL
    for (int i = 0; i < count; ++i) isthmus_device_store128(there + (uint64_t)i * step, all[i]);
  }
}

/* Words of 16 bytes from `from` up to `to`. */
ISTHMUS_DEVICE_SPECIAL void isthmus_device_reduce_words(struct isthmus_device_members team, char *dest,
                                                        const char *source, uint64_t from, uint64_t to,
                                                        struct isthmus_device_reducing what,
                                                        struct isthmus_device_threads threads) {
  const uint64_t step = threads.size * 16;
  uint64_t at = from + threads.rank * 16;
  for (; at + 3 * step < to; at += 4 * step) isthmus_device_reduce_some(team, dest, source, at, step, 4, what);
  for (; at < to; at += step) isthmus_device_reduce_some(team, dest, source, at, step, 1, what);
}

/* Elements from byte `from` up to `to`. */
ISTHMUS_DEVICE_SPECIAL void isthmus_device_reduce_elements(const char *call, struct isthmus_device_members team, char *dest,
                                                           const char *source, uint64_t from, uint64_t to,
                                                           struct isthmus_device_reducing what,
                                                           struct isthmus_device_threads threads) {
  const uint64_t size = (uint64_t)what.size;
  for (uint64_t at = from + threads.rank * size; at < to; at += threads.size * size) {
    struct isthmus_device_16 all = {0, 0};
    for (int member = 0; member < team.size; ++member) {
      const char *there = isthmus_device_reach_any(call, source, to, isthmus_device_pe_of(team, member));
      const struct isthmus_device_16 one = isthmus_device_load_element(there + at, what.size);
      all = member == 0 ? one : isthmus_device_combine16(what, all, one);
    }
    for (int member = 0; member < team.size; ++member)
      isthmus_device_store_element(isthmus_device_reach_any(call, dest, to, isthmus_device_pe_of(team, member)) + at, all,
                                   what.size);
  }
}

/* The same where not all arrays are mapped: what the others have comes to the cells of this PE's area, which nobody else uses
 * between the two rounds. */
ISTHMUS_DEVICE_FAR void isthmus_device_reduce_far(const char *call, struct isthmus_device_members team, char *dest,
                                                  const char *source, uint64_t from, uint64_t to,
                                                  struct isthmus_device_reducing what, struct isthmus_device_threads threads) {
  const uint64_t most = ISTHMUS_DEVICE_CELLS / 2, size = (uint64_t)what.size;
  char *const result = team.area + isthmus_device_state.area_bytes - ISTHMUS_DEVICE_CELLS;
  char *const other = result + most;
  for (uint64_t bytes; from < to; from += bytes) {
    bytes = to - from < most ? to - from : most;
    for (int member = 0; member < team.size; ++member) {
      const int pe = isthmus_device_pe_of(team, member);
      const char *there = isthmus_device_reach_any(call, source + from, bytes, pe);
      if (!there) {
        if (threads.rank == 0) isthmus_device_ring_get(other, source + from, bytes, pe, 0);
        there = other;
      }
      isthmus_device_meet(threads);
      for (uint64_t at = threads.rank * size; at < bytes; at += threads.size * size) {
        struct isthmus_device_16 one = isthmus_device_load_element(there + at, what.size);
        if (member > 0) one = isthmus_device_combine16(what, isthmus_device_load_element(result + at, what.size), one);
        isthmus_device_store_element(result + at, one, what.size);
      }
      isthmus_device_meet(threads);
    }
    for (int member = 0; member < team.size; ++member)
      isthmus_device_give(call, team, member, dest + from, result, bytes, threads);
    isthmus_device_meet(threads);
  }
  const struct isthmus_device_16 unused = {0, 0}; /* what stands there now might be taken for a later round's number */
  for (uint64_t at = threads.rank * 16; team.direct && at < ISTHMUS_DEVICE_CELLS; at += threads.size * 16)
    isthmus_device_store128(result + at, unused);
}

/* Whether this device can load and store the array of every member. The same on all members. */
ISTHMUS_DEVICE_FAR int isthmus_device_all_mapped(const char *call, struct isthmus_device_members team, const void *p,
                                                 uint64_t bytes) {
  int mapped = team.direct;
  for (int member = 0; member < team.size && mapped; ++member)
    mapped = isthmus_device_reach(call, p, bytes, isthmus_device_pe_of(team, member)) != NULL;
  return mapped;
}
ISTHMUS_DEVICE_INLINE int isthmus_device_maps(const char *call, struct isthmus_device_members team, const void *p,
                                              uint64_t bytes) {
  const int me = (int)isthmus_device_constant(&isthmus_device_state.my_row);
  return team.direct && (isthmus_device_find_near(p, me).near || isthmus_device_all_mapped(call, team, p, bytes));
}

/* ---- What the calls are made of ---- */

/* A reduction whose data goes through cells, or is empty. Returns whether it was such a one. */
ISTHMUS_DEVICE_SPECIAL int isthmus_device_reduced_in_cells(const char *call, shmem_team_t handle, void *dest, const void *source,
                                                           uint64_t nelems, struct isthmus_device_reducing what,
                                                           struct isthmus_device_threads threads) {
  const struct isthmus_device_members team = isthmus_device_find_members(call, handle);
  const uint64_t round = isthmus_device_next_round(team), bytes = nelems * (uint64_t)what.size;
  if (nelems == 0) return 1;
  if (threads.rank == 0) {
    isthmus_device_readable(call, source);
    isthmus_device_readable(call, dest);
  }
  if (what.size > 8 || !isthmus_device_fit_cells(team, bytes, threads)) return 0;
  isthmus_device_reduce_small(call, team, (char *)dest, (const char *)source, 0, bytes, what, round, threads);
  return 1;
}

/* Any other reduction. */
ISTHMUS_DEVICE_SPECIAL int isthmus_device_reduce_parts(const char *call, shmem_team_t handle, void *dest, const void *source,
                                                       uint64_t nelems, struct isthmus_device_reducing what,
                                                       struct isthmus_device_threads threads) {
  const struct isthmus_device_members team = isthmus_device_find_members(call, handle);
  const uint64_t round = isthmus_device_next_round(team), bytes = nelems * (uint64_t)what.size;
  /* Parts begin at multiples of 16 bytes; the last member's ends with the array. */
  const uint64_t part = (bytes / 16 + (uint64_t)team.size - 1) / (uint64_t)team.size * 16, whole = bytes & ~(uint64_t)15;
  const uint64_t start = part * (uint64_t)team.me, end = start + part;
  const uint64_t from = start < whole ? start : whole, to = end < whole ? end : whole;
  const uint64_t last = team.me == team.size - 1 ? bytes : to;
  isthmus_device_pass_round(call, team, round, threads);
  if (!isthmus_device_maps(call, team, source, bytes) || !isthmus_device_maps(call, team, dest, bytes)) {
    isthmus_device_reduce_far(call, team, (char *)dest, (const char *)source, from, last, what, threads);
  } else {
    const int me = (int)isthmus_device_constant(&isthmus_device_state.my_row);
    const int wide = (((uint64_t)dest | (uint64_t)source) & 15) == 0 && isthmus_device_find_near(source, me).near &&
                     isthmus_device_find_near(dest, me).near;
    if (wide) isthmus_device_reduce_words(team, (char *)dest, (const char *)source, from, to, what, threads);
    isthmus_device_reduce_elements(call, team, (char *)dest, (const char *)source, wide ? to : from, last, what, threads);
  }
  isthmus_device_pass_round(call, team, round + 1, threads);
  return 0;
}

#endif
