/* Remote atomics of GASNet-EX: domains of operations on one type that are atomic among each other. */
#ifndef _GASNET_RATOMIC_H
#define _GASNET_RATOMIC_H

#include "gasnetex.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Collective over the team, with the same arguments but ad_p. Neither is a barrier. */
void gex_AD_Create(gex_AD_t *ad_p, gex_TM_t tm, gex_DT_t dt, gex_OP_t ops, gex_Flags_t flags);
void gex_AD_Destroy(gex_AD_t ad);

gex_Flags_t gex_AD_QueryFlags(gex_AD_t ad);
gex_TM_t gex_AD_QueryTM(gex_AD_t ad);
gex_DT_t gex_AD_QueryDT(gex_AD_t ad);
gex_OP_t gex_AD_QueryOps(gex_AD_t ad);
void gex_AD_SetCData(gex_AD_t ad, const void *val);
void *gex_AD_QueryCData(gex_AD_t ad);

/* *result_p, of operations that fetch, is written when the operation is complete. SET and GET are puts and gets to
 * gex_NBI_Wait, all others are of the category RMW. */
#define ISTHMUS_GASNET_ATOMICS(name, type)                                                                         \
  gex_Event_t gex_AD_OpNB_##name(gex_AD_t ad, type *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode, \
                                 type operand1, type operand2, gex_Flags_t flags);                                 \
  int gex_AD_OpNBI_##name(gex_AD_t ad, type *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode,        \
                          type operand1, type operand2, gex_Flags_t flags);
ISTHMUS_GASNET_ATOMICS(I32, int32_t)
ISTHMUS_GASNET_ATOMICS(U32, uint32_t)
ISTHMUS_GASNET_ATOMICS(I64, int64_t)
ISTHMUS_GASNET_ATOMICS(U64, uint64_t)
ISTHMUS_GASNET_ATOMICS(FLT, float)
ISTHMUS_GASNET_ATOMICS(DBL, double)
#undef ISTHMUS_GASNET_ATOMICS

#ifdef __cplusplus
}
#endif

#endif
