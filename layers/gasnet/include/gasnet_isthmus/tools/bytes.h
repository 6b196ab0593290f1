/* Blocks of bytes: zero bytes in them, checksums, copies, small values. */
#ifndef ISTHMUS_GASNET_TOOLS_BYTES_H
#define ISTHMUS_GASNET_TOOLS_BYTES_H

#include <string.h>

#include "gasnet_isthmus/basics.h"

GASNETT_BEGIN_EXTERNC

/* A 64-bit checksum, the same on every machine, that guards against mistakes, not against intent. */
uint64_t gasnett_checksum(const void *p, int numbytes);

/* The number of bytes that are 0. */
size_t gasnett_count0s(const void *p, size_t numbytes);
size_t gasnett_count0s_copy(void *GASNETT_RESTRICT dst, const void *GASNETT_RESTRICT src, size_t numbytes);

/* The high bit of each byte of the result says that the byte of x is not 0; a multiplication adds them up. */
GASNETT_INLINE(gasnett_count0s_uint64_t)
int gasnett_count0s_uint64_t(uint64_t x) {
  const uint64_t ones = ~(uint64_t)0 / 255;
  const uint64_t low_bits = ones * 127;
  const uint64_t nonzero = (((x & low_bits) + low_bits) | x) >> 7 & ones;
  return 8 - (int)(nonzero * ones >> 56);
}
GASNETT_INLINE(gasnett_count0s_uint32_t)
int gasnett_count0s_uint32_t(uint32_t x) { return gasnett_count0s_uint64_t(x) - 4; }
GASNETT_INLINE(gasnett_count0s_uintptr_t)
int gasnett_count0s_uintptr_t(uintptr_t x) { return gasnett_count0s_uint64_t(x) - (int)(8 - sizeof x); }

#define GASNETT_FAST_ALIGNED_MEMCPY(dst, src, nbytes) ((void)memcpy(dst, src, nbytes))
#define GASNETT_FAST_UNALIGNED_MEMCPY(dst, src, nbytes) ((void)memcpy(dst, src, nbytes))

/* The low nbytes (1 to 8) of a value, to and from memory. */
GASNETT_INLINE(gasneti_store_value)
void gasneti_store_value(void *dst, uint64_t value, size_t nbytes) {
#if defined(PLATFORM_ARCH_BIG_ENDIAN)
  memcpy(dst, (char *)&value + (sizeof value - nbytes), nbytes);
#else
  memcpy(dst, &value, nbytes);
#endif
}
GASNETT_INLINE(gasneti_load_value)
uint64_t gasneti_load_value(const void *src, size_t nbytes) {
  uint64_t value = 0;
#if defined(PLATFORM_ARCH_BIG_ENDIAN)
  memcpy((char *)&value + (sizeof value - nbytes), src, nbytes);
#else
  memcpy(&value, src, nbytes);
#endif
  return value;
}
#define GASNETT_VALUE_ASSIGN(dst, value, nbytes) gasneti_store_value(dst, value, nbytes)
/* A statement: returns from the function that holds it. */
#define GASNETT_VALUE_RETURN(src, nbytes) return gasneti_load_value(src, nbytes)

GASNETT_END_EXTERNC

#endif
