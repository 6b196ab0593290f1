/* Types and constants of GASNet-EX. It declares no function, and needs no thread mode. */
#ifndef ISTHMUS_GASNET_FWD_H
#define ISTHMUS_GASNET_FWD_H

#include <stddef.h>
#include <stdint.h>

#include "gasnet_config.h"

/* ---- Basic types ---- */

typedef uint32_t gex_Rank_t;
typedef uint32_t gex_Flags_t;
typedef uint32_t gex_EC_t;
typedef uint32_t gex_TI_t;
typedef uint32_t gex_DT_t;
typedef uint32_t gex_OP_t;
typedef uint32_t gex_EP_Index_t;
typedef uint32_t gex_EP_Capabilities_t;
typedef uint8_t gex_AM_Index_t;
typedef int32_t gex_AM_Arg_t;
typedef uintptr_t gex_RMA_Value_t;
typedef void *gex_Addr_t;
typedef void (*gex_AM_Fn_t)();

#define SIZEOF_GEX_RMA_VALUE_T __SIZEOF_POINTER__
#define GEX_RANK_INVALID ((gex_Rank_t)~(gex_Rank_t)0)

typedef struct isthmus_gasnet_client *gex_Client_t;
typedef struct isthmus_gasnet_segment *gex_Segment_t;
typedef struct isthmus_gasnet_team *gex_TM_t;
typedef struct isthmus_gasnet_endpoint *gex_EP_t;
typedef struct isthmus_gasnet_event *gex_Event_t;
typedef struct isthmus_gasnet_token *gex_Token_t;
typedef struct isthmus_gasnet_source *gex_AM_SrcDesc_t;
typedef struct isthmus_gasnet_domain *gex_AD_t;
typedef struct isthmus_gasnet_kind *gex_MK_t;

#define GEX_CLIENT_INVALID ((gex_Client_t)0)
#define GEX_SEGMENT_INVALID ((gex_Segment_t)0)
#define GEX_TM_INVALID ((gex_TM_t)0)
#define GEX_EP_INVALID ((gex_EP_t)0)
#define GEX_AD_INVALID ((gex_AD_t)0)
#define GEX_MK_INVALID ((gex_MK_t)0)
#define GEX_MK_HOST ((gex_MK_t)(uintptr_t)8)
#define GEX_EP_INDEX_INVALID ((gex_EP_Index_t)~(gex_EP_Index_t)0)
#define GEX_AM_SRCDESC_NO_OP ((gex_AM_SrcDesc_t)0)

#define GEX_EVENT_INVALID ((gex_Event_t)0)
#define GEX_EVENT_NO_OP ((gex_Event_t)(uintptr_t)8)
#define GEX_EVENT_NOW ((gex_Event_t *)(uintptr_t)8)
#define GEX_EVENT_DEFER ((gex_Event_t *)(uintptr_t)16)
#define GEX_EVENT_GROUP ((gex_Event_t *)(uintptr_t)24)

typedef struct {
  void *gex_addr;
  size_t gex_len;
} gex_Memvec_t;

typedef struct {
  gex_Rank_t gex_rank;
  gex_EP_Index_t gex_ep_index;
} gex_EP_Location_t;

typedef struct {
  gex_Rank_t gex_jobrank;
} gex_RankInfo_t;

typedef struct {
  gex_AM_Index_t gex_index;
  gex_AM_Fn_t gex_fnptr;
  gex_Flags_t gex_flags;
  unsigned int gex_nargs;
  const void *gex_cdata;
  const char *gex_name;
} gex_AM_Entry_t;

typedef struct {
  gex_Rank_t gex_srcrank;
  gex_EP_t gex_ep;
  const gex_AM_Entry_t *gex_entry;
  uint8_t gex_is_req;
  uint8_t gex_is_long;
} gex_Token_Info_t;

typedef struct {
  const char *gex_device_list;
  unsigned int gex_thread_roles;
  void *(*gex_progress_fn)(void *);
  void *gex_progress_arg;
} gex_ProgressThreadInfo_t;
#define GEX_THREAD_ROLE_RCV 1u
#define GEX_THREAD_ROLE_SND 2u

typedef void (*gex_Coll_ReduceFn_t)(const void *arg1, void *arg2_and_out, size_t count, const void *cdata);

/* ---- Flags: a bit may have several meanings where no call takes both ---- */

