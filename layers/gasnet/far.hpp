// Puts and gets that are not plain copies: to other nodes, to segments that are not mapped, and all of a client whose
// calls are checked.
//
// With GEX_FLAG_IMMEDIATE they do nothing where they would have to wait for room on the wire, and return nonzero or
// GEX_EVENT_NO_OP. Once begun they wait as without it: for local completion where the client asks for it, and blocking
// ones for all of it.
#pragma once
#include <gasnet_fwd.h>

namespace isthmus::gasnet {

// Blocking ones, which are a part of other calls, too.
int put_far(const char* call, gex_TM_t tm, gex_Rank_t rank, void* dest, const void* src, size_t bytes,
            gex_Flags_t flags);
int get_far(const char* call, gex_TM_t tm, void* dest, gex_Rank_t rank, const void* src, size_t bytes,
            gex_Flags_t flags);
/// What gex_RMA_PutNBI is told beside the transfer, in one register: with an argument on the stack the call would have
/// to keep it in a register on every way.
struct PutOptions {
  gex_Flags_t flags;
  bool reuse;  ///< the client may change the source on return
};
int put_nbi_far(gex_TM_t tm, gex_Rank_t rank, void* dest, const void* src, size_t bytes, PutOptions options);
// gex_RMA_PutNB and its like, with their parameters, so that they only jump here.
gex_Event_t put_nb_far(gex_TM_t tm, gex_Rank_t rank, void* dest, const void* src, size_t bytes, gex_Event_t* lc,
                       gex_Flags_t flags);
int get_nbi_far(gex_TM_t tm, void* dest, gex_Rank_t rank, const void* src, size_t bytes, gex_Flags_t flags);
gex_Event_t get_nb_far(gex_TM_t tm, void* dest, gex_Rank_t rank, const void* src, size_t bytes, gex_Flags_t flags);

}  // namespace isthmus::gasnet
