// Messages to other nodes: each is an active message of the library (shmemx_am_request_*), whose handler, which may run
// on a thread of the library, only appends it to an inbox. The client's handlers run when a thread of the client polls.
//
// Memory is bounded: a rank has at most Wire::credits requests under way to each rank of another node, that is, sent and not
// known to be handled. The receiver tells how many it has handled with every message that it sends, and in a message of
// its own after half as many as may be under way. Replies need no credit, since each answers a request that has one.
#pragma once
#include "engine.hpp"

namespace isthmus::gasnet {

void start_wire();
/// Lets the wire work, and takes what has come, without running the client's handlers. For any thread.
void drive_wire();
/// Whether requests to this rank of another node will soon have to wait, unless a poll finds that it has handled some.
bool is_low_on_credits(Rank to);
/// As send().
int send_wire(Rank to, const Content& content, bool immediate);
/// For the thread that is running: serves what has arrived. Returns false if there was nothing.
bool serve_wire();
bool serve_wire_replies();

}  // namespace isthmus::gasnet
