/* GASNet-1 over Isthmus: specification 1.8. Its calls are those of GASNet-EX on the primordial team. */
#ifndef _INCLUDED_GASNET_H
#define _INCLUDED_GASNET_H

#include "gasnetex.h"
#include "gasnet_isthmus/legacy_am.h"
#include "gasnet_isthmus/vis1.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef gex_Event_t gasnet_handle_t;
typedef gex_RMA_Value_t gasnet_register_value_t;
typedef struct isthmus_gasnet_valget *gasnet_valget_handle_t;
typedef gex_HSL_t gasnet_hsl_t;
typedef struct {
  gasnet_node_t host;      /* the same for nodes of one host */
  gasnet_node_t supernode; /* the same for nodes that share memory */
  uintptr_t offset;        /* from a node's addresses to where they are mapped here; 0 if they are not */
} gasnet_nodeinfo_t;

#define GASNET_INVALID_HANDLE GEX_EVENT_INVALID
#define SIZEOF_GASNET_REGISTER_VALUE_T SIZEOF_GEX_RMA_VALUE_T
#define GASNET_HSL_INITIALIZER GEX_HSL_INITIALIZER

/* The primordial team. */
extern struct isthmus_gasnet_team *const isthmus_gasnet_tm;
#define ISTHMUS_GASNET_TM isthmus_gasnet_tm
#define ISTHMUS_GASNET_INLINE __attribute__((__unused__)) static __inline__

/* ---- Start, and queries ---- */

int ISTHMUS_GASNET_OF_MODE(isthmus_gasnet_init)(int *argc, char ***argv, int checks);
#define gasnet_init(argc, argv) ISTHMUS_GASNET_OF_MODE(isthmus_gasnet_init)(argc, argv, ISTHMUS_GASNET_CHECKS)
int gasnet_attach(gasnet_handlerentry_t *table, int numentries, uintptr_t segsize, uintptr_t minheapoffset);
void gasnet_QueryGexObjects(gex_Client_t *client_p, gex_EP_t *endpoint_p, gex_TM_t *tm_p, gex_Segment_t *segment_p);
int gasnet_getSegmentInfo(gasnet_seginfo_t *seginfo_table, int numentries);
int gasnet_getNodeInfo(gasnet_nodeinfo_t *nodeinfo_table, int numentries);

#define gasnet_mynode() ((gasnet_node_t)gex_System_QueryJobRank())
/* Clients and tests use this name of the rank, too. */
#define gasneti_mynode ((gasnet_node_t)gex_System_QueryJobRank())
#define gasnet_nodes() ((gasnet_node_t)gex_System_QueryJobSize())

/* ---- Atomicity: no handler interrupts a thread, so there is nothing to hold ---- */

#define gasnet_hold_interrupts() ((void)0)
#define gasnet_resume_interrupts() ((void)0)
#define gasnet_hsl_init(hsl) gex_HSL_Init(hsl)
#define gasnet_hsl_destroy(hsl) gex_HSL_Destroy(hsl)
#define gasnet_hsl_lock(hsl) gex_HSL_Lock(hsl)
#define gasnet_hsl_trylock(hsl) gex_HSL_Trylock(hsl)
#define gasnet_hsl_unlock(hsl) gex_HSL_Unlock(hsl)

/* ---- Blocking transfers ---- */

ISTHMUS_GASNET_INLINE void gasnet_get(void *dest, gasnet_node_t node, void *src, size_t nbytes) {
  gex_RMA_GetBlocking(ISTHMUS_GASNET_TM, dest, node, src, nbytes, 0);
}
ISTHMUS_GASNET_INLINE void gasnet_put(gasnet_node_t node, void *dest, void *src, size_t nbytes) {
  gex_RMA_PutBlocking(ISTHMUS_GASNET_TM, node, dest, src, nbytes, 0);
}
#define gasnet_get_bulk gasnet_get
#define gasnet_put_bulk gasnet_put
void gasnet_memset(gasnet_node_t node, void *dest, int val, size_t nbytes);

/* ---- Transfers with handles ---- */

ISTHMUS_GASNET_INLINE gasnet_handle_t gasnet_get_nb(void *dest, gasnet_node_t node, void *src, size_t nbytes) {
  return gex_RMA_GetNB(ISTHMUS_GASNET_TM, dest, node, src, nbytes, 0);
}
ISTHMUS_GASNET_INLINE gasnet_handle_t gasnet_put_nb(gasnet_node_t node, void *dest, void *src, size_t nbytes) {
  return gex_RMA_PutNB(ISTHMUS_GASNET_TM, node, dest, src, nbytes, GEX_EVENT_NOW, 0);
}
#define gasnet_get_nb_bulk gasnet_get_nb
ISTHMUS_GASNET_INLINE gasnet_handle_t gasnet_put_nb_bulk(gasnet_node_t node, void *dest, void *src, size_t nbytes) {
  return gex_RMA_PutNB(ISTHMUS_GASNET_TM, node, dest, src, nbytes, GEX_EVENT_DEFER, 0);
}
gasnet_handle_t gasnet_memset_nb(gasnet_node_t node, void *dest, int val, size_t nbytes);

