/* Put and get by one thread: contiguous, one element, strided and block-strided. */
#ifndef ISTHMUS_DEVICE_RMA_H
#define ISTHMUS_DEVICE_RMA_H

/* Thread `rank` of a group of `size` copies its share, by the widest words that both addresses and the length permit: out of
 * this thread's memory, which may be its own stack, to memory that others see, or in the other direction. Only the side that
 * others see may be accessed by more than plain loads and stores, which the stack does not permit. */
#define ISTHMUS_DEVICE_COPY(name, load128, TO, FROM)                                                                     \
  ISTHMUS_DEVICE_FN void isthmus_device_copy_##name(void *to, const void *from, uint64_t bytes, uint64_t rank,           \
                                                    uint64_t size) {                                                     \
    const uint64_t all = (uint64_t)to | (uint64_t)from | bytes;                                                          \
    if ((((uint64_t)to | (uint64_t)from) & 15) == 0 && bytes >= 16) {                                                    \
      const uint64_t words = bytes / 16;                                                                                 \
      uint64_t i = rank;                                                                                                 \
      for (; i + 3 * size < words; i += 4 * size) { /* four loads under way at a time */                                 \
        const struct isthmus_device_16 w = load128((const char *)from + i * 16);                                         \
        const struct isthmus_device_16 x = load128((const char *)from + (i + size) * 16);                                \
        const struct isthmus_device_16 y = load128((const char *)from + (i + 2 * size) * 16);                            \
        const struct isthmus_device_16 z = load128((const char *)from + (i + 3 * size) * 16);                            \
        isthmus_device_store128((char *)to + i * 16, w);                                                                 \
        isthmus_device_store128((char *)to + (i + size) * 16, x);                                                        \
        isthmus_device_store128((char *)to + (i + 2 * size) * 16, y);                                                    \
        isthmus_device_store128((char *)to + (i + 3 * size) * 16, z);                                                    \
      }                                                                                                                  \
      for (; i < words; i += size) isthmus_device_store128((char *)to + i * 16, load128((const char *)from + i * 16));   \
      for (i = words * 16 + rank; i < bytes; i += size) ((TO char *)to)[i] = ((FROM char *)from)[i];                     \
    } else if ((all & 7) == 0) {                                                                                         \
      for (uint64_t i = rank; i < bytes / 8; i += size) ((TO uint64_t *)to)[i] = ((FROM uint64_t *)from)[i];             \
    } else if ((all & 3) == 0) {                                                                                         \
      for (uint64_t i = rank; i < bytes / 4; i += size) ((TO uint32_t *)to)[i] = ((FROM uint32_t *)from)[i];             \
    } else if ((all & 1) == 0) {                                                                                         \
      for (uint64_t i = rank; i < bytes / 2; i += size) ((TO uint16_t *)to)[i] = ((FROM uint16_t *)from)[i];             \
    } else {                                                                                                             \
      for (uint64_t i = rank; i < bytes; i += size) ((TO char *)to)[i] = ((FROM char *)from)[i];                         \
    }                                                                                                                    \
  }
ISTHMUS_DEVICE_INLINE struct isthmus_device_16 isthmus_device_load_own(const void *p) {
  return *(const struct isthmus_device_16 *)p;
}
#define ISTHMUS_DEVICE_PLAIN
ISTHMUS_DEVICE_COPY(out, isthmus_device_load_own, volatile, const)
ISTHMUS_DEVICE_COPY(in, isthmus_device_load128, ISTHMUS_DEVICE_PLAIN, const volatile)
#undef ISTHMUS_DEVICE_COPY

/* After requests that were posted without waiting: completes them, unless quiet is to do so. */
ISTHMUS_DEVICE_FN void isthmus_device_settle(void) {
  if (isthmus_device_state.flags & ISTHMUS_DEVICE_PROMPT) isthmus_device_drain(&isthmus_device_state.ring);
}

/* Through the ring. What fits into a slot travels there, and so does everything from and to memory that only this thread or
 * block can access; the proxy reads and writes the rest in place. */
