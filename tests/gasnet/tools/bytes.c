#include "expect.h"

static size_t zeros_one_by_one(const unsigned char* bytes, size_t count) {
  size_t zeros = 0, i;
  for (i = 0; i < count; ++i) zeros += bytes[i] == 0;
  return zeros;
}

static uint64_t returned(const void* source, size_t bytes) { GASNETT_VALUE_RETURN(source, bytes); }

void test_bytes(void) {
  unsigned char source[300], dest[302];
  size_t begin, length, i;
  int bit;
  srand(5);
  for (i = 0; i < sizeof source; ++i) source[i] = (unsigned char)(rand() % 3 ? rand() : 0);
  for (begin = 0; begin < 16; ++begin) {
    for (length = 0; length < 200; length += 1 + length / 16) {
      const size_t expected = zeros_one_by_one(source + begin, length);
      EXPECT(gasnett_count0s(source + begin, length) == expected);
      memset(dest, 0xee, sizeof dest);
      EXPECT(gasnett_count0s_copy(dest + 1, source + begin, length) == expected);
      EXPECT(memcmp(dest + 1, source + begin, length) == 0);
      EXPECT(dest[0] == 0xee && dest[length + 1] == 0xee);
    }
  }
  EXPECT_EQ(gasnett_count0s_uint64_t(0), 8);
  EXPECT_EQ(gasnett_count0s_uint32_t(0), 4);
  EXPECT_EQ(gasnett_count0s_uintptr_t(0), sizeof(uintptr_t));
  EXPECT_EQ(gasnett_count0s_uint64_t(~(uint64_t)0), 0);
  EXPECT_EQ(gasnett_count0s_uint32_t(0x00800001), 2);
  for (bit = 0; bit < 64; ++bit) EXPECT_EQ(gasnett_count0s_uint64_t((uint64_t)1 << bit), 7);
  for (bit = 0; bit < 32; ++bit) EXPECT_EQ(gasnett_count0s_uint32_t((uint32_t)1 << bit), 3);
  for (bit = 0; bit < (int)(8 * sizeof(uintptr_t)); ++bit)
    EXPECT_EQ(gasnett_count0s_uintptr_t((uintptr_t)1 << bit), sizeof(uintptr_t) - 1);

  /* Every byte and its place count. */
  {
    const uint64_t sum = gasnett_checksum(source, 100);
    EXPECT(gasnett_checksum(source, 100) == sum);
    for (i = 0; i < 100; ++i) {
      source[i] = (unsigned char)(source[i] + 1);
      EXPECT(gasnett_checksum(source, 100) != sum);
      source[i] = (unsigned char)(source[i] - 1);
    }
    EXPECT(gasnett_checksum("ab", 2) != gasnett_checksum("ba", 2));
    EXPECT(gasnett_checksum("\0\0", 2) != gasnett_checksum("\0", 1));
  }

  memset(dest, 0, sizeof dest);
  GASNETT_FAST_ALIGNED_MEMCPY(dest, "12345678", 8);
  GASNETT_FAST_UNALIGNED_MEMCPY(dest + 9, "abc", 3);
  EXPECT(memcmp(dest, "12345678\0abc", 13) == 0);
  memset(dest, 0x55, sizeof dest);
  GASNETT_VALUE_ASSIGN(dest, 0x0102030405060708, 4);
  EXPECT_EQ(dest[4], 0x55);
  EXPECT(returned(dest, 4) == 0x05060708);
  EXPECT(returned(dest, 4) == *(uint32_t*)(void*)dest);
}
