/* Small data of a collective, which travels through cells with the number of its round beside it: one exchange, without a round
 * before it or after it. state.h says who may write which cells when. The cells of a word of 8 bytes are two of 8 bytes each: 4
 * bytes of data, and the round. */
#ifndef ISTHMUS_DEVICE_CELLS_H
#define ISTHMUS_DEVICE_CELLS_H

/* On GPUs a function is compiled for the types, operations and numbers that it is called with. For the host one copy decides at
 * run time. */
#ifdef ISTHMUS_DEVICE_GPU
#define ISTHMUS_DEVICE_SPECIAL ISTHMUS_DEVICE_INLINE
#define ISTHMUS_DEVICE_UNROLL _Pragma("unroll")
#else
#define ISTHMUS_DEVICE_SPECIAL ISTHMUS_DEVICE_FAR
#define ISTHMUS_DEVICE_UNROLL
#endif

ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_cell_bytes(void) {
  return isthmus_device_constant64(&isthmus_device_state.cell_bytes);
}
/* The cells that `member` writes in this round, in the area of any member. */
ISTHMUS_DEVICE_INLINE char *isthmus_device_cells_of(struct isthmus_device_members team, uint64_t round, int member) {
  const uint64_t set = (round & 1) * isthmus_device_constant((const uint32_t *)&isthmus_device_state.n_pes) + (uint64_t)member;
  return team.area + isthmus_device_constant64(&isthmus_device_state.area_bytes) - ISTHMUS_DEVICE_CELLS +
         set * isthmus_device_cell_bytes();
}

/* Whether `bytes` for each member go through cells: they fit, and the threads of a group are sooner done with so many cells than
 * with two rounds. The same on all members, as they all call the same function. */
ISTHMUS_DEVICE_INLINE int isthmus_device_fit_cells(struct isthmus_device_members team, uint64_t bytes,
                                                   struct isthmus_device_threads threads) {
  const uint64_t most = threads.group == isthmus_device_one_thread ? 6 : threads.group == isthmus_device_a_warp ? 384 : 1 << 20;
  return team.direct && bytes > 0 && 2 * bytes <= isthmus_device_cell_bytes() &&
         (bytes + 7) / 8 * (uint64_t)(team.size - 1) <= most;
}

/* Must be called by all threads before they write the cells of a round: all members have entered the round before it. */
ISTHMUS_DEVICE_INLINE void isthmus_device_open_cells(const char *call, struct isthmus_device_members team, uint64_t round,
                                                     struct isthmus_device_threads threads) {
  const uint64_t settled = isthmus_device_rounds_of(team)->settled;
  isthmus_device_meet(threads);
  if (settled + 1 < round) { /* the round before this one was a broadcast */
    isthmus_device_await_members(call, team, round - 1, threads);
    isthmus_device_meet(threads);
  }
}

/* The number of a round as it stands in cells: its lower half. Where that is 0, which cells hold before they are written, it is 1
 * instead: the round is an even one then, and no other even round has an odd number. */
ISTHMUS_DEVICE_INLINE uint32_t isthmus_device_tag(uint64_t round) { return (uint32_t)round ? (uint32_t)round : 1; }

/* Writes word `i` of what this member sends to another one. */
ISTHMUS_DEVICE_INLINE void isthmus_device_write_cell(const char *call, struct isthmus_device_members team, uint64_t round,
                                                     int member, uint64_t i, uint64_t bits) {
  const uint64_t tag = (uint64_t)isthmus_device_tag(round) << 32;
  const struct isthmus_device_16 cell = {(bits & 0xffffffffu) | tag, bits >> 32 | tag};
  isthmus_device_publish128(isthmus_device_reach_any(call, isthmus_device_cells_of(team, round, team.me) + 16 * i, 16,
                                                     isthmus_device_pe_of(team, member)), cell);
}

/* Waits for `count` cells of a round. One is acquired: whoever has it may load what its sender knew of. The loads of several are
 * under way together, and a fence must follow (isthmus_device_order). */
ISTHMUS_DEVICE_INLINE void isthmus_device_await_cells(const char *call, const char *const *cells, int count, uint64_t round,
                                                      uint64_t *words) {
  const uint32_t tag = isthmus_device_tag(round);
  struct isthmus_device_watch watch = {0, 0};
  for (;;) {
    const char *late = NULL;
    struct isthmus_device_16 seen[4];
    ISTHMUS_DEVICE_UNROLL
    for (int i = 0; i < count; ++i)
      seen[i] = count > 1 ? isthmus_device_load128(cells[i]) : isthmus_device_load_acquire128(cells[i]);
    ISTHMUS_DEVICE_UNROLL
    for (int i = 0; i < count; ++i) {
      if ((((uint32_t)(seen[i].low >> 32) ^ tag) | ((uint32_t)(seen[i].high >> 32) ^ tag)) != 0) late = cells[i];
      words[i] = (seen[i].low & 0xffffffffu) | seen[i].high << 32;
    }
    if (!late) return;
    isthmus_device_spin();
    watch = isthmus_device_look(watch, call, late + 4, 4, tag);
  }
}

/* ---- Moving data ---- */

