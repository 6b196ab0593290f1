// The tables of handlers of the endpoints that take messages. A further endpoint has the primordial one's handlers,
// too, but for those with an index that it has registered itself.
#pragma once
#include "message.hpp"

namespace isthmus::gasnet {

/// Whether this rank's endpoint of that index was created with GEX_EP_CAPABILITY_AM.
bool takes_messages(gex_EP_Index_t index);

/// Ends the job if the endpoint that a message was sent to takes none.
void check_endpoint(gex_Rank_t source, EndpointPair pair);

/// The handler of a message. Ends the job if there is none, or if it was registered for other messages than this.
const gex_AM_Entry_t& handler_of(const isthmus_gasnet_token& token, unsigned nargs);

/// Ends the job if a call cannot send to `handler`; for clients whose calls are checked. Which handlers a further
/// endpoint has on another rank is known there alone.
void check_handler(const char* call, gex_AM_Index_t handler, EndpointPair pair);

}  // namespace isthmus::gasnet
