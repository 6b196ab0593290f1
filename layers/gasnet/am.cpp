// Requests, replies and limits as the client calls them.
#include <gasnetex.h>
#include <sched.h>

#include <algorithm>
#include <optional>

#include "engine.hpp"
#include "fatal.hpp"
#include "handlers.hpp"
#include "segments.hpp"
#include "wire.hpp"

using namespace isthmus::gasnet;

namespace {

std::size_t max_medium(Rank peer) { return job.mapped(peer) ? kMaxMedium : kMaxMediumWire; }
std::size_t lub_medium() { return job.one_node ? kMaxMedium : kMaxMediumWire; }
/// To that member, or to any if it is GEX_RANK_INVALID.
std::size_t max_medium_of(gex_TM_t tm, Rank rank) {
  if (rank != GEX_RANK_INVALID) return max_medium(job_rank(tm, rank));
  if (job.one_node || is_pair(tm)) return lub_medium();
  return std::all_of(tm->jobranks, tm->jobranks + tm->size, [](Rank r) { return job.mapped(r); }) ? kMaxMedium
                                                                                                  : kMaxMediumWire;
}

/// A buffer that Prepare gives is one of a medium message.
std::size_t max_long(gex_Flags_t flags) { return flags & GEX_FLAG_AM_PREPARE_LEAST_ALLOC ? kMaxMedium : kMaxLong; }

/// Whether the payload is complete when the call returns is no question here: it has been copied or put.
void complete(gex_Event_t* lc) {
  if (lc && lc != GEX_EVENT_NOW && lc != GEX_EVENT_GROUP && lc != GEX_EVENT_DEFER) *lc = GEX_EVENT_INVALID;
}

[[gnu::cold]] void check_content(const char* call, Rank to, const Content& content) {
  if (content.nargs > kMaxArgs) fatal(call, text("%u arguments; a message takes up to %u", content.nargs, kMaxArgs));
  check_handler(call, content.handler, content.pair);
  if (content.bytes > 0 && !content.payload)
    fatal(call, text("the payload of %zu bytes is NULL; pass a buffer", content.bytes));
  if (content.category == Category::medium && content.bytes > max_medium(to))
    fatal(call, text("%zu bytes are more than the %zu of gex_AM_MaxRequestMedium; send several messages, or a long one",
                     content.bytes, max_medium(to)));
  if (content.category != Category::long_message || content.bytes == 0) return;
  // In a handler the target cannot be asked for a segment that it has not published.
  const bool can_ask = content.pair.target == 0 && !in_handler();
  const std::optional<Bound> known = can_ask ? bound_segment(to, 0) : known_segment(to, content.pair.target);
  if (known) check_bounds(call, to, *known, content.dest, content.bytes);
}

[[gnu::cold]] void check_request(const char* call, gex_TM_t tm, Rank rank, const Content& content) {
  if (job.size == 0) fatal(call, "GASNet has not been initialised; call gex_Client_Init first");
  must_be_unrestricted(call);
  must_be_in_range(call, tm, rank);
  if (is_pair(tm) && remote_index(tm) >= GASNET_MAXEPS)
    fatal(call, text("endpoint %u of the pair is out of range; a rank has up to %d (GASNET_MAXEPS)", remote_index(tm),
                     GASNET_MAXEPS));
  check_content(call, job_rank(tm, rank), content);
}

/// Serves messages of the node whenever there are some. A poll of the wire costs more than a request, so that it has
/// its turn, or is made when credits run low.
[[gnu::always_inline]] inline void poll_before_request(gex_TM_t tm, Rank to) {
  if (!engine.is_empty()) [[unlikely]]
    poll();
  else if (is_pair(tm) || is_time_to_poll(tm) || (!job.mapped(to) && is_low_on_credits(to))) [[unlikely]]
    poll_in_turn(tm);
}

/// A request to this rank itself has been handled when the call returns: a client may not poll afterwards. Another
/// thread that serves messages may miss it, or serve it.
[[gnu::cold, gnu::noinline]] void serve_own() {
  while (!poll() && !engine.is_empty()) sched_yield();
}

EndpointPair pair_of(gex_TM_t tm) {
  if (!is_pair(tm)) [[likely]]
    return {};
  return {.source = static_cast<std::uint8_t>(local_index(tm)), .target = static_cast<std::uint8_t>(remote_index(tm))};
}

[[gnu::always_inline]] inline int request(const char* call, gex_TM_t tm, Rank rank, gex_Flags_t flags,
                                          Content content) {
  content.pair = pair_of(tm);
  if (job.checks) [[unlikely]]
    check_request(call, tm, rank, content);
  const Rank to = job_rank(tm, rank);
  poll_before_request(tm, to);
  const int refused = send(to, content, flags & GEX_FLAG_IMMEDIATE);
  if (to == job.rank && !refused) serve_own();
  return refused;
}

[[gnu::always_inline]] inline int reply(const char* call, gex_Token_t token, gex_Flags_t flags, Content content) {
  content.pair = {.source = token->pair.target, .target = token->pair.source};
  if (token->reply) [[unlikely]]
    fatal(call, "called in the handler of a reply; only requests can be replied to");
  if (token->replied) [[unlikely]]
    fatal(call, "the request has been replied to; a handler replies at most once");
  if (job.checks) [[unlikely]]
    check_content(call, token->source, content);
  token->replied = true;
  const int refused = send(token->source, content, flags & GEX_FLAG_IMMEDIATE);
  if (refused) token->replied = false;
  return refused;
}

}  // namespace