ISTHMUS_DEVICE_FAR void isthmus_device_ring_put(void *dest, const void *source, uint64_t bytes, int pe, int later) {
  const struct isthmus_device_ring *ring = &isthmus_device_state.ring;
  struct isthmus_device_request request = {(uint64_t)dest, (uint64_t)source, bytes, 0, 0, 0, pe, isthmus_device_put, 1,
                                           0, 0};
  if (bytes > ISTHMUS_DEVICE_STAGED && !isthmus_device_is_private(source)) {
    request.flags = later ? ISTHMUS_DEVICE_LATER : ISTHMUS_DEVICE_ANSWER;
    isthmus_device_ask(ring, request, 1);
    isthmus_device_settle();
    return;
  }
  request.flags = ISTHMUS_DEVICE_IN_SLOT;
  for (uint64_t done = 0; done < bytes; done += ISTHMUS_DEVICE_STAGED) {
    const uint64_t part = bytes - done < ISTHMUS_DEVICE_STAGED ? bytes - done : ISTHMUS_DEVICE_STAGED;
    const uint64_t ticket = isthmus_device_take_ticket(ring);
    isthmus_device_copy_out(isthmus_device_staging(ring, ticket), (const char *)source + done, part, 0, 1);
    request.dest = (uint64_t)dest + done;
    request.count = part;
    isthmus_device_post(ring, ticket, request, 1);
  }
  isthmus_device_settle();
}

ISTHMUS_DEVICE_FAR void isthmus_device_ring_get(void *dest, const void *source, uint64_t bytes, int pe, int later) {
  const struct isthmus_device_ring *ring = &isthmus_device_state.ring;
  struct isthmus_device_request request = {(uint64_t)dest, (uint64_t)source, bytes, 0, 0, 0, pe, isthmus_device_get, 1,
                                           0, 0};
  if (bytes > ISTHMUS_DEVICE_STAGED && !isthmus_device_is_private(dest)) {
    request.flags = later ? ISTHMUS_DEVICE_LATER : ISTHMUS_DEVICE_ANSWER;
    isthmus_device_ask(ring, request, 1);
    isthmus_device_settle();
    return;
  }
  request.flags = ISTHMUS_DEVICE_IN_SLOT | ISTHMUS_DEVICE_ANSWER;
  for (uint64_t done = 0; done < bytes; done += ISTHMUS_DEVICE_STAGED) {
    const uint64_t part = bytes - done < ISTHMUS_DEVICE_STAGED ? bytes - done : ISTHMUS_DEVICE_STAGED;
    const uint64_t ticket = isthmus_device_take_ticket(ring);
    request.source = (uint64_t)source + done;
    request.count = part;
    isthmus_device_post(ring, ticket, request, 0);
    isthmus_device_await(ring, ticket);
    isthmus_device_copy_in((char *)dest + done, isthmus_device_staging(ring, ticket), part, 0, 1);
    isthmus_device_finish(ring, ticket, 1);
  }
}

ISTHMUS_DEVICE_FAR void isthmus_device_put_far(const char *call, void *dest, const void *source, uint64_t bytes, int pe,
                                               int later) {
  char *there = isthmus_device_reach(call, dest, bytes, pe);
  if (there)
    isthmus_device_copy_out(there, source, bytes, 0, 1);
  else
    isthmus_device_ring_put(dest, source, bytes, pe, later);
}

ISTHMUS_DEVICE_FAR void isthmus_device_get_far(const char *call, void *dest, const void *source, uint64_t bytes, int pe,
                                               int later) {
  const char *there = isthmus_device_reach(call, source, bytes, pe);
  if (there)
    isthmus_device_copy_in(dest, there, bytes, 0, 1);
  else
    isthmus_device_ring_get(dest, source, bytes, pe, later);
}

ISTHMUS_DEVICE_INLINE void isthmus_device_put_bytes(const char *call, void *dest, const void *source, uint64_t bytes,
                                                    int pe, int later) {
  const struct isthmus_device_found found = isthmus_device_find_near(dest, pe);
  if (ISTHMUS_DEVICE_LIKELY(found.near))
    isthmus_device_copy_out(found.there, source, bytes, 0, 1);
  else
    isthmus_device_put_far(call, dest, source, bytes, pe, later);
}

