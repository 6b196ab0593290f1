/* Vector, indexed and strided puts and gets of GASNet-1: those of GASNet-EX on all ranks. Strides count bytes; count[0] is the
 * number of contiguous bytes, and count has stridelevels + 1 entries. */
#ifndef ISTHMUS_GASNET_VIS1_H
#define ISTHMUS_GASNET_VIS1_H

#include "gasnet_fwd.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  void *addr;
  size_t len;
} gasnet_memvec_t;

#define ISTHMUS_GASNET_VIS1(result, how)                                                                              \
  result gasnet_getv##how(size_t dstcount, gasnet_memvec_t const dstlist[], gex_Rank_t srcnode,                \
                                 size_t srccount, gasnet_memvec_t const srclist[]);                                   \
  result gasnet_putv##how(gex_Rank_t dstnode, size_t dstcount, gasnet_memvec_t const dstlist[],                \
                                 size_t srccount, gasnet_memvec_t const srclist[]);                                   \
  result gasnet_geti##how(size_t dstcount, void *const dstlist[], size_t dstlen, gex_Rank_t srcnode,           \
                                 size_t srccount, void *const srclist[], size_t srclen);                              \
  result gasnet_puti##how(gex_Rank_t dstnode, size_t dstcount, void *const dstlist[], size_t dstlen,           \
                                 size_t srccount, void *const srclist[], size_t srclen);                              \
  result gasnet_gets##how(void *dstaddr, const size_t dststrides[], gex_Rank_t srcnode, void *srcaddr,         \
                                 const size_t srcstrides[], const size_t count[], size_t stridelevels);               \
  result gasnet_puts##how(gex_Rank_t dstnode, void *dstaddr, const size_t dststrides[], void *srcaddr,         \
                                 const size_t srcstrides[], const size_t count[], size_t stridelevels);
ISTHMUS_GASNET_VIS1(void, _bulk)
ISTHMUS_GASNET_VIS1(gex_Event_t, _nb_bulk)
ISTHMUS_GASNET_VIS1(void, _nbi_bulk)
#undef ISTHMUS_GASNET_VIS1

#ifdef __cplusplus
}
#endif

#endif
