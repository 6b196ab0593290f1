#include "transfer.hpp"

#include <gasnet_vis.h>
#include <gasnetex.h>

#include <algorithm>
#include <cstring>

#include "../engine.hpp"
#include "../fatal.hpp"
#include "../handlers.hpp"

namespace isthmus::gasnet {
namespace {

constexpr gex_AM_Index_t kPut = kFirstFree + 2, kPutDone = kFirstFree + 3, kGet = kFirstFree + 4,
                         kGetData = kFirstFree + 5, kPeer = kFirstFree + 6;

/// Pieces of this size and more are puts and gets of their own. Measured between two virtual nodes with 128 KiB in all:
/// packed, pieces of 1 KiB take half the time of single puts (8 bytes: 1/250), and pieces of 2 KiB 1.3 times as long.
constexpr std::size_t kDirect = 2048;

/// What begins a message, in front of its rows.
struct Head {
  Tally* tally;
  std::uint64_t rows;
};
/// A row of a put, whose bytes follow, and of the data of a get.
struct Place {
  std::byte* at;
  std::ptrdiff_t stride;
  std::uint32_t bytes, count;
};
/// A row of a get: where its bytes are, and where they go.
struct Want {
  Place source, dest;
};

static_assert(sizeof(Head) + sizeof(Want) + kDirect <= kMaxMediumWire, "a piece that is packed fits into a message");

std::byte* gather(std::byte* into, const Place& place) {
  const std::byte* from = place.at;
  for (std::uint32_t i = 0; i < place.count; ++i, from += place.stride, into += place.bytes)
    std::memcpy(into, from, place.bytes);
  return into;
}

const std::byte* scatter(const std::byte* from, const Place& place) {
  std::byte* to = place.at;
  for (std::uint32_t i = 0; i < place.count; ++i, to += place.stride, from += place.bytes)
    std::memcpy(to, from, place.bytes);
  return from;
}

template <class T>
T read(const std::byte*& at) {
  T value;
  std::memcpy(static_cast<void*>(&value), at, sizeof value);
  at += sizeof value;
  return value;
}

/// Puts the rows of a message, each with its bytes, into their places. Returns the message's tally.
Tally* unpack(const void* payload) {
  const auto* at = static_cast<const std::byte*>(payload);
  const Head head = read<Head>(at);
  for (std::uint64_t i = 0; i < head.rows; ++i) {
    const Place place = read<Place>(at);
    at = scatter(at, place);
  }
  return head.tally;
}

void handle_put(gex_Token_t token, void* payload, std::size_t) {
  Tally* const tally = unpack(payload);
  std::atomic_thread_fence(std::memory_order_release);
  send(token->source, {Category::medium, true, kPutDone, 0, nullptr, &tally, sizeof tally}, false);
}

void handle_put_done(gex_Token_t, void* payload, std::size_t) {
  Tally* tally;
  std::memcpy(&tally, payload, sizeof tally);
  tally->fetch_add(1, std::memory_order_release);
}

void handle_get(gex_Token_t token, void* payload, std::size_t) {
  std::byte reply[kMaxMediumWire];
  const auto* at = static_cast<const std::byte*>(payload);
  const Head head = read<Head>(at);
  std::memcpy(reply, &head, sizeof head);
  std::byte* end = reply + sizeof head;
  for (std::uint64_t i = 0; i < head.rows; ++i) {
    const Want want = read<Want>(at);
    std::memcpy(end, &want.dest, sizeof want.dest);
    end = gather(end + sizeof want.dest, want.source);
  }
  send(token->source, {Category::medium, true, kGetData, 0, nullptr, reply, static_cast<std::size_t>(end - reply)},
       false);
}

void handle_get_data(gex_Token_t, void* payload, std::size_t) {
  unpack(payload)->fetch_add(1, std::memory_order_release);
}

// ---- Completion at the target ----

struct PeerHead {
  Tally* tally;
  std::uint32_t handler, endpoint;
};

/// The client's handler is one of replies, and may not reply itself. An endpoint that takes no messages has those of
/// the primordial one.
void handle_peer(gex_Token_t token, void* payload, std::size_t bytes) {
  PeerHead head;
  std::memcpy(&head, payload, sizeof head);
  const bool own = takes_messages(head.endpoint);
  const EndpointPair pair{.source = 0, .target = static_cast<std::uint8_t>(own ? head.endpoint : 0)};
  isthmus_gasnet_token as_reply{token->source, static_cast<gex_AM_Index_t>(head.handler), Category::medium, true, true,
                                pair};
  run_handler(as_reply, 0, nullptr, static_cast<std::byte*>(payload) + sizeof head, bytes - sizeof head);
  send(token->source, {Category::medium, true, kPutDone, 0, nullptr, &head.tally, sizeof head.tally}, false);
}

struct Armed {
  gex_AM_Index_t handler = 0;  ///< 0: not armed
  const void* payload = nullptr;
  std::size_t bytes = 0;
};
thread_local Armed armed;

}  // namespace

void start_transfers() {
  set_own_handler(kPut, reinterpret_cast<gex_AM_Fn_t>(handle_put), "vector put");
  set_own_handler(kPutDone, reinterpret_cast<gex_AM_Fn_t>(handle_put_done), "vector put is done");
  set_own_handler(kGet, reinterpret_cast<gex_AM_Fn_t>(handle_get), "vector get");
  set_own_handler(kGetData, reinterpret_cast<gex_AM_Fn_t>(handle_get_data), "vector get's data");
  set_own_handler(kPeer, reinterpret_cast<gex_AM_Fn_t>(handle_peer), "completion at the peer");
}

Delta near_delta(gex_TM_t tm, Rank rank) { return is_pair(tm) ? kUnmapped : tm->deltas[rank]; }

bool peer_completion_is_armed() { return armed.handler != 0; }

void complete_at_peer(gex_TM_t tm, Rank rank, Operation& operation) {
  std::byte message[sizeof(PeerHead) + GEX_VIS_MAX_PEERCOMPLETION];
  const PeerHead head{
      .tally = operation.add_part(), .handler = armed.handler, .endpoint = is_pair(tm) ? remote_index(tm) : 0};
  std::memcpy(message, &head, sizeof head);
  if (armed.bytes > 0) std::memcpy(message + sizeof head, armed.payload, armed.bytes);
  const std::size_t bytes = sizeof head + armed.bytes;
  armed = {};
  std::atomic_thread_fence(std::memory_order_release);
  send(job_rank(tm, rank), {Category::medium, false, kPeer, 0, nullptr, message, bytes}, false);
}

// ---- Transfers to and from other nodes ----

struct FarTransfer::Packed {
  std::size_t used;   ///< bytes of the message
  std::size_t reply;  ///< bytes of the message that will answer a get
  std::uint64_t rows;
  std::byte message[kMaxMediumWire];
};

FarTransfer::FarTransfer(Direction direction, Operation& operation, gex_TM_t tm, Rank rank, gex_Flags_t flags)
    : direction_(direction),
      operation_(operation),
      tm_(tm),
      rank_(rank),
      flags_(flags & GEX_FLAG_IMMEDIATE),
      packed_(std::make_unique_for_overwrite<Packed>()) {
  packed_->used = packed_->reply = sizeof(Head);
  packed_->rows = 0;
}

FarTransfer::~FarTransfer() = default;

bool FarTransfer::extend(const Row& row) {
  if (row.count != 1 || last_.count == 0 || row.bytes != last_.bytes) return false;
  const auto n = static_cast<std::ptrdiff_t>(last_.count - 1);
  const std::ptrdiff_t remote = row.remote - (last_.remote + last_.remote_stride * n);
  const std::ptrdiff_t local = row.local - (last_.local + last_.local_stride * n);
  if (last_.count > 1 && (remote != last_.remote_stride || local != last_.local_stride)) return false;
  last_.remote_stride = remote;
  last_.local_stride = local;
  ++last_.count;
  return true;
}

void FarTransfer::add(const Row& row) {
  if (extend(row)) return;
  move(last_);
  last_ = row;
}

void FarTransfer::move(const Row& row) {
  if (row.count == 0 || refused_) return;
  if (row.bytes >= kDirect || is_pair(tm_) || job.mapped(job_rank(tm_, rank_)))
    move_directly(row);
  else
    pack(row);
}

void FarTransfer::move_directly(const Row& row) {
  operation_.adopt_puts_and_gets();
  std::byte *remote = row.remote, *local = row.local;
  for (std::size_t i = 0; i < row.count && !refused_; ++i, remote += row.remote_stride, local += row.local_stride) {
    refused_ = direction_ == Direction::put
                   ? gex_RMA_PutNBI(tm_, rank_, remote, local, row.bytes, GEX_EVENT_DEFER, flags_) != 0
                   : gex_RMA_GetNBI(tm_, local, rank_, remote, row.bytes, flags_) != 0;
    flags_ = 0;
  }
  operation_.release_puts_and_gets();
}

void FarTransfer::pack(const Row& row) {
  const bool put = direction_ == Direction::put;
  Row rest = row;
  while (rest.count > 0) {
    // Both the message and its answer hold a description of the row, and one of them the bytes.
    const std::size_t in_message = put ? sizeof(Place) + rest.bytes : sizeof(Want);
    const std::size_t in_reply = put ? 0 : sizeof(Place) + rest.bytes;
    if (packed_->used + in_message > kMaxMediumWire || packed_->reply + in_reply > kMaxMediumWire) {
      send_packed();
      if (refused_) return;
      continue;
    }
    const std::size_t room = kMaxMediumWire - (put ? packed_->used : packed_->reply) - sizeof(Place);
    const std::size_t count = std::min(rest.count, room / rest.bytes);
    const Place remote{rest.remote, rest.remote_stride, static_cast<std::uint32_t>(rest.bytes),
                       static_cast<std::uint32_t>(count)};
    const Place local{rest.local, rest.local_stride, remote.bytes, remote.count};
    std::byte* const at = packed_->message + packed_->used;
    if (put) {
      std::memcpy(at, &remote, sizeof remote);
      gather(at + sizeof remote, local);
      packed_->used += sizeof remote + count * rest.bytes;
    } else {
      const Want want{.source = remote, .dest = local};
      std::memcpy(at, &want, sizeof want);
      packed_->used += sizeof want;
      packed_->reply += sizeof local + count * rest.bytes;
    }
    ++packed_->rows;
    rest.count -= count;
    rest.remote += rest.remote_stride * static_cast<std::ptrdiff_t>(count);
    rest.local += rest.local_stride * static_cast<std::ptrdiff_t>(count);
  }
}

void FarTransfer::send_packed() {
  const Head head{.tally = operation_.add_part(), .rows = packed_->rows};
  std::memcpy(packed_->message, &head, sizeof head);
  refused_ = send(job_rank(tm_, rank_),
                  {Category::medium, false, direction_ == Direction::put ? kPut : kGet, 0, nullptr, packed_->message,
                   packed_->used},
                  flags_ & GEX_FLAG_IMMEDIATE) != 0;
  if (refused_) operation_.drop_part();
  flags_ = 0;
  packed_->used = packed_->reply = sizeof(Head);
  packed_->rows = 0;
}

bool FarTransfer::flush() {
  move(last_);
  last_.count = 0;
  if (packed_->rows > 0 && !refused_) send_packed();
  return !refused_;
}

}  // namespace isthmus::gasnet

using namespace isthmus::gasnet;

extern "C" void gex_VIS_SetPeerCompletionHandler(gex_AM_Index_t handler, const void* source_addr, size_t nbytes,
                                                 gex_Flags_t) {
  if (handler != 0 && nbytes > GEX_VIS_MAX_PEERCOMPLETION)
    fatal("gex_VIS_SetPeerCompletionHandler",
          text("%zu bytes are more than the %zu of GEX_VIS_MAX_PEERCOMPLETION; pass fewer", nbytes,
               GEX_VIS_MAX_PEERCOMPLETION));
  armed = {.handler = handler, .payload = source_addr, .bytes = nbytes};
}
