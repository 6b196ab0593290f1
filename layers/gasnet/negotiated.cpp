// Messages whose payload is negotiated: Prepare gives a buffer, Commit sends it. A thread prepares one request at a
// time, and, in a handler, which may run while the request is committed, one reply. So it has two descriptors, with
// buffers that stay for the next message.
#include <gasnetex.h>

#include <algorithm>
#include <memory>

#include "engine.hpp"
#include "fatal.hpp"

using namespace isthmus::gasnet;

struct isthmus_gasnet_source {
  Category category;
  bool open;  ///< prepared, and neither committed nor cancelled
  gex_TM_t tm;
  Rank rank;
  gex_Token_t token;  ///< of the request, for a reply
  void* address;
  std::size_t size;
  gex_Event_t* lc;
  unsigned nargs;
  std::unique_ptr<std::byte[]> buffer;
};

namespace {

thread_local isthmus_gasnet_source requests, replies;

/// What a call to Prepare has in common.
struct PrepareArguments {
  const void* client_buffer;
  std::size_t least, most;
  gex_Event_t* lc;
  unsigned nargs;
};

gex_AM_SrcDesc_t prepare(const char* call, isthmus_gasnet_source& sd, Category category, std::size_t limit,
                         const PrepareArguments& wanted) {
  if (sd.open) fatal(call, "a message is prepared and not committed; commit or cancel it first, pairs do not nest");
  if (!wanted.client_buffer) limit = std::min(limit, kMaxMedium);
  if (wanted.least > wanted.most || wanted.least > limit)
    fatal(call, text("at least %zu bytes cannot be had with at most %zu and a limit of %zu; ask for less", wanted.least,
                     wanted.most, limit));
  sd.category = category;
  sd.open = true;
  sd.size = std::min(wanted.most, limit);
  sd.lc = wanted.lc;
  sd.nargs = wanted.nargs;
  if (!wanted.client_buffer && !sd.buffer) sd.buffer = std::make_unique<std::byte[]>(kMaxMedium);
  sd.address = wanted.client_buffer ? const_cast<void*>(wanted.client_buffer) : sd.buffer.get();
  return &sd;
}

void check_commit(const char* call, gex_AM_SrcDesc_t sd, std::size_t bytes, unsigned nargs) {
  if (!sd || !sd->open) fatal(call, "the descriptor is not prepared; call Prepare first, and commit once");
  if (bytes > sd->size) fatal(call, text("%zu bytes are more than the %zu that were prepared", bytes, sd->size));
  if (nargs != sd->nargs) fatal(call, text("%u arguments, but %u were prepared; pass as many", nargs, sd->nargs));
}

int cancel(gex_AM_SrcDesc_t sd) {
  sd->open = false;
  if (sd->lc && sd->lc != GEX_EVENT_NOW && sd->lc != GEX_EVENT_GROUP) *sd->lc = GEX_EVENT_INVALID;
  return GASNET_OK;
}

}  // namespace

