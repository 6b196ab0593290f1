/* In clients with GASNET_DEBUG, calls that would read a job or a rank that is not there are checked before they are made. */
#ifndef ISTHMUS_GASNET_CHECKED_H
#define ISTHMUS_GASNET_CHECKED_H

#include "gasnet_isthmus/rma.h"

/* Declares, by its result, name, parameters and arguments behind the team, the function that is called for gex_RMA_<name>. */
#define ISTHMUS_GASNET_CHECKED(result, name, parameters, arguments)                                   \
  __attribute__((__unused__)) static __inline__ result isthmus_gasnet_checked_##name parameters {     \
    tm = isthmus_gasnet_checked("gex_RMA_" #name, tm, rank);                                          \
    return gex_RMA_##name arguments;                                                                  \
  }
ISTHMUS_GASNET_CHECKED(int, PutBlocking,
                       (gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src, size_t nbytes, gex_Flags_t flags),
                       (tm, rank, dest, src, nbytes, flags))
ISTHMUS_GASNET_CHECKED(gex_Event_t, PutNB,
                       (gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src, size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags),
                       (tm, rank, dest, src, nbytes, lc_opt, flags))
ISTHMUS_GASNET_CHECKED(int, PutNBI,
                       (gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src, size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags),
                       (tm, rank, dest, src, nbytes, lc_opt, flags))
ISTHMUS_GASNET_CHECKED(int, GetBlocking,
                       (gex_TM_t tm, void *dest, gex_Rank_t rank, void *src, size_t nbytes, gex_Flags_t flags),
                       (tm, dest, rank, src, nbytes, flags))
ISTHMUS_GASNET_CHECKED(gex_Event_t, GetNB,
                       (gex_TM_t tm, void *dest, gex_Rank_t rank, void *src, size_t nbytes, gex_Flags_t flags),
                       (tm, dest, rank, src, nbytes, flags))
ISTHMUS_GASNET_CHECKED(int, GetNBI,
                       (gex_TM_t tm, void *dest, gex_Rank_t rank, void *src, size_t nbytes, gex_Flags_t flags),
                       (tm, dest, rank, src, nbytes, flags))
#undef ISTHMUS_GASNET_CHECKED

/* A name in parentheses is the function. */
#define gex_RMA_PutBlocking(tm, rank, dest, src, nbytes, flags) \
  isthmus_gasnet_checked_PutBlocking(tm, rank, dest, src, nbytes, flags)
#define gex_RMA_PutNB(tm, rank, dest, src, nbytes, lc_opt, flags) \
  isthmus_gasnet_checked_PutNB(tm, rank, dest, src, nbytes, lc_opt, flags)
#define gex_RMA_PutNBI(tm, rank, dest, src, nbytes, lc_opt, flags) \
  isthmus_gasnet_checked_PutNBI(tm, rank, dest, src, nbytes, lc_opt, flags)
#define gex_RMA_GetBlocking(tm, dest, rank, src, nbytes, flags) \
  isthmus_gasnet_checked_GetBlocking(tm, dest, rank, src, nbytes, flags)
#define gex_RMA_GetNB(tm, dest, rank, src, nbytes, flags) \
  isthmus_gasnet_checked_GetNB(tm, dest, rank, src, nbytes, flags)
#define gex_RMA_GetNBI(tm, dest, rank, src, nbytes, flags) \
  isthmus_gasnet_checked_GetNBI(tm, dest, rank, src, nbytes, flags)

#endif