#define GEX_FLAG_IMMEDIATE ((gex_Flags_t)1 << 0)
#define GEX_FLAG_LC_COPY_YES ((gex_Flags_t)1 << 1)
#define GEX_FLAG_LC_COPY_NO ((gex_Flags_t)1 << 2)
#define GEX_FLAG_PEER_NEVER_SELF ((gex_Flags_t)1 << 3)
#define GEX_FLAG_PEER_NEVER_NBRHD ((gex_Flags_t)1 << 4)
#define GEX_FLAG_AD_MY_RANK ((gex_Flags_t)1 << 5)
#define GEX_FLAG_AD_MY_NBRHD ((gex_Flags_t)1 << 6)
#define GEX_FLAG_AD_FAVOR_MY_RANK ((gex_Flags_t)1 << 7)
#define GEX_FLAG_AD_FAVOR_MY_NBRHD ((gex_Flags_t)1 << 8)
#define GEX_FLAG_AD_FAVOR_REMOTE ((gex_Flags_t)1 << 9)
#define GEX_FLAG_AD_ACQ ((gex_Flags_t)1 << 10)
#define GEX_FLAG_AD_REL ((gex_Flags_t)1 << 11)
#define GEX_FLAG_RANK_IS_JOBRANK ((gex_Flags_t)1 << 12)
#define GEX_FLAG_AM_PREPARE_LEAST_CLIENT ((gex_Flags_t)1 << 13)
#define GEX_FLAG_AM_PREPARE_LEAST_ALLOC ((gex_Flags_t)1 << 14)
#define GEX_FLAG_SELF_SEG_UNKNOWN ((gex_Flags_t)1 << 15)
#define GEX_FLAG_SELF_SEG_SOME ((gex_Flags_t)1 << 16)
#define GEX_FLAG_SELF_SEG_BOUND ((gex_Flags_t)1 << 17)
#define GEX_FLAG_SELF_SEG_OFFSET ((gex_Flags_t)1 << 18)
#define GEX_FLAG_PEER_SEG_UNKNOWN ((gex_Flags_t)1 << 19)
#define GEX_FLAG_PEER_SEG_SOME ((gex_Flags_t)1 << 20)
#define GEX_FLAG_PEER_SEG_BOUND ((gex_Flags_t)1 << 21)
#define GEX_FLAG_PEER_SEG_OFFSET ((gex_Flags_t)1 << 22)
#define GEX_FLAG_TM_GLOBAL_SCRATCH ((gex_Flags_t)1 << 5)
#define GEX_FLAG_TM_LOCAL_SCRATCH ((gex_Flags_t)1 << 6)
#define GEX_FLAG_TM_SYMMETRIC_SCRATCH ((gex_Flags_t)1 << 7)
#define GEX_FLAG_TM_NO_SCRATCH ((gex_Flags_t)1 << 8)
#define GEX_FLAG_SCRATCH_SEG_OFFSET ((gex_Flags_t)1 << 9)
#define GEX_FLAG_TM_SCRATCH_SIZE_MIN ((gex_Flags_t)1 << 10)
#define GEX_FLAG_TM_SCRATCH_SIZE_RECOMMENDED ((gex_Flags_t)1 << 11)
#define GEX_FLAG_GLOBALLY_QUIESCED ((gex_Flags_t)1 << 23)
#define GEX_FLAG_USES_GASNET1 ((gex_Flags_t)1 << 24)
#define GEX_FLAG_DEFER_THREADS ((gex_Flags_t)1 << 25)
#define GEX_FLAG_ENABLE_LEAF_LC ((gex_Flags_t)1 << 26)
#define GEX_FLAG_HINT_ACCEL_AD ((gex_Flags_t)1 << 27)
#define GEX_FLAG_HINT_ACCEL_COLL ((gex_Flags_t)1 << 28)
#define GEX_FLAG_HINT_ACCEL_ALL (GEX_FLAG_HINT_ACCEL_AD | GEX_FLAG_HINT_ACCEL_COLL)

/* In gex_AM_Entry_t::gex_flags alone. */
#define GEX_FLAG_AM_SHORT ((gex_Flags_t)1)
#define GEX_FLAG_AM_MEDIUM ((gex_Flags_t)2)
#define GEX_FLAG_AM_LONG ((gex_Flags_t)4)
#define GEX_FLAG_AM_MEDLONG (GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_LONG)
#define GEX_FLAG_AM_REQUEST ((gex_Flags_t)8)
#define GEX_FLAG_AM_REPLY ((gex_Flags_t)16)
#define GEX_FLAG_AM_REQREP (GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_REPLY)
#define GEX_AM_INDEX_BASE 128

#define GEX_EP_CAPABILITY_RMA ((gex_EP_Capabilities_t)1)
#define GEX_EP_CAPABILITY_AM ((gex_EP_Capabilities_t)2)
#define GEX_EP_CAPABILITY_VIS ((gex_EP_Capabilities_t)4)
#define GEX_EP_CAPABILITY_COLL ((gex_EP_Capabilities_t)8)
#define GEX_EP_CAPABILITY_AD ((gex_EP_Capabilities_t)16)
#define GEX_EP_CAPABILITY_ALL ((gex_EP_Capabilities_t)31)

/* ---- Categories of events, and what a token can tell ---- */

