/* The collectives of GASNet-1. Addresses are those of the caller; blocks have nbytes and lie in the order of ranks. An image is a
 * rank of the team. */
#ifndef ISTHMUS_GASNET_LEGACY_COLL_H
#define ISTHMUS_GASNET_LEGACY_COLL_H

#include "gasnet_fwd.h"
#include "gasnet_isthmus/am.h"
#include "gasnet_isthmus/progress.h"
#include "gasnet_isthmus/rma.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t gasnet_image_t;
typedef gex_TM_t gasnet_team_handle_t;
typedef gex_Event_t gasnet_coll_handle_t;
#define GASNET_COLL_INVALID_HANDLE GEX_EVENT_INVALID
extern struct isthmus_gasnet_team *const isthmus_gasnet_tm;
#define GASNET_TEAM_ALL isthmus_gasnet_tm

/* When data may be read or written: NOSYNC, at any time; MYSYNC, that of a rank between its call and its completion; ALLSYNC,
 * between the last rank's call and the first one's completion. Exactly one IN and one OUT flag is passed. */
#define GASNET_COLL_IN_NOSYNC (1 << 0)
#define GASNET_COLL_IN_MYSYNC (1 << 1)
#define GASNET_COLL_IN_ALLSYNC (1 << 2)
#define GASNET_COLL_OUT_NOSYNC (1 << 3)
#define GASNET_COLL_OUT_MYSYNC (1 << 4)
#define GASNET_COLL_OUT_ALLSYNC (1 << 5)
/* Addresses are those of the caller, whether LOCAL is passed or not. */
#define GASNET_COLL_SINGLE (1 << 6)
#define GASNET_COLL_LOCAL (1 << 7)
/* What these tell is not needed. */
#define GASNET_COLL_DST_IN_SEGMENT (1 << 10)
#define GASNET_COLL_SRC_IN_SEGMENT (1 << 11)

gex_Event_t gasnet_coll_broadcast_nb(gasnet_team_handle_t team, void *dst, gasnet_image_t srcimage, void *src,
                                     size_t nbytes, int flags);
gex_Event_t gasnet_coll_scatter_nb(gasnet_team_handle_t team, void *dst, gasnet_image_t srcimage, void *src,
                                   size_t nbytes, int flags);
gex_Event_t gasnet_coll_gather_nb(gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *src,
                                  size_t nbytes, int flags);
gex_Event_t gasnet_coll_gather_all_nb(gasnet_team_handle_t team, void *dst, void *src, size_t nbytes, int flags);
gex_Event_t gasnet_coll_exchange_nb(gasnet_team_handle_t team, void *dst, void *src, size_t nbytes, int flags);

void gasnet_coll_broadcast(gasnet_team_handle_t team, void *dst, gasnet_image_t srcimage, void *src, size_t nbytes,
                           int flags);
void gasnet_coll_scatter(gasnet_team_handle_t team, void *dst, gasnet_image_t srcimage, void *src, size_t nbytes,
                         int flags);
void gasnet_coll_gather(gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *src, size_t nbytes,
                        int flags);
void gasnet_coll_gather_all(gasnet_team_handle_t team, void *dst, void *src, size_t nbytes, int flags);
void gasnet_coll_exchange(gasnet_team_handle_t team, void *dst, void *src, size_t nbytes, int flags);

/* Those that try poll, so that a loop of them ends. */
#define gasnet_coll_wait_sync(handle) gex_Event_Wait(handle)
#define gasnet_coll_wait_sync_some(handles, n) gex_Event_WaitSome(handles, n, 0)
#define gasnet_coll_wait_sync_all(handles, n) gex_Event_WaitAll(handles, n, 0)
#define gasnet_coll_try_sync(handle) (gasnet_AMPoll(), gex_Event_Test(handle))
#define gasnet_coll_try_sync_some(handles, n) (gasnet_AMPoll(), gex_Event_TestSome(handles, n, 0))
#define gasnet_coll_try_sync_all(handles, n) (gasnet_AMPoll(), gex_Event_TestAll(handles, n, 0))

/* Barriers in two steps. Only those of GASNET_TEAM_ALL compare ids. */
void gasnet_coll_barrier_notify(gasnet_team_handle_t team, int id, int flags);
int gasnet_coll_barrier_try(gasnet_team_handle_t team, int id, int flags);
int gasnet_coll_barrier_wait(gasnet_team_handle_t team, int id, int flags);
int gasnet_coll_barrier(gasnet_team_handle_t team, int id, int flags);

/* Teams. A member with a color is in the team of that color, by ascending rank key. */
gasnet_team_handle_t gasnet_coll_team_split(gasnet_team_handle_t team, gex_Rank_t mycolor, gex_Rank_t myrelrank,
                                            gasnet_seginfo_t *scratch, int flags);
gex_Rank_t gasnet_coll_team_size(gasnet_team_handle_t team);
gex_Rank_t gasnet_coll_team_rank2node(gasnet_team_handle_t team, gex_Rank_t rank);
gex_Rank_t gasnet_coll_team_node2rank(gasnet_team_handle_t team, gex_Rank_t node);

/* There is nothing to set up, tune or profile. */
#define gasnet_coll_init(images, my_image, fn_tbl, fn_count, init_flags) \
  ((void)(images), (void)(my_image), (void)(fn_tbl), (void)(fn_count), (void)(init_flags))
#define gasnet_coll_loadTuningState(filename, team) ((void)(filename), (void)(team))
#define gasnet_coll_dumpTuningState(filename, team) ((void)(filename), (void)(team))
#define gasnet_coll_dumpProfile(filename, team) ((void)(filename), (void)(team))

#ifdef __cplusplus
}
#endif

#endif
