/* In clients with GASNET_DEBUG, calls that would read a job that is not there are checked before they are made. */
#ifndef ISTHMUS_GASNET_CHECKED_H
#define ISTHMUS_GASNET_CHECKED_H

#include "gasnet_isthmus/rma.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Ends the process with a line if there is no client yet, or the team is invalid. Returns the team. */
gex_TM_t isthmus_gasnet_checked(const char *call, gex_TM_t tm);

#ifdef __cplusplus
}
#endif

#define gex_RMA_PutBlocking(tm, rank, dest, src, nbytes, flags) \
  gex_RMA_PutBlocking(isthmus_gasnet_checked("gex_RMA_PutBlocking", tm), rank, dest, src, nbytes, flags)
#define gex_RMA_PutNB(tm, rank, dest, src, nbytes, lc_opt, flags) \
  gex_RMA_PutNB(isthmus_gasnet_checked("gex_RMA_PutNB", tm), rank, dest, src, nbytes, lc_opt, flags)
#define gex_RMA_PutNBI(tm, rank, dest, src, nbytes, lc_opt, flags) \
  gex_RMA_PutNBI(isthmus_gasnet_checked("gex_RMA_PutNBI", tm), rank, dest, src, nbytes, lc_opt, flags)
#define gex_RMA_GetBlocking(tm, dest, rank, src, nbytes, flags) \
  gex_RMA_GetBlocking(isthmus_gasnet_checked("gex_RMA_GetBlocking", tm), dest, rank, src, nbytes, flags)
#define gex_RMA_GetNB(tm, dest, rank, src, nbytes, flags) \
  gex_RMA_GetNB(isthmus_gasnet_checked("gex_RMA_GetNB", tm), dest, rank, src, nbytes, flags)
#define gex_RMA_GetNBI(tm, dest, rank, src, nbytes, flags) \
  gex_RMA_GetNBI(isthmus_gasnet_checked("gex_RMA_GetNBI", tm), dest, rank, src, nbytes, flags)

#endif
