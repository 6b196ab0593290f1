/* Active messages of GASNet-EX: handlers, limits, requests, replies and negotiated payloads. */
#ifndef ISTHMUS_GASNET_AM_H
#define ISTHMUS_GASNET_AM_H

#include "gasnet_fwd.h"
#include "gasnet_isthmus/am_counts.h"

#ifdef __cplusplus
extern "C" {
#endif

int gex_EP_RegisterHandlers(gex_EP_t ep, gex_AM_Entry_t *table, size_t numentries);
gex_TI_t gex_Token_Info(gex_Token_t token, gex_Token_Info_t *info, gex_TI_t mask);
int gasnet_AMPoll(void);

/* ---- Limits ---- */

unsigned int gex_AM_MaxArgs(void);
size_t gex_AM_MaxRequestLong(gex_TM_t tm, gex_Rank_t rank, const gex_Event_t *lc_opt, gex_Flags_t flags,
                             unsigned int numargs);
size_t gex_AM_MaxReplyLong(gex_TM_t tm, gex_Rank_t rank, const gex_Event_t *lc_opt, gex_Flags_t flags,
                           unsigned int numargs);
size_t gex_AM_MaxRequestMedium(gex_TM_t tm, gex_Rank_t rank, const gex_Event_t *lc_opt, gex_Flags_t flags,
                               unsigned int numargs);
size_t gex_AM_MaxReplyMedium(gex_TM_t tm, gex_Rank_t rank, const gex_Event_t *lc_opt, gex_Flags_t flags,
                             unsigned int numargs);
size_t gex_Token_MaxReplyLong(gex_Token_t token, const gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs);
size_t gex_Token_MaxReplyMedium(gex_Token_t token, const gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs);
size_t gex_AM_LUBRequestLong(void);
size_t gex_AM_LUBReplyLong(void);
size_t gex_AM_LUBRequestMedium(void);
size_t gex_AM_LUBReplyMedium(void);

/* ---- What the functions for each number of arguments call: the arguments are in an array ---- */

int isthmus_gasnet_request_short(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags,
                                 unsigned nargs, const gex_AM_Arg_t *args);
int isthmus_gasnet_request_short_checked(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags,
                                         unsigned nargs, const gex_AM_Arg_t *args);
#if ISTHMUS_GASNET_CHECKS
#define isthmus_gasnet_request_short isthmus_gasnet_request_short_checked
#endif
int isthmus_gasnet_request_medium(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source,
                                  size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags, unsigned nargs,
                                  const gex_AM_Arg_t *args);
int isthmus_gasnet_request_long(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source, size_t nbytes,
                                void *dest, gex_Event_t *lc_opt, gex_Flags_t flags, unsigned nargs,
                                const gex_AM_Arg_t *args);
int isthmus_gasnet_reply_short(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, unsigned nargs,
                               const gex_AM_Arg_t *args);
int isthmus_gasnet_reply_medium(gex_Token_t token, gex_AM_Index_t handler, const void *source, size_t nbytes,
                                gex_Event_t *lc_opt, gex_Flags_t flags, unsigned nargs, const gex_AM_Arg_t *args);
int isthmus_gasnet_reply_long(gex_Token_t token, gex_AM_Index_t handler, const void *source, size_t nbytes, void *dest,
                              gex_Event_t *lc_opt, gex_Flags_t flags, unsigned nargs, const gex_AM_Arg_t *args);
int isthmus_gasnet_commit_medium(gex_AM_SrcDesc_t sd, int reply, gex_AM_Index_t handler, size_t nbytes,
                                 gex_Flags_t flags, unsigned nargs, const gex_AM_Arg_t *args);
int isthmus_gasnet_commit_long(gex_AM_SrcDesc_t sd, int reply, gex_AM_Index_t handler, size_t nbytes, void *dest,
                               gex_Flags_t flags, unsigned nargs, const gex_AM_Arg_t *args);

/* ---- Negotiated payloads ---- */

gex_AM_SrcDesc_t gex_AM_PrepareRequestMedium(gex_TM_t tm, gex_Rank_t rank, const void *client_buf, size_t least_payload,
                                             size_t most_payload, gex_Event_t *lc_opt, gex_Flags_t flags,
                                             unsigned int numargs);
gex_AM_SrcDesc_t gex_AM_PrepareReplyMedium(gex_Token_t token, const void *client_buf, size_t least_payload,
                                           size_t most_payload, gex_Event_t *lc_opt, gex_Flags_t flags,
                                           unsigned int numargs);
gex_AM_SrcDesc_t gex_AM_PrepareRequestLong(gex_TM_t tm, gex_Rank_t rank, const void *client_buf, size_t least_payload,
                                           size_t most_payload, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags,
                                           unsigned int numargs);
gex_AM_SrcDesc_t gex_AM_PrepareReplyLong(gex_Token_t token, const void *client_buf, size_t least_payload,
                                         size_t most_payload, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags,
                                         unsigned int numargs);
void *gex_AM_SrcDescAddr(gex_AM_SrcDesc_t sd);
size_t gex_AM_SrcDescSize(gex_AM_SrcDesc_t sd);
int gex_AM_CancelRequestMedium(gex_AM_SrcDesc_t sd, gex_Flags_t flags);
int gex_AM_CancelReplyMedium(gex_AM_SrcDesc_t sd, gex_Flags_t flags);
int gex_AM_CancelRequestLong(gex_AM_SrcDesc_t sd, gex_Flags_t flags);
int gex_AM_CancelReplyLong(gex_AM_SrcDesc_t sd, gex_Flags_t flags);

/* ---- The functions for each number of arguments ---- */

#define IG_LIST(...) __VA_ARGS__
#define IG_DEFINE(M) \
  IG_FN(int, gex_AM_RequestShort##M, M, \
        IG_LIST(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags)) \
    return isthmus_gasnet_request_short(tm, rank, handler, flags, M, ig_a); \
  } \
  IG_FN(int, gex_AM_RequestMedium##M, M, \
        IG_LIST(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source, size_t nbytes, \
                gex_Event_t *lc_opt, gex_Flags_t flags)) \
    return isthmus_gasnet_request_medium(tm, rank, handler, source, nbytes, lc_opt, flags, M, ig_a); \
  } \
  IG_FN(int, gex_AM_RequestLong##M, M, \
        IG_LIST(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source, size_t nbytes, void *dest, \
                gex_Event_t *lc_opt, gex_Flags_t flags)) \
    return isthmus_gasnet_request_long(tm, rank, handler, source, nbytes, dest, lc_opt, flags, M, ig_a); \
  } \
  IG_FN(int, gex_AM_ReplyShort##M, M, IG_LIST(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags)) \
    return isthmus_gasnet_reply_short(token, handler, flags, M, ig_a); \
  } \
  IG_FN(int, gex_AM_ReplyMedium##M, M, \
        IG_LIST(gex_Token_t token, gex_AM_Index_t handler, const void *source, size_t nbytes, gex_Event_t *lc_opt, \
                gex_Flags_t flags)) \
    return isthmus_gasnet_reply_medium(token, handler, source, nbytes, lc_opt, flags, M, ig_a); \
  } \
  IG_FN(int, gex_AM_ReplyLong##M, M, \
        IG_LIST(gex_Token_t token, gex_AM_Index_t handler, const void *source, size_t nbytes, void *dest, \
                gex_Event_t *lc_opt, gex_Flags_t flags)) \
    return isthmus_gasnet_reply_long(token, handler, source, nbytes, dest, lc_opt, flags, M, ig_a); \
  } \
  IG_COMMIT(M, Request, 0) \
  IG_COMMIT(M, Reply, 1)