/* Unlike the tests of GASNet-EX these poll. */
#define gasnet_wait_syncnb(handle) gex_Event_Wait(handle)
#define gasnet_wait_syncnb_all(handles, n) gex_Event_WaitAll(handles, n, 0)
#define gasnet_wait_syncnb_some(handles, n) gex_Event_WaitSome(handles, n, 0)
#define gasnet_try_syncnb(handle) (gasnet_AMPoll(), gex_Event_Test(handle))
#define gasnet_try_syncnb_all(handles, n) (gasnet_AMPoll(), gex_Event_TestAll(handles, n, 0))
#define gasnet_try_syncnb_some(handles, n) (gasnet_AMPoll(), gex_Event_TestSome(handles, n, 0))

/* ---- Transfers without handles ---- */

ISTHMUS_GASNET_INLINE void gasnet_get_nbi(void *dest, gasnet_node_t node, void *src, size_t nbytes) {
  gex_RMA_GetNBI(ISTHMUS_GASNET_TM, dest, node, src, nbytes, 0);
}
ISTHMUS_GASNET_INLINE void gasnet_put_nbi(gasnet_node_t node, void *dest, void *src, size_t nbytes) {
  gex_RMA_PutNBI(ISTHMUS_GASNET_TM, node, dest, src, nbytes, GEX_EVENT_NOW, 0);
}
#define gasnet_get_nbi_bulk gasnet_get_nbi
ISTHMUS_GASNET_INLINE void gasnet_put_nbi_bulk(gasnet_node_t node, void *dest, void *src, size_t nbytes) {
  gex_RMA_PutNBI(ISTHMUS_GASNET_TM, node, dest, src, nbytes, GEX_EVENT_DEFER, 0);
}
void gasnet_memset_nbi(gasnet_node_t node, void *dest, int val, size_t nbytes);

#define gasnet_wait_syncnbi_gets() gex_NBI_Wait(GEX_EC_GET, 0)
#define gasnet_wait_syncnbi_puts() gex_NBI_Wait(GEX_EC_PUT, 0)
#define gasnet_wait_syncnbi_all() gex_NBI_Wait(GEX_EC_ALL, 0)
#define gasnet_try_syncnbi_gets() (gasnet_AMPoll(), gex_NBI_Test(GEX_EC_GET, 0))
#define gasnet_try_syncnbi_puts() (gasnet_AMPoll(), gex_NBI_Test(GEX_EC_PUT, 0))
#define gasnet_try_syncnbi_all() (gasnet_AMPoll(), gex_NBI_Test(GEX_EC_ALL, 0))
#define gasnet_begin_nbi_accessregion() gex_NBI_BeginAccessRegion(0)
#define gasnet_end_nbi_accessregion() gex_NBI_EndAccessRegion(0)

/* ---- Values ---- */

ISTHMUS_GASNET_INLINE void gasnet_put_val(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes) {
  gex_RMA_PutBlockingVal(ISTHMUS_GASNET_TM, node, dest, value, nbytes, 0);
}
ISTHMUS_GASNET_INLINE gasnet_handle_t gasnet_put_nb_val(gasnet_node_t node, void *dest, gasnet_register_value_t value,
                                                        size_t nbytes) {
  return gex_RMA_PutNBVal(ISTHMUS_GASNET_TM, node, dest, value, nbytes, 0);
}
ISTHMUS_GASNET_INLINE void gasnet_put_nbi_val(gasnet_node_t node, void *dest, gasnet_register_value_t value,
                                              size_t nbytes) {
  gex_RMA_PutNBIVal(ISTHMUS_GASNET_TM, node, dest, value, nbytes, 0);
}
ISTHMUS_GASNET_INLINE gasnet_register_value_t gasnet_get_val(gasnet_node_t node, void *src, size_t nbytes) {
  return gex_RMA_GetBlockingVal(ISTHMUS_GASNET_TM, node, src, nbytes, 0);
}
gasnet_valget_handle_t gasnet_get_nb_val(gasnet_node_t node, void *src, size_t nbytes);
gasnet_register_value_t gasnet_wait_syncnb_valget(gasnet_valget_handle_t handle);

#ifdef __cplusplus
}
#endif

#endif