ISTHMUS_DEVICE_INLINE void isthmus_device_get_bytes(const char *call, void *dest, const void *source, uint64_t bytes,
                                                    int pe, int later) {
  const struct isthmus_device_found found = isthmus_device_find_near(source, pe);
  if (ISTHMUS_DEVICE_LIKELY(found.near))
    isthmus_device_copy_in(dest, found.there, bytes, 0, 1);
  else
    isthmus_device_get_far(call, dest, source, bytes, pe, later);
}

/* `blocks` blocks of `block` elements of `size` bytes, the starts of which are `to` and `from` elements apart. The bytes that
 * the other PE's side extends over are checked. */
ISTHMUS_DEVICE_FN uint64_t isthmus_device_extent(ptrdiff_t stride, uint64_t block, uint64_t blocks, uint64_t size) {
  return blocks == 0 || block == 0 ? 0 : ((blocks - 1) * (uint64_t)(stride < 0 ? 0 : stride) + block) * size;
}

#define ISTHMUS_DEVICE_COPY_BLOCKS(name)                                                                                 \
  ISTHMUS_DEVICE_FN void isthmus_device_copy_blocks_##name(char *to, const char *from, ptrdiff_t to_step,                \
                                                           ptrdiff_t from_step, uint64_t block, uint64_t blocks,         \
                                                           uint64_t rank, uint64_t size) {                               \
    for (uint64_t i = rank; i < blocks; i += size)                                                                       \
      isthmus_device_copy_##name(to + (ptrdiff_t)i * to_step, from + (ptrdiff_t)i * from_step, block, 0, 1);             \
  }
ISTHMUS_DEVICE_COPY_BLOCKS(out)
ISTHMUS_DEVICE_COPY_BLOCKS(in)
#undef ISTHMUS_DEVICE_COPY_BLOCKS

ISTHMUS_DEVICE_FAR void isthmus_device_ring_strided(int op, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst,
                                                    uint64_t block, uint64_t blocks, uint64_t size, int pe) {
  struct isthmus_device_request request = {(uint64_t)dest, (uint64_t)source, blocks, (uint64_t)dst, (uint64_t)sst, block,
                                           pe, (uint8_t)op, (uint8_t)size, ISTHMUS_DEVICE_ANSWER, 0};
  const int put = op == isthmus_device_iput;
  if (!isthmus_device_is_private(put ? source : dest)) {
    isthmus_device_ask(&isthmus_device_state.ring, request, 1);
    isthmus_device_settle();
    return;
  }
  for (uint64_t i = 0; i < blocks; ++i) {
    char *to = (char *)dest + (ptrdiff_t)i * dst * (ptrdiff_t)size;
    const char *from = (const char *)source + (ptrdiff_t)i * sst * (ptrdiff_t)size;
    if (put)
      isthmus_device_ring_put(to, from, block * size, pe, 0);
    else
      isthmus_device_ring_get(to, from, block * size, pe, 0);
  }
}

ISTHMUS_DEVICE_FN void isthmus_device_put_strided(const char *call, void *dest, const void *source, ptrdiff_t dst,
                                                  ptrdiff_t sst, uint64_t block, uint64_t blocks, uint64_t size, int pe) {
  char *there = isthmus_device_reach_any(call, dest, isthmus_device_extent(dst, block, blocks, size), pe);
  const ptrdiff_t bytes = (ptrdiff_t)size;
  if (there)
    isthmus_device_copy_blocks_out(there, (const char *)source, dst * bytes, sst * bytes, block * size, blocks, 0, 1);
  else
    isthmus_device_ring_strided(isthmus_device_iput, dest, source, dst, sst, block, blocks, size, pe);
}