#define GEX_EC_GET ((gex_EC_t)1)
#define GEX_EC_PUT ((gex_EC_t)2)
#define GEX_EC_AM ((gex_EC_t)4)
#define GEX_EC_LC ((gex_EC_t)8)
#define GEX_EC_RMW ((gex_EC_t)16)
#define GEX_EC_ALL ((gex_EC_t)31)

#define GEX_TI_SRCRANK ((gex_TI_t)1)
#define GEX_TI_EP ((gex_TI_t)2)
#define GEX_TI_ENTRY ((gex_TI_t)4)
#define GEX_TI_IS_REQ ((gex_TI_t)8)
#define GEX_TI_IS_LONG ((gex_TI_t)16)
#define GEX_TI_ALL ((gex_TI_t)31)

/* ---- Data types and operations of atomics and reductions ---- */

#define GEX_DT_I32 ((gex_DT_t)1 << 0)
#define GEX_DT_U32 ((gex_DT_t)1 << 1)
#define GEX_DT_I64 ((gex_DT_t)1 << 2)
#define GEX_DT_U64 ((gex_DT_t)1 << 3)
#define GEX_DT_FLT ((gex_DT_t)1 << 4)
#define GEX_DT_DBL ((gex_DT_t)1 << 5)
#define GEX_DT_USER ((gex_DT_t)1 << 6)

#define GEX_OP_ADD ((gex_OP_t)1 << 0)
#define GEX_OP_MULT ((gex_OP_t)1 << 1)
#define GEX_OP_MIN ((gex_OP_t)1 << 2)
#define GEX_OP_MAX ((gex_OP_t)1 << 3)
#define GEX_OP_SUB ((gex_OP_t)1 << 4)
#define GEX_OP_INC ((gex_OP_t)1 << 5)
#define GEX_OP_DEC ((gex_OP_t)1 << 6)
#define GEX_OP_AND ((gex_OP_t)1 << 7)
#define GEX_OP_OR ((gex_OP_t)1 << 8)
#define GEX_OP_XOR ((gex_OP_t)1 << 9)
#define GEX_OP_CAS ((gex_OP_t)1 << 10)
#define GEX_OP_SET ((gex_OP_t)1 << 11)
/* The fetching form of an operation is 12 bits above it: SWAP is the fetching SET. */
#define GEX_OP_TO_FETCHING(op) ((gex_OP_t)((op) << 12))
#define GEX_OP_TO_NONFETCHING(op) ((gex_OP_t)((op) >> 12))
#define GEX_OP_FADD GEX_OP_TO_FETCHING(GEX_OP_ADD)
#define GEX_OP_FMULT GEX_OP_TO_FETCHING(GEX_OP_MULT)
#define GEX_OP_FMIN GEX_OP_TO_FETCHING(GEX_OP_MIN)
#define GEX_OP_FMAX GEX_OP_TO_FETCHING(GEX_OP_MAX)
#define GEX_OP_FSUB GEX_OP_TO_FETCHING(GEX_OP_SUB)
#define GEX_OP_FINC GEX_OP_TO_FETCHING(GEX_OP_INC)
#define GEX_OP_FDEC GEX_OP_TO_FETCHING(GEX_OP_DEC)
#define GEX_OP_FAND GEX_OP_TO_FETCHING(GEX_OP_AND)
#define GEX_OP_FOR GEX_OP_TO_FETCHING(GEX_OP_OR)
#define GEX_OP_FXOR GEX_OP_TO_FETCHING(GEX_OP_XOR)
#define GEX_OP_FCAS GEX_OP_TO_FETCHING(GEX_OP_CAS)
#define GEX_OP_SWAP GEX_OP_TO_FETCHING(GEX_OP_SET)
#define GEX_OP_CSWAP GEX_OP_FCAS
#define GEX_OP_GET ((gex_OP_t)1 << 24)
#define GEX_OP_USER ((gex_OP_t)1 << 25)
#define GEX_OP_USER_NC ((gex_OP_t)1 << 26)

/* ---- Results of calls ---- */

#define GASNET_OK 0
#define GASNET_ERR_NOT_INIT 10001
#define GASNET_ERR_RESOURCE 10002
#define GASNET_ERR_BAD_ARG 10003
#define GASNET_ERR_NOT_READY 10004
#define GASNET_ERR_BARRIER_MISMATCH 10005

/* ---- Barriers and waiting ---- */

#define GASNET_BARRIERFLAG_ANONYMOUS 1
#define GASNET_BARRIERFLAG_MISMATCH 2
#define GASNET_BARRIERFLAG_UNNAMED 4

#define GASNET_WAIT_SPIN 0
#define GASNET_WAIT_BLOCK 1
#define GASNET_WAIT_SPINBLOCK 2

/* How many endpoints a process can have. */
#define GASNET_MAXEPS 33

#endif