/* The size of the pieces in which what moves between two addresses can be loaded and stored. */
ISTHMUS_DEVICE_INLINE int isthmus_device_piece(const void *dest, const void *source, uint64_t bytes) {
  const uint64_t all = (uint64_t)dest | (uint64_t)source | bytes;
  return (all & 7) == 0 ? 8 : (all & 3) == 0 ? 4 : 1;
}
/* A word of 8 bytes, or the `left` bytes that the last one has, in such pieces. */
ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_load_pieces(const char *p, uint32_t left, int piece) {
  if (piece == 8) return isthmus_device_load_word(p, 8);
  uint64_t bits = 0;
  for (uint32_t at = 0; at < 8 && at < left; at += (uint32_t)piece)
    bits |= (piece == 4 ? isthmus_device_load_word(p + at, 4) : isthmus_device_load_word(p + at, 1)) << (8 * at);
  return bits;
}
ISTHMUS_DEVICE_INLINE void isthmus_device_store_pieces(char *p, uint64_t bits, uint32_t left, int piece) {
  if (piece == 8) return isthmus_device_store_word(p, bits, 8);
  for (uint32_t at = 0; at < 8 && at < left; at += (uint32_t)piece)
    if (piece == 4)
      isthmus_device_store_word(p + at, bits >> (8 * at), 4);
    else
      isthmus_device_store_word(p + at, bits >> (8 * at), 1);
}

/* A word of what goes to, or comes from, another member: all words of the next member, then those of the one after it. */
struct isthmus_device_part {
  int member;
  uint32_t word;
};
ISTHMUS_DEVICE_INLINE struct isthmus_device_part isthmus_device_part_of(struct isthmus_device_members team, uint32_t k,
                                                                        uint32_t words) {
  struct isthmus_device_part part = {team.me + 1, k};
  if (team.size > 16) {
    part.member += (int)(k / words);
    part.word = k % words;
  } else { /* is sooner done than a device divides */
    for (; part.word >= words; part.word -= words) ++part.member;
  }
  if (part.member >= team.size) part.member -= team.size;
  return part;
}

/* Sends `bytes` at source + step * member to each other member, by all threads. */
ISTHMUS_DEVICE_FN void isthmus_device_send_cells(const char *call, struct isthmus_device_members team, uint64_t round,
                                                 const char *source, uint32_t step, uint32_t bytes, int piece,
                                                 struct isthmus_device_threads threads) {
  const uint32_t words = (bytes + 7) / 8, all = words * (uint32_t)(team.size - 1);
  for (uint32_t k = (uint32_t)threads.rank; k < all; k += (uint32_t)threads.size) {
    const struct isthmus_device_part part = isthmus_device_part_of(team, k, words);
    const char *const from = source + (step * (uint32_t)part.member + 8 * part.word);
    isthmus_device_write_cell(call, team, round, part.member, part.word,
                              isthmus_device_load_pieces(from, bytes - 8 * part.word, piece));
  }
}

/* Waits for `count` words, number `first`, first + step, ... of what one member sends or, if `from` is negative, of what all
 * others send, and stores what comes from a member at dest, or at dest + bytes * member. */
ISTHMUS_DEVICE_INLINE void isthmus_device_take_some(const char *call, struct isthmus_device_members team, uint64_t round,
                                                    int from, char *dest, uint32_t bytes, int piece, uint32_t first,
                                                    uint32_t step, int count) {
  struct isthmus_device_part parts[4];
  const char *cells[4];
  uint64_t words[4];
  ISTHMUS_DEVICE_UNROLL
  for (int i = 0; i < count; ++i) {
    const uint32_t k = first + (uint32_t)i * step;
    const struct isthmus_device_part one = {from, k};
    parts[i] = from < 0 ? isthmus_device_part_of(team, k, (bytes + 7) / 8) : one;
    cells[i] = isthmus_device_cells_of(team, round, parts[i].member) + 16 * parts[i].word;
  }
  isthmus_device_await_cells(call, cells, count, round, words);
  ISTHMUS_DEVICE_UNROLL
  for (int i = 0; i < count; ++i) {
    const uint32_t at = 8 * parts[i].word;
    isthmus_device_store_pieces(dest + ((from < 0 ? bytes * (uint32_t)parts[i].member : 0) + at), words[i], bytes - at, piece);
  }
}
/* Takes words while there are four for each thread, and returns how many the calling thread has taken. Out of line, since its
 * registers would cost fewer words theirs. */
ISTHMUS_DEVICE_FAR uint32_t isthmus_device_take_fours(const char *call, struct isthmus_device_members team, uint64_t round,
                                                      int from, char *dest, uint32_t bytes, int piece, uint32_t all,
                                                      struct isthmus_device_threads threads) {
  const uint32_t step = (uint32_t)threads.size;
  uint32_t k = (uint32_t)threads.rank;
  for (; k + 3 * step < all; k += 4 * step)
    isthmus_device_take_some(call, team, round, from, dest, bytes, piece, k, step, 4);
  isthmus_device_order();
  return k;
}
ISTHMUS_DEVICE_FN void isthmus_device_take_cells(const char *call, struct isthmus_device_members team, uint64_t round,
                                                 int from, char *dest, uint32_t bytes, int piece,
                                                 struct isthmus_device_threads threads) {
  const uint32_t all = (bytes + 7) / 8 * (uint32_t)(from < 0 ? team.size - 1 : 1), step = (uint32_t)threads.size;
  uint32_t k = (uint32_t)threads.rank;
  if (k + 3 * step < all) k = isthmus_device_take_fours(call, team, round, from, dest, bytes, piece, all, threads);
  for (; k < all; k += step) isthmus_device_take_some(call, team, round, from, dest, bytes, piece, k, step, 1);
}

#endif
