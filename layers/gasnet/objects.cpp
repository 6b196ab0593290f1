// Segments, endpoints and the primordial team as the client calls them.
#include <gasnetex.h>

#include "client.hpp"
#include "fatal.hpp"
#include "job.hpp"
#include "segments.hpp"

using namespace isthmus::gasnet;

extern "C" {

// ---- Segments ----

uintptr_t gasnet_getMaxLocalSegmentSize() { return job.max_local_segment; }
uintptr_t gasnet_getMaxGlobalSegmentSize() { return job.max_global_segment; }

int gex_Segment_Attach(gex_Segment_t* segment_p, gex_TM_t, uintptr_t size) {
  constexpr const char* call = "gex_Segment_Attach";
  if (job.size == 0) return GASNET_ERR_NOT_INIT;
  if (job.attached) {
    say(call, "called twice; a process attaches once");
    return GASNET_ERR_NOT_INIT;
  }
  if (size == 0 || size % GASNET_PAGESIZE != 0 || size > job.max_local_segment) {
    say(call, text("%zu bytes: ask for a multiple of GASNET_PAGESIZE, up to gasnet_getMaxLocalSegmentSize() (%zu)",
                   static_cast<std::size_t>(size), static_cast<std::size_t>(job.max_local_segment)));
    size = 0;  // the other ranks are in attach()
  }
  const int result = attach(size);
  if (result == GASNET_OK && segment_p) *segment_p = endpoints[0].segment;
  return result;
}

gex_Client_t gex_Segment_QueryClient(gex_Segment_t) { return &the_client; }
gex_Flags_t gex_Segment_QueryFlags(gex_Segment_t) { return 0; }
void* gex_Segment_QueryAddr(gex_Segment_t segment) { return segment->address; }
uintptr_t gex_Segment_QuerySize(gex_Segment_t segment) { return segment->size; }
void gex_Segment_SetCData(gex_Segment_t segment, const void* value) { segment->cdata = value; }
void* gex_Segment_QueryCData(gex_Segment_t segment) { return const_cast<void*>(segment->cdata); }

// ---- Endpoints ----

gex_Client_t gex_EP_QueryClient(gex_EP_t) { return &the_client; }
gex_Flags_t gex_EP_QueryFlags(gex_EP_t) { return 0; }
gex_Segment_t gex_EP_QuerySegment(gex_EP_t ep) { return ep->segment; }
gex_EP_Index_t gex_EP_QueryIndex(gex_EP_t ep) { return ep->index; }
void gex_EP_SetCData(gex_EP_t ep, const void* value) { ep->cdata = value; }
void* gex_EP_QueryCData(gex_EP_t ep) { return const_cast<void*>(ep->cdata); }

gex_Event_t gex_EP_QueryBoundSegmentNB(gex_TM_t tm, gex_Rank_t rank, void** owneraddr_p, void** localaddr_p,
                                       uintptr_t* size_p, gex_Flags_t flags) {
  if (job.checks) must_be_in_range("gex_EP_QueryBoundSegmentNB", tm, rank);
  const Rank owner = job_rank(tm, rank);
  const Peer& peer = job.peers[owner];
  const std::size_t size = peer.size.load(std::memory_order_acquire);
  const gex_EP_Index_t index = is_pair(tm) ? remote_index(tm) : 0;
  if (index != 0 || size == 0 || peer.client_created) {
    const std::optional<Bound> known = known_segment(owner, index);
    if (!known && flags & GEX_FLAG_IMMEDIATE) return GEX_EVENT_NO_OP;
    const Bound bound = known ? *known : bound_segment(owner, index);
    if (owneraddr_p) *owneraddr_p = reinterpret_cast<void*>(bound.base);
    if (localaddr_p) *localaddr_p = owner == job.rank ? reinterpret_cast<void*>(bound.base) : nullptr;
    if (size_p) *size_p = bound.bytes;
    return GEX_EVENT_INVALID;
  }
  void* const address = reinterpret_cast<void*>(peer.base);
  const bool near = peer.delta != kUnmapped;
  if (owneraddr_p) *owneraddr_p = address;
  if (localaddr_p) *localaddr_p = near ? static_cast<char*>(address) + peer.delta : nullptr;
  if (size_p) *size_p = size;
  return GEX_EVENT_INVALID;
}

/// Without a segment it changes none of its outputs.
int gex_Segment_QueryBound(gex_TM_t tm, gex_Rank_t rank, void** owneraddr_p, void** localaddr_p, uintptr_t* size_p) {
  void *owner = nullptr, *local = nullptr;
  uintptr_t size = 0;
  gex_EP_QueryBoundSegmentNB(tm, rank, &owner, &local, &size, 0);
  if (size == 0) return 1;
  if (owneraddr_p) *owneraddr_p = owner;
  if (localaddr_p) *localaddr_p = local;
  if (size_p) *size_p = size;
  return 0;
}

// ---- The primordial team, and what all teams have ----

gex_Client_t gex_TM_QueryClient(gex_TM_t) { return &the_client; }
gex_EP_t gex_TM_QueryEP(gex_TM_t tm) { return &endpoints[is_pair(tm) ? local_index(tm) : 0]; }
gex_Flags_t gex_TM_QueryFlags(gex_TM_t tm) { return is_pair(tm) ? 0 : tm->flags; }
gex_Rank_t gex_TM_QueryRank(gex_TM_t tm) { return is_pair(tm) ? job.rank : tm->rank; }
gex_Rank_t gex_TM_QuerySize(gex_TM_t tm) { return is_pair(tm) ? job.size : tm->size; }
void gex_TM_SetCData(gex_TM_t tm, const void* value) {
  if (is_pair(tm)) fatal("gex_TM_SetCData", "the team is a pair of endpoints, which has no data; use another team");
  tm->cdata = value;
}
void* gex_TM_QueryCData(gex_TM_t tm) { return is_pair(tm) ? nullptr : const_cast<void*>(tm->cdata); }
gex_TM_t gex_TM_Pair(gex_EP_t local_ep, gex_EP_Index_t remote) { return make_pair(local_ep->index, remote); }
}
