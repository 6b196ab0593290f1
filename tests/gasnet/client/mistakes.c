/* One wrong use of atomics, vectors or old collectives, which the first argument names; mistakes.py knows the line that it must
 * end in. Built with GASNET_DEBUG, so that all calls are checked. */
#include "client.h"

#include <gasnet_coll.h>
#include <gasnet_ratomic.h>
#include <gasnet_vis.h>

static gex_AD_t domain(gex_DT_t type, gex_OP_t ops) {
  gex_AD_t ad;
  gex_AD_Create(&ad, team, type, ops, 0);
  return ad;
}

int main(int argc, char **argv) {
  const char *mistake;
  char *mine, buffer[8] = {0};
  int32_t result;
  gex_Memvec_t inside, outside;
  const ptrdiff_t strides[1] = {1 << 20};
  const size_t count[1] = {100};
  start(&argc, &argv, NULL);
  mine = segment_of(me);
  mistake = argc > 1 ? argv[1] : "";
  inside.gex_addr = buffer;
  outside.gex_addr = mine + SEGMENT_BYTES - 4;
  inside.gex_len = outside.gex_len = 8;
  barrier();
#define MISTAKE(name) else if (strcmp(mistake, name) == 0)
  if (!*mistake) {
    gasnet_exit(2);
  }
  MISTAKE("ad_type") domain(GEX_DT_USER, GEX_OP_ADD);
  MISTAKE("ad_no_ops") domain(GEX_DT_I32, 0);
  MISTAKE("ad_bits_of_floats") domain(GEX_DT_FLT, GEX_OP_AND);
  MISTAKE("ad_other_op") gex_AD_OpNB_I32(domain(GEX_DT_I32, GEX_OP_ADD), &result, me, mine, GEX_OP_FADD, 1, 0, 0);
  MISTAKE("ad_other_type") gex_AD_OpNBI_I32(domain(GEX_DT_U32, GEX_OP_ADD), &result, me, mine, GEX_OP_ADD, 1, 0, 0);
  MISTAKE("ad_rank") gex_AD_OpNB_I32(domain(GEX_DT_I32, GEX_OP_ADD), &result, ranks, mine, GEX_OP_ADD, 1, 0, 0);
  MISTAKE("ad_address") gex_AD_OpNB_I32(domain(GEX_DT_I32, GEX_OP_ADD), &result, me, mine + SEGMENT_BYTES, GEX_OP_ADD, 1, 0, 0);
  MISTAKE("ad_alignment") gex_AD_OpNB_I32(domain(GEX_DT_I32, GEX_OP_ADD), &result, me, mine + 2, GEX_OP_ADD, 1, 0, 0);
  MISTAKE("vis_rank") gex_VIS_VectorPutBlocking(team, ranks, 1, &inside, 1, &inside, 0);
  MISTAKE("vis_put_outside") gex_VIS_VectorPutNB(team, 0, 1, &outside, 1, &inside, 0);
  MISTAKE("vis_get_outside") gex_VIS_StridedGetBlocking(team, malloc(100), strides, me, mine, strides, 1, count, 1, 0);
  MISTAKE("vis_payload") gex_VIS_SetPeerCompletionHandler(200, mine, GEX_VIS_MAX_PEERCOMPLETION + 1, 0);
  MISTAKE("coll_flags") gasnet_coll_gather_all(GASNET_TEAM_ALL, mine, buffer, 1, GASNET_COLL_IN_NOSYNC);
  MISTAKE("coll_root") gasnet_coll_broadcast(GASNET_TEAM_ALL, mine, ranks, buffer, 1, GASNET_COLL_IN_NOSYNC | GASNET_COLL_OUT_NOSYNC);
  MISTAKE("coll_pair") gasnet_coll_exchange(gex_TM_Pair(gex_TM_QueryEP(team), 0), mine, buffer, 1, GASNET_COLL_IN_NOSYNC | GASNET_COLL_OUT_NOSYNC);
  MISTAKE("coll_not_notified") gasnet_coll_barrier_wait(gasnet_coll_team_split(GASNET_TEAM_ALL, 0, me, NULL, 0), 0, 0);
  gasnet_exit(3);
  return 0;
}
