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
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wstrict-prototypes" /* handlers have as many parameters as they like */
#endif
typedef void (*gex_AM_Fn_t)();
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

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

/* ---- Flags: a bit may have several meanings where no call takes both. #if can compare all of them ---- */

#define GEX_FLAG_IMMEDIATE (1u << 0)
#define GEX_FLAG_LC_COPY_YES (1u << 1)
#define GEX_FLAG_LC_COPY_NO (1u << 2)
#define GEX_FLAG_PEER_NEVER_SELF (1u << 3)
#define GEX_FLAG_PEER_NEVER_NBRHD (1u << 4)
#define GEX_FLAG_AD_MY_RANK (1u << 5)
#define GEX_FLAG_AD_MY_NBRHD (1u << 6)
#define GEX_FLAG_AD_FAVOR_MY_RANK (1u << 7)
#define GEX_FLAG_AD_FAVOR_MY_NBRHD (1u << 8)
#define GEX_FLAG_AD_FAVOR_REMOTE (1u << 9)
#define GEX_FLAG_AD_ACQ (1u << 10)
#define GEX_FLAG_AD_REL (1u << 11)
#define GEX_FLAG_RANK_IS_JOBRANK (1u << 12)
#define GEX_FLAG_AM_PREPARE_LEAST_CLIENT (1u << 13)
#define GEX_FLAG_AM_PREPARE_LEAST_ALLOC (1u << 14)
#define GEX_FLAG_SELF_SEG_UNKNOWN (1u << 15)
#define GEX_FLAG_SELF_SEG_SOME (1u << 16)
#define GEX_FLAG_SELF_SEG_BOUND (1u << 17)
#define GEX_FLAG_SELF_SEG_OFFSET (1u << 18)
#define GEX_FLAG_PEER_SEG_UNKNOWN (1u << 19)
#define GEX_FLAG_PEER_SEG_SOME (1u << 20)
#define GEX_FLAG_PEER_SEG_BOUND (1u << 21)
#define GEX_FLAG_PEER_SEG_OFFSET (1u << 22)
#define GEX_FLAG_TM_GLOBAL_SCRATCH (1u << 5)
#define GEX_FLAG_TM_LOCAL_SCRATCH (1u << 6)
#define GEX_FLAG_TM_SYMMETRIC_SCRATCH (1u << 7)
#define GEX_FLAG_TM_NO_SCRATCH (1u << 8)
#define GEX_FLAG_SCRATCH_SEG_OFFSET (1u << 9)
#define GEX_FLAG_TM_SCRATCH_SIZE_MIN (1u << 10)
#define GEX_FLAG_TM_SCRATCH_SIZE_RECOMMENDED (1u << 11)
#define GEX_FLAG_GLOBALLY_QUIESCED (1u << 23)
#define GEX_FLAG_USES_GASNET1 (1u << 24)
#define GEX_FLAG_DEFER_THREADS (1u << 25)
#define GEX_FLAG_ENABLE_LEAF_LC (1u << 26)
#define GEX_FLAG_HINT_ACCEL_AD (1u << 27)
#define GEX_FLAG_HINT_ACCEL_COLL (1u << 28)
#define GEX_FLAG_HINT_ACCEL_ALL (GEX_FLAG_HINT_ACCEL_AD | GEX_FLAG_HINT_ACCEL_COLL)

/* In gex_AM_Entry_t::gex_flags alone. */
#define GEX_FLAG_AM_SHORT 1u
#define GEX_FLAG_AM_MEDIUM 2u
#define GEX_FLAG_AM_LONG 4u
#define GEX_FLAG_AM_MEDLONG (GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_LONG)
#define GEX_FLAG_AM_REQUEST 8u
#define GEX_FLAG_AM_REPLY 16u
#define GEX_FLAG_AM_REQREP (GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_REPLY)
#define GEX_AM_INDEX_BASE 128

#define GEX_EP_CAPABILITY_RMA 1u
#define GEX_EP_CAPABILITY_AM 2u
#define GEX_EP_CAPABILITY_VIS 4u
#define GEX_EP_CAPABILITY_COLL 8u
#define GEX_EP_CAPABILITY_AD 16u
#define GEX_EP_CAPABILITY_ALL 31u

/* ---- Categories of events, and what a token can tell ---- */

#define GEX_EC_GET 1u
#define GEX_EC_PUT 2u
#define GEX_EC_AM 4u
#define GEX_EC_LC 8u
#define GEX_EC_RMW 16u
#define GEX_EC_ALL 31u

#define GEX_TI_SRCRANK 1u
#define GEX_TI_EP 2u
#define GEX_TI_ENTRY 4u
#define GEX_TI_IS_REQ 8u
#define GEX_TI_IS_LONG 16u
#define GEX_TI_ALL 31u

/* ---- Data types and operations of atomics and reductions ---- */

#define GEX_DT_I32 (1u << 0)
#define GEX_DT_U32 (1u << 1)
#define GEX_DT_I64 (1u << 2)
#define GEX_DT_U64 (1u << 3)
#define GEX_DT_FLT (1u << 4)
#define GEX_DT_DBL (1u << 5)
#define GEX_DT_USER (1u << 6)

#define GEX_OP_ADD (1u << 0)
#define GEX_OP_MULT (1u << 1)
#define GEX_OP_MIN (1u << 2)
#define GEX_OP_MAX (1u << 3)
#define GEX_OP_SUB (1u << 4)
#define GEX_OP_INC (1u << 5)
#define GEX_OP_DEC (1u << 6)
#define GEX_OP_AND (1u << 7)
#define GEX_OP_OR (1u << 8)
#define GEX_OP_XOR (1u << 9)
#define GEX_OP_CAS (1u << 10)
#define GEX_OP_SET (1u << 11)
/* The fetching form of an operation is 12 bits above it: SWAP is the fetching SET. */
#define GEX_OP_TO_FETCHING(op) ((op) << 12)
#define GEX_OP_TO_NONFETCHING(op) ((op) >> 12)
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
#define GEX_OP_GET (1u << 24)
#define GEX_OP_USER (1u << 25)
#define GEX_OP_USER_NC (1u << 26)

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
