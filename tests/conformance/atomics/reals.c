/* fetch, set and swap of float and double move bits: payloads of NaNs, signs of zeros and subnormals survive. */
#include "program.h"

static const uint32_t float_bits[] = {0x7fc12345, 0xffa00001, 0x80000000, 0x00000000, 0x00000001,
                                      0x807fffff, 0x7f800000, 0xff800000, 0x3f800001};
static const uint64_t double_bits[] = {
    0x7ff8000012345678, 0xfff4000000000001, 0x8000000000000000, 0, 1, 0x800fffffffffffff,
    0x7ff0000000000000, 0xfff0000000000000, 0x3ff0000000000001};

#define CHECK(NAME, TYPE, BITS)                                                                    \
  static TYPE NAME##_word[max_pes];                                                                \
  static void NAME##_check(TYPE* words) {                                                          \
    const size_t kinds = sizeof NAME##_bits / sizeof *NAME##_bits;                                 \
    for (int pe = 0; pe < n; ++pe)                                                                 \
      for (size_t i = 0; i < kinds; ++i) {                                                         \
        const BITS first = NAME##_bits[i], second = NAME##_bits[(i + 1) % kinds];                  \
        TYPE value, other, seen;                                                                   \
        memcpy(&value, &first, sizeof value);                                                      \
        memcpy(&other, &second, sizeof other);                                                     \
        shmem_##NAME##_atomic_set(&words[me], value, pe);                                          \
        shmem_quiet();                                                                             \
        seen = shmem_##NAME##_atomic_fetch(&words[me], pe);                                        \
        EXPECT_SAME(&seen, &first, sizeof seen);                                                   \
        seen = shmem_##NAME##_atomic_swap(&words[me], other, pe);                                  \
        EXPECT_SAME(&seen, &first, sizeof seen);                                                   \
        shmem_##NAME##_atomic_fetch_nbi(&seen, &words[me], pe);                                    \
        shmem_quiet();                                                                             \
        EXPECT_SAME(&seen, &second, sizeof seen);                                                  \
        shmem_##NAME##_atomic_swap_nbi(&seen, &words[me], value, pe);                              \
        shmem_quiet();                                                                             \
        EXPECT_SAME(&seen, &second, sizeof seen);                                                  \
        seen = shmem_##NAME##_swap(&words[me], other, pe);                                         \
        EXPECT_SAME(&seen, &first, sizeof seen);                                                   \
      }                                                                                            \
    shmem_barrier_all();                                                                           \
    for (int from = 0; from < n; ++from) EXPECT_SAME(&words[from], &NAME##_bits[0], sizeof(TYPE)); \
    shmem_barrier_all();                                                                           \
  }
CHECK(float, float, uint32_t)
CHECK(double, double, uint64_t)

int main(void) {
  begin();
  void* heap = shmem_calloc(max_pes, 8);
  float_check(float_word);
  float_check((float*)heap);
  double_check(double_word);
  double_check((double*)heap);
  shmem_free(heap);
  return end();
}