int isthmus::gasnet::request_short_slowly(const ShortRequest& request) {
  return ::request("gex_AM_RequestShort", request.tm, request.rank, request.flags,
                   {Category::short_message, false, request.handler, request.nargs, request.args});
}

extern "C" {

// ---- Requests and replies ----

/// To a rank of the node, and where there is room, it is inline down to the ring.
int isthmus_gasnet_request_short(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags,
                                 unsigned nargs, const gex_AM_Arg_t* args) {
  if (is_pair(tm)) [[unlikely]]
    return request_short_slowly({tm, args, rank, flags, nargs, handler});
  Ring::Memory* const ring = tm->requests[rank];
  if (!ring) [[unlikely]]
    return request_short_wire(tm, rank, handler, flags, nargs, args);
  const ShortRequest called{tm, args, rank, flags, nargs, handler};
  called.keep_in_memory();
  if (is_time_to_poll(tm)) [[unlikely]]
    return request_short_slowly(called);
  const std::size_t bytes = sizeof(Message) + nargs * sizeof(gex_AM_Arg_t);
  void* const record = Ring::try_reserve(*ring, bytes);
  if (!record) [[unlikely]]
    return request_short_slowly(called);
  write_message(record, {Category::short_message, false, handler, nargs, args});
  Ring::publish(record, bytes);
  return 0;
}

/// For clients with GASNET_DEBUG: it looks at the rank before it looks for the rank's ring.
int isthmus_gasnet_request_short_checked(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags,
                                         unsigned nargs, const gex_AM_Arg_t* args) {
  return request_short_slowly({tm, args, rank, flags, nargs, handler});
}

int isthmus_gasnet_request_medium(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void* source,
                                  size_t nbytes, gex_Event_t* lc_opt, gex_Flags_t flags, unsigned nargs,
                                  const gex_AM_Arg_t* args) {
  complete(lc_opt);
  return request("gex_AM_RequestMedium", tm, rank, flags,
                 {Category::medium, false, handler, nargs, args, source, nbytes});
}

int isthmus_gasnet_request_long(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void* source, size_t nbytes,
                                void* dest, gex_Event_t* lc_opt, gex_Flags_t flags, unsigned nargs,
                                const gex_AM_Arg_t* args) {
  complete(lc_opt);
  return request("gex_AM_RequestLong", tm, rank, flags,
                 {Category::long_message, false, handler, nargs, args, source, nbytes, dest});
}

int isthmus_gasnet_reply_short(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, unsigned nargs,
                               const gex_AM_Arg_t* args) {
  return reply("gex_AM_ReplyShort", token, flags, {Category::short_message, true, handler, nargs, args});
}

int isthmus_gasnet_reply_medium(gex_Token_t token, gex_AM_Index_t handler, const void* source, size_t nbytes,
                                gex_Event_t* lc_opt, gex_Flags_t flags, unsigned nargs, const gex_AM_Arg_t* args) {
  complete(lc_opt);
  return reply("gex_AM_ReplyMedium", token, flags, {Category::medium, true, handler, nargs, args, source, nbytes});
}

int isthmus_gasnet_reply_long(gex_Token_t token, gex_AM_Index_t handler, const void* source, size_t nbytes, void* dest,
                              gex_Event_t* lc_opt, gex_Flags_t flags, unsigned nargs, const gex_AM_Arg_t* args) {
  complete(lc_opt);
  return reply("gex_AM_ReplyLong", token, flags,
               {Category::long_message, true, handler, nargs, args, source, nbytes, dest});
}

// ---- Limits ----

unsigned int gex_AM_MaxArgs() { return kMaxArgs; }
size_t gex_AM_MaxRequestMedium(gex_TM_t tm, gex_Rank_t rank, const gex_Event_t*, gex_Flags_t, unsigned) {
  return max_medium_of(tm, rank);
}
size_t gex_AM_MaxReplyMedium(gex_TM_t tm, gex_Rank_t rank, const gex_Event_t*, gex_Flags_t, unsigned) {
  return max_medium_of(tm, rank);
}
size_t gex_AM_MaxRequestLong(gex_TM_t, gex_Rank_t, const gex_Event_t*, gex_Flags_t flags, unsigned) {
  return max_long(flags);
}
size_t gex_AM_MaxReplyLong(gex_TM_t, gex_Rank_t, const gex_Event_t*, gex_Flags_t flags, unsigned) {
  return max_long(flags);
}
size_t gex_Token_MaxReplyMedium(gex_Token_t token, const gex_Event_t*, gex_Flags_t, unsigned) {
  return max_medium(token->source);
}
size_t gex_Token_MaxReplyLong(gex_Token_t, const gex_Event_t*, gex_Flags_t flags, unsigned) { return max_long(flags); }
size_t gex_AM_LUBRequestMedium() { return lub_medium(); }
size_t gex_AM_LUBReplyMedium() { return lub_medium(); }
size_t gex_AM_LUBRequestLong() { return kMaxLong; }
size_t gex_AM_LUBReplyLong() { return kMaxLong; }
}
