/* Active messages of GASNet-1. */
#ifndef ISTHMUS_GASNET_LEGACY_AM_H
#define ISTHMUS_GASNET_LEGACY_AM_H

#include "gasnet_isthmus/am.h"
#include "gasnet_isthmus/progress.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef gex_AM_Index_t gasnet_handler_t;
typedef gex_AM_Arg_t gasnet_handlerarg_t;
typedef gex_Token_t gasnet_token_t;
typedef gex_AM_Fn_t gasnet_handler_fn_t;
typedef struct {
  gasnet_handler_t index;
  gasnet_handler_fn_t fnptr;
} gasnet_handlerentry_t;

extern struct isthmus_gasnet_team *const isthmus_gasnet_tm;

int gasnet_AMGetMsgSource(gasnet_token_t token, gasnet_node_t *srcindex);
#define gasnet_AMMaxArgs() ((size_t)gex_AM_MaxArgs())
size_t gasnet_AMMaxMedium(void);
#define gasnet_AMMaxLongRequest() gex_AM_LUBRequestLong()
#define gasnet_AMMaxLongReply() gex_AM_LUBReplyLong()

#define IG_DEFINE(M) \
  IG_FN(int, gasnet_AMRequestShort##M, M, IG_LIST(gasnet_node_t dest, gasnet_handler_t handler)) \
    return isthmus_gasnet_request_short(isthmus_gasnet_tm, dest, handler, 0, M, ig_a); \
  } \
  IG_FN(int, gasnet_AMRequestMedium##M, M, \
        IG_LIST(gasnet_node_t dest, gasnet_handler_t handler, void *source, size_t nbytes)) \
    return isthmus_gasnet_request_medium(isthmus_gasnet_tm, dest, handler, source, nbytes, GEX_EVENT_NOW, 0, \
                                         M, ig_a); \
  } \
  IG_FN(int, gasnet_AMRequestLong##M, M, \
        IG_LIST(gasnet_node_t dest, gasnet_handler_t handler, void *source, size_t nbytes, void *dest_addr)) \
    return isthmus_gasnet_request_long(isthmus_gasnet_tm, dest, handler, source, nbytes, dest_addr, \
                                       GEX_EVENT_NOW, 0, M, ig_a); \
  } \
  IG_FN(int, gasnet_AMRequestLongAsync##M, M, \
        IG_LIST(gasnet_node_t dest, gasnet_handler_t handler, void *source, size_t nbytes, void *dest_addr)) \
    return isthmus_gasnet_request_long(isthmus_gasnet_tm, dest, handler, source, nbytes, dest_addr, \
                                       GEX_EVENT_GROUP, 0, M, ig_a); \
  } \
  IG_FN(int, gasnet_AMReplyShort##M, M, IG_LIST(gasnet_token_t token, gasnet_handler_t handler)) \
    return isthmus_gasnet_reply_short(token, handler, 0, M, ig_a); \
  } \
  IG_FN(int, gasnet_AMReplyMedium##M, M, \
        IG_LIST(gasnet_token_t token, gasnet_handler_t handler, void *source, size_t nbytes)) \
    return isthmus_gasnet_reply_medium(token, handler, source, nbytes, GEX_EVENT_NOW, 0, M, ig_a); \
  } \
  IG_FN(int, gasnet_AMReplyLong##M, M, \
        IG_LIST(gasnet_token_t token, gasnet_handler_t handler, void *source, size_t nbytes, void *dest_addr)) \
    return isthmus_gasnet_reply_long(token, handler, source, nbytes, dest_addr, GEX_EVENT_NOW, 0, M, ig_a); \
  }
IG_EACH(IG_DEFINE)
#undef IG_DEFINE

#define gasnet_AMRequestShort(...) IG_CALL(gasnet_AMRequestShort, 2, __VA_ARGS__)
#define gasnet_AMRequestMedium(...) IG_CALL(gasnet_AMRequestMedium, 4, __VA_ARGS__)
#define gasnet_AMRequestLong(...) IG_CALL(gasnet_AMRequestLong, 5, __VA_ARGS__)
#define gasnet_AMRequestLongAsync(...) IG_CALL(gasnet_AMRequestLongAsync, 5, __VA_ARGS__)
#define gasnet_AMReplyShort(...) IG_CALL(gasnet_AMReplyShort, 2, __VA_ARGS__)
#define gasnet_AMReplyMedium(...) IG_CALL(gasnet_AMReplyMedium, 4, __VA_ARGS__)
#define gasnet_AMReplyLong(...) IG_CALL(gasnet_AMReplyLong, 5, __VA_ARGS__)

#ifdef __cplusplus
}
#endif

#endif
