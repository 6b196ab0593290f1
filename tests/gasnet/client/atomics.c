/* Remote atomics: every operation of every type against values computed here, and sums of all ranks. */
#include "client.h"

#include <gasnet_ratomic.h>

#define ARITHMETIC                                                                                                  \
  (GEX_OP_ADD | GEX_OP_SUB | GEX_OP_MULT | GEX_OP_MIN | GEX_OP_MAX | GEX_OP_INC | GEX_OP_DEC | GEX_OP_FADD |        \
   GEX_OP_FSUB | GEX_OP_FMULT | GEX_OP_FMIN | GEX_OP_FMAX | GEX_OP_FINC | GEX_OP_FDEC | GEX_OP_SET | GEX_OP_GET |   \
   GEX_OP_SWAP | GEX_OP_CAS | GEX_OP_FCAS)
#define BITWISE (GEX_OP_AND | GEX_OP_OR | GEX_OP_XOR | GEX_OP_FAND | GEX_OP_FOR | GEX_OP_FXOR)

/* The rank after this one has the words that this rank works on. */
static gex_Rank_t target;
static char *words;

/* The operation, its fetching form, the value before, the operands, and the value after. */
#define TRY(family, type, op, before, operand1, operand2, after)                                                   \
  do {                                                                                                              \
    type result = 0;                                                                                                \
    gex_Event_Wait(gex_AD_OpNB_##family(ad, NULL, target, word, GEX_OP_SET, (type)(before), 0, 0));                 \
    gex_Event_Wait(gex_AD_OpNB_##family(ad, NULL, target, word, op, (type)(operand1), (type)(operand2),             \
                                        GEX_FLAG_AD_REL));                                                          \
    gex_Event_Wait(gex_AD_OpNB_##family(ad, &result, target, word, GEX_OP_GET, 0, 0, GEX_FLAG_AD_ACQ));             \
    EXPECT(result == (type)(after));                                                                                \
    EXPECT_EQ(gex_AD_OpNBI_##family(ad, NULL, target, word, GEX_OP_SET, (type)(before), 0, 0), 0);                  \
    gex_NBI_Wait(GEX_EC_PUT, 0);                                                                                    \
    result = 0;                                                                                                     \
    EXPECT_EQ(gex_AD_OpNBI_##family(ad, &result, target, word, GEX_OP_TO_FETCHING(op), (type)(operand1),            \
                                    (type)(operand2), 0), 0);                                                       \
    gex_NBI_Wait(GEX_EC_RMW, 0);                                                                                    \
    EXPECT(result == (type)(before));                                                                               \
    EXPECT_EQ(gex_AD_OpNBI_##family(ad, &result, target, word, GEX_OP_GET, 0, 0, 0), 0);                            \
    gex_NBI_Wait(GEX_EC_GET, 0);                                                                                    \
    EXPECT(result == (type)(after));                                                                                \
  } while (0)

#define CHECK_TYPE(family, type, extra_ops, code)                                                                   \
  do {                                                                                                              \
    gex_AD_t ad = GEX_AD_INVALID;                                                                                   \
    type *word = (type *)(void *)words;                                                                             \
    gex_AD_Create(&ad, team, GEX_DT_##family, ARITHMETIC | (extra_ops), GEX_FLAG_AD_FAVOR_REMOTE);                  \
    EXPECT(ad != GEX_AD_INVALID);                                                                                   \
    EXPECT_EQ(gex_AD_QueryDT(ad), GEX_DT_##family);                                                                 \
    EXPECT_EQ(gex_AD_QueryOps(ad), ARITHMETIC | (extra_ops));                                                       \
    EXPECT_EQ(gex_AD_QueryFlags(ad), GEX_FLAG_AD_FAVOR_REMOTE);                                                     \
    EXPECT(gex_AD_QueryTM(ad) == team);                                                                             \
    EXPECT(gex_AD_QueryCData(ad) == NULL);                                                                          \
    gex_AD_SetCData(ad, &words);                                                                                    \
    EXPECT(gex_AD_QueryCData(ad) == (void *)&words);                                                                \
    barrier();                                                                                                      \
    TRY(family, type, GEX_OP_ADD, 40, 2, 0, 42);                                                                    \
    TRY(family, type, GEX_OP_SUB, 40, 2, 0, 38);                                                                    \
    TRY(family, type, GEX_OP_MULT, 6, 7, 0, 42);                                                                    \
    TRY(family, type, GEX_OP_MIN, 6, 7, 0, 6);                                                                      \
    TRY(family, type, GEX_OP_MIN, 7, 6, 0, 6);                                                                      \
    TRY(family, type, GEX_OP_MAX, 6, 7, 0, 7);                                                                      \
    TRY(family, type, GEX_OP_MAX, 7, 6, 0, 7);                                                                      \
    TRY(family, type, GEX_OP_INC, 9, 0, 0, 10);                                                                     \
    TRY(family, type, GEX_OP_DEC, 9, 0, 0, 8);                                                                      \
    TRY(family, type, GEX_OP_SET, 9, 5, 0, 5);                                                                      \
    TRY(family, type, GEX_OP_CAS, 9, 9, 4, 4);                                                                      \
    TRY(family, type, GEX_OP_CAS, 9, 8, 4, 9);                                                                      \
    code;                                                                                                           \
    check_sums_##family(ad);                                                                                        \
    barrier();                                                                                                      \
    gex_AD_Destroy(ad);                                                                                             \
  } while (0)

/* All ranks add to a word of every rank, in all ways at a time; the values fetched are all different. */
#define SUMS(family, type)                                                                                          \
  static void check_sums_##family(gex_AD_t ad) {                                                                    \
    enum { ROUNDS = 50 };                                                                                           \
    gex_Rank_t r;                                                                                                   \
    int i;                                                                                                          \
    type sum = 0, seen = 0, last = -1;                                                                              \
    *(type *)(void *)(segment_of(me) + 64) = 0;                                                                     \
    *(type *)(void *)(segment_of(me) + 128) = 0;                                                                    \
    barrier();                                                                                                      \
    for (r = 0; r < ranks; ++r) {                                                                                   \
      void *counter = segment_of(r) + 64;                                                                           \
      void *swapped = segment_of(r) + 128;                                                                          \
      last = 0;                                                                                                     \
      gex_NBI_BeginAccessRegion(0);                                                                                 \
      for (i = 0; i < ROUNDS; ++i) gex_AD_OpNBI_##family(ad, NULL, r, counter, GEX_OP_INC, 0, 0, 0);                \
      gex_Event_Wait(gex_NBI_EndAccessRegion(0));                                                                   \
      for (i = 0; i < ROUNDS; ++i) {                                                                                \
        gex_Event_Wait(gex_AD_OpNB_##family(ad, &seen, r, counter, GEX_OP_FADD, 2, 0, 0));                          \
        EXPECT(seen >= last);                                                                                       \
        last = seen + 2;                                                                                            \
        do {                                                                                                        \
          gex_Event_Wait(gex_AD_OpNB_##family(ad, &sum, r, swapped, GEX_OP_GET, 0, 0, 0));                          \
          gex_Event_Wait(gex_AD_OpNB_##family(ad, &seen, r, swapped, GEX_OP_FCAS, sum, sum + 1, 0));                \
        } while (seen != sum);                                                                                      \
      }                                                                                                             \
    }                                                                                                               \
    barrier();                                                                                                      \
    gex_Event_Wait(gex_AD_OpNB_##family(ad, &seen, me, segment_of(me) + 64, GEX_OP_GET, 0, 0, GEX_FLAG_AD_MY_RANK)); \
    EXPECT(seen == (type)(3 * ROUNDS * ranks));                                                                     \
    gex_Event_Wait(gex_AD_OpNB_##family(ad, &seen, me, segment_of(me) + 128, GEX_OP_GET, 0, 0, GEX_FLAG_AD_MY_NBRHD)); \
    EXPECT(seen == (type)(ROUNDS * ranks));                                                                         \
    barrier();                                                                                                      \
  }
SUMS(I32, int32_t)
SUMS(U32, uint32_t)
SUMS(I64, int64_t)
SUMS(U64, uint64_t)
SUMS(FLT, float)
SUMS(DBL, double)

/* Ranks of a team in another order, and job ranks. */
static void test_teams(void) {
  gex_TM_t reversed = GEX_TM_INVALID;
  gex_AD_t ad;
  int64_t seen = 0;
  void *word = segment_of(me) + 8;
  memset(word, 0, 8);
  gex_TM_Split(&reversed, team, 0, (int)(ranks - me), NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
  gex_AD_Create(&ad, reversed, GEX_DT_I64, GEX_OP_FADD | GEX_OP_GET, 0);
  EXPECT(gex_AD_QueryTM(ad) == reversed);
  barrier();
  /* Both name rank `me` of the job. */
  gex_Event_Wait(gex_AD_OpNB_I64(ad, &seen, ranks - 1 - me, word, GEX_OP_FADD, 5, 0, 0));
  EXPECT_EQ(seen, 0);
  gex_Event_Wait(gex_AD_OpNB_I64(ad, &seen, me, word, GEX_OP_FADD, 6, 0, GEX_FLAG_RANK_IS_JOBRANK));
  EXPECT_EQ(seen, 5);
  EXPECT_EQ(*(volatile int64_t *)word, 11);
  barrier();
  gex_AD_Destroy(ad);
  gex_TM_Destroy(reversed, NULL, 0);
}

int main(int argc, char **argv) {
  start(&argc, &argv, NULL);
  target = (me + 1) % ranks;
  words = segment_of(target);
  CHECK_TYPE(I32, int32_t, BITWISE, {
    TRY(I32, int32_t, GEX_OP_ADD, 0x7fffffff, 1, 0, (-0x7fffffff - 1));
    TRY(I32, int32_t, GEX_OP_MIN, -1, 1, 0, -1);
    TRY(I32, int32_t, GEX_OP_AND, 0x0ff0, 0x3c3c, 0, 0x0c30);
    TRY(I32, int32_t, GEX_OP_OR, 0x0ff0, 0x3c3c, 0, 0x3ffc);
    TRY(I32, int32_t, GEX_OP_XOR, 0x0ff0, 0x3c3c, 0, 0x33cc);
  });
  CHECK_TYPE(U32, uint32_t, BITWISE, {
    TRY(U32, uint32_t, GEX_OP_SUB, 0, 1, 0, 0xffffffffu);
    TRY(U32, uint32_t, GEX_OP_MAX, 0xffffffffu, 1, 0, 0xffffffffu);
    TRY(U32, uint32_t, GEX_OP_XOR, 0xffffffffu, 1, 0, 0xfffffffeu);
  });
  CHECK_TYPE(I64, int64_t, BITWISE, {
    TRY(I64, int64_t, GEX_OP_MULT, (int64_t)1 << 40, -4, 0, -((int64_t)1 << 42));
    TRY(I64, int64_t, GEX_OP_OR, (int64_t)1 << 40, 1, 0, ((int64_t)1 << 40) + 1);
  });
  CHECK_TYPE(U64, uint64_t, BITWISE, {
    TRY(U64, uint64_t, GEX_OP_DEC, 0, 0, 0, ~(uint64_t)0);
    TRY(U64, uint64_t, GEX_OP_AND, ~(uint64_t)0, (uint64_t)1 << 63, 0, (uint64_t)1 << 63);
  });
  CHECK_TYPE(FLT, float, 0, {
    TRY(FLT, float, GEX_OP_ADD, 0.5, -2.25, 0, -1.75);
    TRY(FLT, float, GEX_OP_MIN, -0.5, 0.5, 0, -0.5);
  });
  CHECK_TYPE(DBL, double, 0, {
    TRY(DBL, double, GEX_OP_MULT, 0.5, -3, 0, -1.5);
    TRY(DBL, double, GEX_OP_MAX, -1e300, -2e300, 0, -1e300);
  });
  test_teams();
  barrier();
  gasnet_exit(0);
  return 0;
}
