// What GASNet-1 has beyond GASNet-EX.
#include <gasnet.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

#include "client.hpp"
#include "fatal.hpp"
#include "job.hpp"
#include "operation.hpp"

using namespace isthmus::gasnet;

/// A value on its way.
struct isthmus_gasnet_valget {
  gex_RMA_Value_t value;
  gex_Event_t event;
};

extern "C" {

int gasnet_attach(gasnet_handlerentry_t* table, int numentries, uintptr_t segsize, uintptr_t) {
  if (job.size == 0) return GASNET_ERR_NOT_INIT;
  if (job.attached) {
    say("gasnet_attach", "called twice; a process attaches once");
    return GASNET_ERR_NOT_INIT;
  }
  constexpr unsigned kUnknownArgs = ~0u;
  std::vector<gex_AM_Entry_t> entries;
  for (int i = 0; i < numentries; ++i)
    entries.push_back({table[i].index, table[i].fnptr, 0, kUnknownArgs, nullptr, nullptr});
  if (const int failed = gex_EP_RegisterHandlers(&endpoints[0], entries.data(), entries.size())) {
    attach(0);  // where the other ranks wait
    return failed;
  }
  for (int i = 0; i < numentries; ++i) table[i].index = entries[static_cast<std::size_t>(i)].gex_index;
  const uintptr_t wanted = std::min<uintptr_t>(segsize, job.max_local_segment);
  const uintptr_t rounded = (wanted + GASNET_PAGESIZE - 1) / GASNET_PAGESIZE * GASNET_PAGESIZE;
  return attach(std::min<uintptr_t>(std::max<uintptr_t>(rounded, GASNET_PAGESIZE), job.max_local_segment));
}

void gasnet_QueryGexObjects(gex_Client_t* client_p, gex_EP_t* endpoint_p, gex_TM_t* tm_p, gex_Segment_t* segment_p) {
  if (client_p) *client_p = &the_client;
  if (endpoint_p) *endpoint_p = &endpoints[0];
  if (tm_p) *tm_p = &primordial;
  if (segment_p) *segment_p = endpoints[0].segment;
}

int gasnet_getSegmentInfo(gasnet_seginfo_t* table, int numentries) {
  if (!job.attached) return GASNET_ERR_NOT_INIT;
  for (int r = 0; r < std::min<int>(numentries, static_cast<int>(job.size)); ++r) {
    const Peer& peer = job.peers[static_cast<Rank>(r)];
    const std::size_t size = peer.size.load(std::memory_order_acquire);
    table[r] = {reinterpret_cast<void*>(peer.base), size};
  }
  return GASNET_OK;
}

int gasnet_getNodeInfo(gasnet_nodeinfo_t* table, int numentries) {
  for (int i = 0; i < std::min<int>(numentries, static_cast<int>(job.size)); ++i) {
    const Peer& peer = job.peers[static_cast<Rank>(i)];
    table[i] = {peer.host, peer.neighbourhood, peer.delta == kUnmapped ? 0 : static_cast<uintptr_t>(peer.delta)};
  }
  return GASNET_OK;
}

int gasnet_AMGetMsgSource(gasnet_token_t token, gasnet_node_t* source) {
  gex_Token_Info_t info;
  gex_Token_Info(token, &info, GEX_TI_SRCRANK);
  *source = info.gex_srcrank;
  return GASNET_OK;
}

size_t gasnet_AMMaxMedium() { return std::min(gex_AM_LUBRequestMedium(), gex_AM_LUBReplyMedium()); }

// ---- Filling memory ----

void gasnet_memset_nbi(gasnet_node_t node, void* dest, int value, size_t nbytes) {
  if (job.checks && node >= job.size)
    fatal("gasnet_memset", text("node %u is out of range; the job has nodes 0 to %u", node, job.size - 1));
  const Delta delta = job.deltas[node];
  if (is_near(delta)) {
    std::atomic_thread_fence(std::memory_order_release);  // as in every put (rma.cpp)
    std::memset(static_cast<char*>(dest) + delta, value, nbytes);
    return;
  }
  char filled[4096];
  std::memset(filled, value, sizeof filled);
  for (std::size_t at = 0; at < nbytes; at += sizeof filled)
    gex_RMA_PutNBI(&primordial, node, static_cast<char*>(dest) + at, filled, std::min(nbytes - at, sizeof filled),
                   GEX_EVENT_NOW, 0);
}

namespace {

/// The puts are parts of this operation alone, also where the client has an access region open.
gex_Event_t fill(Sync sync, gasnet_node_t node, void* dest, int value, size_t nbytes) {
  Operation operation(sync);
  operation.adopt_puts_and_gets();
  gasnet_memset_nbi(node, dest, value, nbytes);
  operation.release_puts_and_gets();
  return operation.finish();
}

}  // namespace

gasnet_handle_t gasnet_memset_nb(gasnet_node_t node, void* dest, int value, size_t nbytes) {
  return fill(Sync::nb, node, dest, value, nbytes);
}

void gasnet_memset(gasnet_node_t node, void* dest, int value, size_t nbytes) {
  fill(Sync::blocking, node, dest, value, nbytes);
}

// ---- Values ----

gasnet_valget_handle_t gasnet_get_nb_val(gasnet_node_t node, void* src, size_t nbytes) {
  auto* const get = new isthmus_gasnet_valget{0, GEX_EVENT_INVALID};
  get->event = gex_RMA_GetNB(&primordial, &get->value, node, src, nbytes, 0);
  return get;
}

gasnet_register_value_t gasnet_wait_syncnb_valget(gasnet_valget_handle_t handle) {
  gex_Event_Wait(handle->event);
  const gasnet_register_value_t value = handle->value;
  delete handle;
  return value;
}
}
