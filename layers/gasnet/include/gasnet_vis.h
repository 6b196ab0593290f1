/* Vector, indexed and strided puts and gets (VIS) of GASNet-EX; those of GASNet-1 if gasnet.h is included, too. */
#ifndef _GASNET_VIS_H
#define _GASNET_VIS_H

#include "gasnetex.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Lists live until the operation is complete; the arrays of strided ones are read before the call returns. */
#define ISTHMUS_GASNET_VIS(result, how)                                                                               \
  result gex_VIS_VectorGet##how(gex_TM_t tm, size_t dstcount, gex_Memvec_t const dstlist[], gex_Rank_t srcrank,       \
                                size_t srccount, gex_Memvec_t const srclist[], gex_Flags_t flags);                    \
  result gex_VIS_VectorPut##how(gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount, gex_Memvec_t const dstlist[],       \
                                size_t srccount, gex_Memvec_t const srclist[], gex_Flags_t flags);                    \
  result gex_VIS_IndexedGet##how(gex_TM_t tm, size_t dstcount, void *const dstlist[], size_t dstlen,                  \
                                 gex_Rank_t srcrank, size_t srccount, void *const srclist[], size_t srclen,           \
                                 gex_Flags_t flags);                                                                  \
  result gex_VIS_IndexedPut##how(gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount, void *const dstlist[],             \
                                 size_t dstlen, size_t srccount, void *const srclist[], size_t srclen,                \
                                 gex_Flags_t flags);                                                                  \
  result gex_VIS_StridedGet##how(gex_TM_t tm, void *dstaddr, const ptrdiff_t dststrides[], gex_Rank_t srcrank,        \
                                 void *srcaddr, const ptrdiff_t srcstrides[], size_t elemsz, const size_t count[],    \
                                 size_t stridelevels, gex_Flags_t flags);                                             \
  result gex_VIS_StridedPut##how(gex_TM_t tm, gex_Rank_t dstrank, void *dstaddr, const ptrdiff_t dststrides[],        \
                                 void *srcaddr, const ptrdiff_t srcstrides[], size_t elemsz, const size_t count[],    \
                                 size_t stridelevels, gex_Flags_t flags);
ISTHMUS_GASNET_VIS(gex_Event_t, NB)
ISTHMUS_GASNET_VIS(int, NBI)
ISTHMUS_GASNET_VIS(int, Blocking)
#undef ISTHMUS_GASNET_VIS

/* Arms the next of this thread's puts above: when its data is there, the handler, one of medium replies without arguments, runs
 * at the target with this payload. handler 0 disarms. */
void gex_VIS_SetPeerCompletionHandler(gex_AM_Index_t handler, const void *source_addr, size_t nbytes, gex_Flags_t flags);
#define GEX_VIS_MAX_PEERCOMPLETION ((size_t)1024)

#ifdef __cplusplus
}
#endif

#include "gasnet_isthmus/vis1.h"

#endif