#define IG_COMMIT(M, Kind, is_reply) \
  IG_FN(int, gex_AM_Commit##Kind##Medium##M##_v2, M, \
        IG_LIST(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t flags)) \
    return isthmus_gasnet_commit_medium(sd, is_reply, handler, nbytes, flags, M, ig_a); \
  } \
  IG_FN(void, gex_AM_Commit##Kind##Medium##M, M, \
        IG_LIST(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes)) \
    isthmus_gasnet_commit_medium(sd, is_reply, handler, nbytes, 0, M, ig_a); \
  } \
  IG_FN(int, gex_AM_Commit##Kind##Long##M##_v2, M, \
        IG_LIST(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest, gex_Flags_t flags)) \
    return isthmus_gasnet_commit_long(sd, is_reply, handler, nbytes, dest, flags, M, ig_a); \
  } \
  IG_FN(void, gex_AM_Commit##Kind##Long##M, M, \
        IG_LIST(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest)) \
    isthmus_gasnet_commit_long(sd, is_reply, handler, nbytes, dest, 0, M, ig_a); \
  }

IG_EACH(IG_DEFINE)
#undef IG_DEFINE
#undef IG_COMMIT

#define gex_AM_RequestShort(...) IG_CALL(gex_AM_RequestShort, 4, __VA_ARGS__)
#define gex_AM_RequestMedium(...) IG_CALL(gex_AM_RequestMedium, 7, __VA_ARGS__)
#define gex_AM_RequestLong(...) IG_CALL(gex_AM_RequestLong, 8, __VA_ARGS__)
#define gex_AM_ReplyShort(...) IG_CALL(gex_AM_ReplyShort, 3, __VA_ARGS__)
#define gex_AM_ReplyMedium(...) IG_CALL(gex_AM_ReplyMedium, 6, __VA_ARGS__)
#define gex_AM_ReplyLong(...) IG_CALL(gex_AM_ReplyLong, 7, __VA_ARGS__)
#define gex_AM_CommitRequestMedium(...) IG_CALL(gex_AM_CommitRequestMedium, 3, __VA_ARGS__)
#define gex_AM_CommitReplyMedium(...) IG_CALL(gex_AM_CommitReplyMedium, 3, __VA_ARGS__)
#define gex_AM_CommitRequestLong(...) IG_CALL(gex_AM_CommitRequestLong, 4, __VA_ARGS__)
#define gex_AM_CommitReplyLong(...) IG_CALL(gex_AM_CommitReplyLong, 4, __VA_ARGS__)
#define gex_AM_CommitRequestMedium_v2(...) IG_CALL_V2(gex_AM_CommitRequestMedium, 4, __VA_ARGS__)
#define gex_AM_CommitReplyMedium_v2(...) IG_CALL_V2(gex_AM_CommitReplyMedium, 4, __VA_ARGS__)
#define gex_AM_CommitRequestLong_v2(...) IG_CALL_V2(gex_AM_CommitRequestLong, 5, __VA_ARGS__)
#define gex_AM_CommitReplyLong_v2(...) IG_CALL_V2(gex_AM_CommitReplyLong, 5, __VA_ARGS__)

#ifdef __cplusplus
}
#endif

#endif