ISTHMUS_DEVICE_FN void isthmus_device_get_strided(const char *call, void *dest, const void *source, ptrdiff_t dst,
                                                  ptrdiff_t sst, uint64_t block, uint64_t blocks, uint64_t size, int pe) {
  const char *there = isthmus_device_reach_any(call, source, isthmus_device_extent(sst, block, blocks, size), pe);
  const ptrdiff_t bytes = (ptrdiff_t)size;
  if (there)
    isthmus_device_copy_blocks_in((char *)dest, there, dst * bytes, sst * bytes, block * size, blocks, 0, 1);
  else
    isthmus_device_ring_strided(isthmus_device_iget, dest, source, dst, sst, block, blocks, size, pe);
}

/* ---- One element, of at most 8 bytes ---- */

/* The bits of a value of any type, and back. */
#define ISTHMUS_DEVICE_BITS(TYPE, name, from) \
  union {                                     \
    uint64_t bits;                            \
    TYPE value;                               \
  } name;                                     \
  name.bits = 0;                              \
  name.value = from;
#define ISTHMUS_DEVICE_VALUE_OF(TYPE, name, from) \
  union {                                         \
    uint64_t bits;                                \
    TYPE value;                                   \
  } name;                                         \
  name.bits = from;

ISTHMUS_DEVICE_FN void isthmus_device_store_word(char *there, uint64_t bits, int size) {
  switch (size) {
    case 1: *(volatile uint8_t *)there = (uint8_t)bits; break;
    case 2: *(volatile uint16_t *)there = (uint16_t)bits; break;
    case 4: *(volatile uint32_t *)there = (uint32_t)bits; break;
    default: *(volatile uint64_t *)there = bits;
  }
}

ISTHMUS_DEVICE_FN uint64_t isthmus_device_load_word(const char *there, int size) {
  switch (size) {
    case 1: return *(const volatile uint8_t *)there;
    case 2: return *(const volatile uint16_t *)there;
    case 4: return *(const volatile uint32_t *)there;
    default: return *(const volatile uint64_t *)there;
  }
}

ISTHMUS_DEVICE_FAR void isthmus_device_p_far(const char *call, void *dest, uint64_t bits, int size, int pe) {
  char *there = isthmus_device_reach(call, dest, (uint64_t)size, pe);
  if (there) return isthmus_device_store_word(there, bits, size);
  const struct isthmus_device_request request = {(uint64_t)dest, 0, (uint64_t)size, bits, 0, 0, pe, isthmus_device_put, 1,
                                                 ISTHMUS_DEVICE_IN_WORD, 0};
  isthmus_device_ask(&isthmus_device_state.ring, request, 0);
  isthmus_device_settle();
}

/* Of a word of the library. */
ISTHMUS_DEVICE_INLINE void isthmus_device_p_any(const char *call, uint64_t *dest, uint64_t value, int pe) {
  const struct isthmus_device_found found = isthmus_device_find_near(dest, pe);
  if (ISTHMUS_DEVICE_LIKELY(found.near))
    *(volatile uint64_t *)found.there = value;
  else
    isthmus_device_p_far(call, dest, value, 8, pe);
}

ISTHMUS_DEVICE_FAR uint64_t isthmus_device_g_far(const char *call, const void *source, int size, int pe) {
  const char *there = isthmus_device_reach(call, source, (uint64_t)size, pe);
  if (there) return isthmus_device_load_word(there, size);
  const struct isthmus_device_request request = {0, (uint64_t)source, (uint64_t)size, 0, 0, 0, pe, isthmus_device_get, 1,
                                                 ISTHMUS_DEVICE_IN_WORD | ISTHMUS_DEVICE_ANSWER, 0};
  return isthmus_device_ask(&isthmus_device_state.ring, request, 0);
}

/* ---- The calls ---- */

