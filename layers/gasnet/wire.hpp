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

/// On one node it only opens accounts without credits, which no request passes.
void start_wire();
/// Lets the wire work, and takes what has come, without running the client's handlers. For any thread.
void drive_wire();
/// The same at less cost: most calls only look at what has come. Whether something waits for its handler.
bool look_at_wire();
/// gasnet_AMPoll where nothing is under way but messages: in one function, so that it needs one stack frame.
int poll_wire();
/// The same for every case, also where something has arrived (engine.cpp). Not inline, so that gasnet_AMPoll needs no
/// stack frame.
[[gnu::noinline]] int poll_slowly(Wires wires);
/// Whether requests to this rank of another node will soon have to wait, unless a poll finds that it has handled some.
bool is_low_on_credits(Rank to);
/// As send().
int send_wire(Rank to, const Content& content, bool immediate);
/// A short request to a rank that has no ring here: the shortest way to another node, in one function so that it needs
/// one stack frame.
int request_short_wire(gex_TM_t tm, Rank rank, gex_AM_Index_t handler, gex_Flags_t flags, unsigned nargs,
                       const gex_AM_Arg_t* args);
/// What a short request was called with. On the stack it costs less than in registers that the function would have to
/// save, and it is seldom read.
struct ShortRequest {
  gex_TM_t tm;
  const gex_AM_Arg_t* args;
  Rank rank;
  gex_Flags_t flags;
  unsigned nargs;
  gex_AM_Index_t handler;

  /// Has the compiler store this, where it would else keep the parts in registers.
  [[gnu::always_inline]] void keep_in_memory() const { asm volatile("" : : "m"(*this)); }
};
/// A short request of every kind: it may have to wait or poll, go to this rank itself, or be checked (am.cpp).
[[gnu::cold, gnu::noinline]] int request_short_slowly(const ShortRequest& request);
/// For the thread that is running: serves what has arrived. Returns false if there was nothing.
bool serve_wire();
bool serve_wire_replies();

}  // namespace isthmus::gasnet
