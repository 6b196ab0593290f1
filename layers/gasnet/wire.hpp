// Messages to other nodes: bytes that the library carries (shmemx_wire_send), and that arrive on any thread, also while
// it waits in a call of SHMEM. There they are only appended to an inbox; the client's handlers run when a thread of the
// client polls. Payloads of long messages are put to their places on arrival.
//
// Memory is bounded: a rank has at most Wire::credits requests under way to each rank of another node, that is, sent
// and not known to be handled, and replies of that rank that wait for their handlers count as requests under way. The
// receiver tells how many it has handled with every message that it sends, and in a message of its own after half as
// many as may be under way. Replies need no credit, since each answers a request that has one.
#pragma once
#include "engine.hpp"

namespace isthmus::gasnet {

void start_wire();
/// Lets the wire work, and takes what has come, without running the client's handlers. For any thread.
void drive_wire();
/// The same at less cost: most calls only look at what has come. Whether something waits for its handler.
bool look_at_wire();
/// Whether requests to this rank of another node will soon have to wait, unless a poll finds that it has handled some.
bool is_low_on_credits(Rank to);
/// As send().
int send_wire(Rank to, const Content& content, bool immediate);
/// Sends a short request, if it does not have to wait. Returns false if it did nothing.
bool request_short_wire(Rank to, gex_AM_Index_t handler, unsigned nargs, const gex_AM_Arg_t* args);
/// For the thread that is running: serves what has arrived. Returns false if there was nothing.
bool serve_wire();
bool serve_wire_replies();

}  // namespace isthmus::gasnet