#define ISTHMUS_DEVICE_MOVE(verb, NAME, TYPE, SIZE, LATER)                                              \
  ISTHMUS_DEVICE_BOTH(void, NAME, (TYPE *dest, const TYPE *source, size_t nelems, int pe),              \
                      isthmus_device_##verb##_bytes(call, dest, source, nelems * SIZE, pe, LATER);)
#define ISTHMUS_DEVICE_STRIDED(verb, NAME, TYPE, SIZE)                                                  \
  ISTHMUS_DEVICE_BOTH(void, NAME,                                                                       \
                      (TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe), \
                      isthmus_device_##verb##_strided(call, dest, source, dst, sst, 1, nelems, SIZE, pe);)
#define ISTHMUS_DEVICE_BLOCKS(verb, NAME, TYPE, SIZE)                                                   \
  ISTHMUS_DEVICE_BOTH(void, NAME,                                                                       \
                      (TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,      \
                       size_t nblocks, int pe),                                                         \
                      isthmus_device_##verb##_strided(call, dest, source, dst, sst, bsize, nblocks, SIZE, pe);)
/* `before` is the part of the name before put or get, `after` the one after it. */
#define ISTHMUS_DEVICE_MOVES(before, after, TYPE, SIZE)                    \
  ISTHMUS_DEVICE_MOVE(put, before##put##after, TYPE, SIZE, 0)              \
  ISTHMUS_DEVICE_MOVE(get, before##get##after, TYPE, SIZE, 0)              \
  ISTHMUS_DEVICE_MOVE(put, before##put##after##_nbi, TYPE, SIZE, 1)        \
  ISTHMUS_DEVICE_MOVE(get, before##get##after##_nbi, TYPE, SIZE, 1)
#define ISTHMUS_DEVICE_STRIDES(before, after, TYPE, SIZE)                  \
  ISTHMUS_DEVICE_STRIDED(put, before##iput##after, TYPE, SIZE)             \
  ISTHMUS_DEVICE_STRIDED(get, before##iget##after, TYPE, SIZE)             \
  ISTHMUS_DEVICE_BLOCKS(put, before##ibput##after, TYPE, SIZE)             \
  ISTHMUS_DEVICE_BLOCKS(get, before##ibget##after, TYPE, SIZE)

#define ISTHMUS_DEVICE_TYPED(NAME, TYPE)                                                              \
  ISTHMUS_DEVICE_MOVES(NAME##_, , TYPE, sizeof(TYPE))                                                 \
  ISTHMUS_DEVICE_STRIDES(NAME##_, , TYPE, sizeof(TYPE))                                               \
  ISTHMUS_DEVICE_BOTH(void, NAME##_p, (TYPE *dest, TYPE value, int pe),                               \
    const struct isthmus_device_found found = isthmus_device_find_near(dest, pe);                     \
    if (ISTHMUS_DEVICE_LIKELY(found.near)) {                                                          \
      *(volatile TYPE *)found.there = value;                                                          \
    } else {                                                                                          \
      ISTHMUS_DEVICE_BITS(TYPE, bits, value)                                                          \
      isthmus_device_p_far(call, dest, bits.bits, sizeof(TYPE), pe);                             \
    })                                                                                                \
  ISTHMUS_DEVICE_BOTH(TYPE, NAME##_g, (const TYPE *source, int pe),                                   \
    const struct isthmus_device_found found = isthmus_device_find_for_load(source, pe);               \
    const uint64_t seen = isthmus_device_near_get(found, sizeof(TYPE));                               \
    ISTHMUS_DEVICE_VALUE_OF(TYPE, result,                                                             \
                            ISTHMUS_DEVICE_LIKELY(isthmus_device_was_near(found))                     \
                                ? seen : isthmus_device_g_far(call, source, sizeof(TYPE), pe))        \
    return result.value;)
ISTHMUS_RMA_WORD_TYPES(ISTHMUS_DEVICE_TYPED)
#undef ISTHMUS_DEVICE_TYPED

#define ISTHMUS_DEVICE_SIZED(BITS, BYTES)             \
  ISTHMUS_DEVICE_MOVES(, BITS, void, BYTES)           \
  ISTHMUS_DEVICE_STRIDES(, BITS, void, BYTES)
ISTHMUS_SIZES(ISTHMUS_DEVICE_SIZED)
#undef ISTHMUS_DEVICE_SIZED
ISTHMUS_DEVICE_MOVES(, mem, void, 1)
#undef ISTHMUS_DEVICE_MOVES
#undef ISTHMUS_DEVICE_STRIDES
#undef ISTHMUS_DEVICE_MOVE
#undef ISTHMUS_DEVICE_STRIDED
#undef ISTHMUS_DEVICE_BLOCKS

#endif