extern "C" {

gex_AM_SrcDesc_t gex_AM_PrepareRequestMedium(gex_TM_t tm, gex_Rank_t rank, const void* client_buf, size_t least,
                                             size_t most, gex_Event_t* lc, gex_Flags_t flags, unsigned numargs) {
  if (job.checks) must_be_in_range("gex_AM_PrepareRequestMedium", tm, rank);
  gasnet_AMPoll();
  const std::size_t limit = gex_AM_MaxRequestMedium(tm, rank, lc, flags, numargs);
  const gex_AM_SrcDesc_t sd =
      prepare("gex_AM_PrepareRequestMedium", requests, Category::medium, limit, {client_buf, least, most, lc, numargs});
  sd->tm = tm;
  sd->rank = rank;
  return sd;
}

gex_AM_SrcDesc_t gex_AM_PrepareReplyMedium(gex_Token_t token, const void* client_buf, size_t least, size_t most,
                                           gex_Event_t* lc, gex_Flags_t flags, unsigned numargs) {
  const std::size_t limit = gex_Token_MaxReplyMedium(token, lc, flags, numargs);
  const gex_AM_SrcDesc_t sd =
      prepare("gex_AM_PrepareReplyMedium", replies, Category::medium, limit, {client_buf, least, most, lc, numargs});
  sd->token = token;
  return sd;
}

gex_AM_SrcDesc_t gex_AM_PrepareRequestLong(gex_TM_t tm, gex_Rank_t rank, const void* client_buf, size_t least,
                                           size_t most, void*, gex_Event_t* lc, gex_Flags_t, unsigned numargs) {
  if (job.checks) must_be_in_range("gex_AM_PrepareRequestLong", tm, rank);
  gasnet_AMPoll();
  const gex_AM_SrcDesc_t sd = prepare("gex_AM_PrepareRequestLong", requests, Category::long_message, kMaxLong,
                                      {client_buf, least, most, lc, numargs});
  sd->tm = tm;
  sd->rank = rank;
  return sd;
}

gex_AM_SrcDesc_t gex_AM_PrepareReplyLong(gex_Token_t token, const void* client_buf, size_t least, size_t most, void*,
                                         gex_Event_t* lc, gex_Flags_t, unsigned numargs) {
  const gex_AM_SrcDesc_t sd = prepare("gex_AM_PrepareReplyLong", replies, Category::long_message, kMaxLong,
                                      {client_buf, least, most, lc, numargs});
  sd->token = token;
  return sd;
}

void* gex_AM_SrcDescAddr(gex_AM_SrcDesc_t sd) { return sd->address; }
size_t gex_AM_SrcDescSize(gex_AM_SrcDesc_t sd) { return sd->size; }

int isthmus_gasnet_commit_medium(gex_AM_SrcDesc_t sd, int is_reply, gex_AM_Index_t handler, size_t nbytes,
                                 gex_Flags_t flags, unsigned nargs, const gex_AM_Arg_t* args) {
  check_commit(is_reply ? "gex_AM_CommitReplyMedium" : "gex_AM_CommitRequestMedium", sd, nbytes, nargs);
  sd->open = false;
  const int refused =
      is_reply
          ? isthmus_gasnet_reply_medium(sd->token, handler, sd->address, nbytes, sd->lc, flags, nargs, args)
          : isthmus_gasnet_request_medium(sd->tm, sd->rank, handler, sd->address, nbytes, sd->lc, flags, nargs, args);
  sd->open = refused != 0;
  return refused;
}

int isthmus_gasnet_commit_long(gex_AM_SrcDesc_t sd, int is_reply, gex_AM_Index_t handler, size_t nbytes, void* dest,
                               gex_Flags_t flags, unsigned nargs, const gex_AM_Arg_t* args) {
  check_commit(is_reply ? "gex_AM_CommitReplyLong" : "gex_AM_CommitRequestLong", sd, nbytes, nargs);
  sd->open = false;
  const int refused =
      is_reply ? isthmus_gasnet_reply_long(sd->token, handler, sd->address, nbytes, dest, sd->lc, flags, nargs, args)
               : isthmus_gasnet_request_long(sd->tm, sd->rank, handler, sd->address, nbytes, dest, sd->lc, flags, nargs,
                                             args);
  sd->open = refused != 0;
  return refused;
}

int gex_AM_CancelRequestMedium(gex_AM_SrcDesc_t sd, gex_Flags_t) { return cancel(sd); }
int gex_AM_CancelReplyMedium(gex_AM_SrcDesc_t sd, gex_Flags_t) { return cancel(sd); }
int gex_AM_CancelRequestLong(gex_AM_SrcDesc_t sd, gex_Flags_t) { return cancel(sd); }
int gex_AM_CancelReplyLong(gex_AM_SrcDesc_t sd, gex_Flags_t) { return cancel(sd); }
}
