#include "segments.hpp"

#include <gasnet_mk.h>
#include <shmemx.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "engine.hpp"
#include "fatal.hpp"
#include "memory_kinds.hpp"

namespace isthmus::gasnet {
namespace {

/// What a rank has published, or was asked for.
struct Known {
  Bound bound;
  void* mapped = nullptr;  ///< where `base` is mapped here
  bool tried = false;      ///< to map it
};

std::mutex mutex;  ///< guards `known`, and new endpoints
std::map<std::pair<Rank, gex_EP_Index_t>, Known> known;
std::atomic<bool> has_devices = false;  ///< this process has segments in device memory

/// Copies from or to a segment of this process, which may be device memory.
void copy(void* to, const void* from, std::size_t bytes) {
  if (has_devices.load(std::memory_order_relaxed))
    shmemx_local_copy(to, from, bytes);
  else
    std::memcpy(to, from, bytes);
}

// A pointer travels as two arguments.
gex_AM_Arg_t low(const void* p) { return static_cast<gex_AM_Arg_t>(reinterpret_cast<std::uintptr_t>(p)); }
gex_AM_Arg_t high(const void* p) { return static_cast<gex_AM_Arg_t>(reinterpret_cast<std::uintptr_t>(p) >> 32); }
void* pointer(gex_AM_Arg_t low_half, gex_AM_Arg_t high_half) {
  return reinterpret_cast<void*>((std::uintptr_t{static_cast<std::uint32_t>(high_half)} << 32) |
                                 static_cast<std::uint32_t>(low_half));
}

// ---- At the owner ----

void on_put(gex_Token_t token, void* payload, std::size_t bytes, gex_AM_Arg_t to_low, gex_AM_Arg_t to_high,
            gex_AM_Arg_t event_low, gex_AM_Arg_t event_high) {
  copy(pointer(to_low, to_high), payload, bytes);
  gex_AM_ReplyShort2(token, kSegmentDone, 0, event_low, event_high);
}

void on_get(gex_Token_t token, gex_AM_Arg_t from_low, gex_AM_Arg_t from_high, gex_AM_Arg_t bytes, gex_AM_Arg_t to_low,
            gex_AM_Arg_t to_high, gex_AM_Arg_t event_low, gex_AM_Arg_t event_high) {
  // One handler of a request runs at a time, so that one buffer is enough.
  static std::vector<std::byte> staged;
  const void* from = pointer(from_low, from_high);
  const auto length = static_cast<std::uint32_t>(bytes);
  if (has_devices.load(std::memory_order_relaxed)) {
    staged.resize(length);
    copy(staged.data(), from, length);
    from = staged.data();
  }
  gex_AM_ReplyMedium4(token, kSegmentData, const_cast<void*>(from), length, GEX_EVENT_NOW, 0, to_low, to_high,
                      event_low, event_high);
}

void on_place(gex_Token_t, void* payload, std::size_t bytes, gex_AM_Arg_t to_low, gex_AM_Arg_t to_high) {
  std::memcpy(pointer(to_low, to_high), payload, bytes);
}

Bound mine(gex_EP_Index_t index) {
  const gex_Segment_t segment = index < n_endpoints ? endpoints[index].segment : nullptr;
  if (!segment) return {};
  Bound bound{reinterpret_cast<std::uintptr_t>(segment->address), segment->size};
  if (segment->kind != GEX_MK_HOST) bound.shared = shmemx_local_share(segment->address, &bound.handle) == 0;
  return bound;
}

/// A query for the segment that another rank has bound; the reply fills `answer`, for which the asker waits.
struct BoundQuery {
  Bound answer;
  std::atomic<bool> answered = false;
};

void on_query(gex_Token_t token, gex_AM_Arg_t index, gex_AM_Arg_t query_low, gex_AM_Arg_t query_high) {
  const Bound bound = mine(static_cast<gex_EP_Index_t>(index));
  gex_AM_ReplyMedium2(token, kSegmentAnswer, &bound, sizeof bound, GEX_EVENT_NOW, 0, query_low, query_high);
}

// ---- At the rank that asked ----

void on_done(gex_Token_t, gex_AM_Arg_t event_low, gex_AM_Arg_t event_high) {
  static_cast<isthmus_gasnet_event*>(pointer(event_low, event_high))->done.fetch_add(1, std::memory_order_release);
}

void on_data(gex_Token_t, void* payload, std::size_t bytes, gex_AM_Arg_t to_low, gex_AM_Arg_t to_high,
             gex_AM_Arg_t event_low, gex_AM_Arg_t event_high) {
  std::memcpy(pointer(to_low, to_high), payload, bytes);
  static_cast<isthmus_gasnet_event*>(pointer(event_low, event_high))->done.fetch_add(1, std::memory_order_release);
}

void on_answer(gex_Token_t, void* payload, std::size_t, gex_AM_Arg_t query_low, gex_AM_Arg_t query_high) {
  auto* const query = static_cast<BoundQuery*>(pointer(query_low, query_high));
  std::memcpy(&query->answer, payload, sizeof query->answer);
  query->answered.store(true, std::memory_order_release);
}

/// A primordial endpoint that was bound to a segment of this sort. The caller holds the mutex.
void learn_primordial(Rank rank, const Bound& bound) {
  job.peers[rank].base = bound.base;
  job.peers[rank].client_created = true;
  job.peers[rank].size.store(bound.bytes, std::memory_order_release);
}

void learn(Rank rank, gex_EP_Index_t index, const Bound& bound) {
  known[{rank, index}] = {.bound = bound};
  if (index == 0 && job.peers[rank].size == 0) learn_primordial(rank, bound);
}

std::size_t piece(Rank rank) { return job.mapped(rank) ? kMaxMedium : kMaxMediumWire; }
/// Only the first piece may be refused, since a put or get is made whole or not at all.
gex_Flags_t flags_of_piece(std::size_t at, bool immediate) { return at == 0 && immediate ? GEX_FLAG_IMMEDIATE : 0; }

}  // namespace

void start_segments() {
  set_own_handler(kSegmentPut, reinterpret_cast<gex_AM_Fn_t>(on_put), "segment: put");
  set_own_handler(kSegmentGet, reinterpret_cast<gex_AM_Fn_t>(on_get), "segment: get");
  set_own_handler(kSegmentDone, reinterpret_cast<gex_AM_Fn_t>(on_done), "segment: done");
  set_own_handler(kSegmentData, reinterpret_cast<gex_AM_Fn_t>(on_data), "segment: data");
  set_own_handler(kSegmentQuery, reinterpret_cast<gex_AM_Fn_t>(on_query), "segment: query");
  set_own_handler(kSegmentPlace, reinterpret_cast<gex_AM_Fn_t>(on_place), "segment: place");
  set_own_handler(kSegmentAnswer, reinterpret_cast<gex_AM_Fn_t>(on_answer), "segment: answer");
}

[[gnu::cold]] void check_bounds(const char* call, Rank rank, const Bound& bound, const void* address,
                                std::size_t bytes) {
  if (bound.bytes == 0) fatal(call, text("rank %u has no segment there; attach, or bind one, first", rank));
  const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(address) - bound.base;
  if (bytes > 0 && (at > bound.bytes || bytes > bound.bytes - at))
    fatal(call, text("%zu bytes at %p are not in the segment of rank %u (%zu bytes at %p); check address and length",
                     bytes, address, rank, bound.bytes, reinterpret_cast<void*>(bound.base)));
}

std::optional<Bound> known_segment(Rank rank, gex_EP_Index_t index) {
  if (rank == job.rank) return mine(index);
  const Peer& peer = job.peers[rank];
  if (const std::size_t size = peer.size.load(std::memory_order_acquire);
      index == 0 && size > 0 && !peer.client_created)
    return Bound{peer.base, size};
  const std::lock_guard lock(mutex);
  const auto found = known.find({rank, index});
  return found == known.end() ? std::nullopt : std::optional(found->second.bound);
}

void* mapped_device(Rank rank, gex_EP_Index_t index, const void* address) {
  if (index == 0 || !job.mapped(rank)) return nullptr;
  if (rank == job.rank) {
    const gex_Segment_t segment = endpoints[index].segment;
    return segment && segment->kind != GEX_MK_HOST ? const_cast<void*>(address) : nullptr;
  }
  bound_segment(rank, index);  // may ask
  const std::lock_guard lock(mutex);
  const auto found = known.find({rank, index});
  if (found == known.end() || !found->second.bound.shared) return nullptr;
  Known& segment = found->second;
  if (!segment.tried) segment.mapped = shmemx_local_map(&segment.bound.handle);
  segment.tried = true;
  if (!segment.mapped) return nullptr;
  return static_cast<char*>(segment.mapped) + (reinterpret_cast<std::uintptr_t>(address) - segment.bound.base);
}

bool is_local_device(gex_TM_t tm) {
  if (!is_pair(tm) || local_index(tm) == 0) return false;
  const gex_Segment_t segment = endpoints[local_index(tm)].segment;
  return segment && segment->kind != GEX_MK_HOST;
}

Bound bound_segment(Rank rank, gex_EP_Index_t index) {
  if (const std::optional<Bound> bound = known_segment(rank, index)) return *bound;
  BoundQuery query;
  gex_AM_RequestShort3(&primordial, rank, kSegmentQuery, 0, static_cast<gex_AM_Arg_t>(index), low(&query),
                       high(&query));
  wait_until([&query] { return query.answered.load(std::memory_order_acquire); });
  if (query.answer.bytes > 0) {
    const std::lock_guard lock(mutex);
    learn(rank, index, query.answer);
  }
  return query.answer;
}

bool put_to_created(isthmus_gasnet_event& event, Rank rank, void* dest, const void* src, std::size_t bytes,
                    bool immediate) {
  if (rank == job.rank) {
    copy(dest, src, bytes);
    return true;
  }
  for (std::size_t at = 0; at < bytes; at += piece(rank)) {
    void* const to = static_cast<char*>(dest) + at;
    ++event.goal;
    if (gex_AM_RequestMedium4(&primordial, rank, kSegmentPut, static_cast<const char*>(src) + at,
                              std::min(bytes - at, piece(rank)), GEX_EVENT_NOW, flags_of_piece(at, immediate), low(to),
                              high(to), low(&event), high(&event)) != 0) {
      --event.goal;
      return false;
    }
  }
  return true;
}

bool get_from_created(isthmus_gasnet_event& event, void* dest, Rank rank, const void* src, std::size_t bytes,
                      bool immediate) {
  if (rank == job.rank) {
    copy(dest, src, bytes);
    return true;
  }
  for (std::size_t at = 0; at < bytes; at += piece(rank)) {
    const void* const from = static_cast<const char*>(src) + at;
    const void* const to = static_cast<char*>(dest) + at;
    ++event.goal;
    if (gex_AM_RequestShort7(&primordial, rank, kSegmentGet, flags_of_piece(at, immediate), low(from), high(from),
                             static_cast<gex_AM_Arg_t>(std::min(bytes - at, piece(rank))), low(to), high(to),
                             low(&event), high(&event)) != 0) {
      --event.goal;
      return false;
    }
  }
  return true;
}

int send_to_created(Rank to, const Content& content) {
  for (std::size_t at = 0; at < content.bytes; at += piece(to)) {
    const void* const place = static_cast<char*>(content.dest) + at;
    const gex_AM_Arg_t args[] = {low(place), high(place)};
    const Content part{.category = Category::medium,
                       .reply = content.reply,
                       .handler = kSegmentPlace,
                       .nargs = 2,
                       .args = args,
                       .payload = static_cast<const char*>(content.payload) + at,
                       .bytes = std::min(content.bytes - at, piece(to)),
                       .pair = content.pair};
    send(to, part, false);
  }
  Content message = content;
  message.in_place = true;
  return send(to, message, false);
}

}  // namespace isthmus::gasnet

using namespace isthmus::gasnet;

namespace {

/// What a rank publishes: the segments of its endpoints by index. In a reduction all but one's are zero.
struct Published {
  Bound bounds[GASNET_MAXEPS];
};

void merge(const void* theirs, void* ours, std::size_t count, const void*) {
  const auto* from = static_cast<const std::uint64_t*>(theirs);
  auto* into = static_cast<std::uint64_t*>(ours);
  for (std::size_t i = 0; i < count * sizeof(Published) / sizeof *into; ++i) into[i] |= from[i];
}

}  // namespace

extern "C" {

int gex_EP_Create(gex_EP_t* ep_p, gex_Client_t, gex_EP_Capabilities_t capabilities, gex_Flags_t) {
  const std::lock_guard lock(mutex);
  if (n_endpoints >= GASNET_MAXEPS) {
    say("gex_EP_Create", text("there are %d endpoints, and no more (GASNET_MAXEPS)", GASNET_MAXEPS));
    return GASNET_ERR_RESOURCE;
  }
  isthmus_gasnet_endpoint& ep = endpoints[n_endpoints];
  ep = {.index = n_endpoints, .capabilities = capabilities, .segment = nullptr, .cdata = nullptr};
  ++n_endpoints;
  *ep_p = &ep;
  return GASNET_OK;
}

int gex_Segment_Create(gex_Segment_t* segment_p, gex_Client_t, gex_Addr_t address, uintptr_t length, gex_MK_t kind,
                       gex_Flags_t) {
  constexpr const char* call = "gex_Segment_Create";
  if (kind == GEX_MK_INVALID) {
    say(call, "the memory kind is GEX_MK_INVALID; use GEX_MK_HOST, or one of gex_MK_Create");
    return GASNET_ERR_BAD_ARG;
  }
  const bool device = kind != GEX_MK_HOST;
  if (length == 0) {
    say(call, "the length is 0; ask for at least one byte");
    return GASNET_ERR_BAD_ARG;
  }
  const bool own = address == nullptr;
  if (own && device)
    address = shmemx_local_malloc(kind->name, kind->device, length);
  else if (own && length <= UINTPTR_MAX - GASNET_PAGESIZE)
    address = std::aligned_alloc(GASNET_PAGESIZE, (length + GASNET_PAGESIZE - 1) / GASNET_PAGESIZE * GASNET_PAGESIZE);
  if (!address) {
    say(call, text("no memory for %zu bytes; ask for less", static_cast<std::size_t>(length)));
    return GASNET_ERR_RESOURCE;
  }
  if (device) has_devices = true;
  *segment_p = new isthmus_gasnet_segment{address, length, kind, nullptr, own};
  return GASNET_OK;
}

void gex_Segment_Destroy(gex_Segment_t segment, gex_Flags_t) {
  for (unsigned i = 0; i < n_endpoints; ++i)
    if (endpoints[i].segment == segment)
      fatal("gex_Segment_Destroy", text("the segment is bound to endpoint %u; segments that are bound stay", i));
  if (segment->own && segment->kind != GEX_MK_HOST)
    shmemx_local_free(segment->address);
  else if (segment->own)
    std::free(segment->address);
  delete segment;
}

int gex_EP_BindSegment(gex_EP_t ep, gex_Segment_t segment, gex_Flags_t flags) {
  if (!ep || !segment || flags != 0) {
    say("gex_EP_BindSegment", "the endpoint or the segment is invalid, or flags are not 0");
    return GASNET_ERR_BAD_ARG;
  }
  if (ep->segment) {
    say("gex_EP_BindSegment", "the endpoint has a segment; an endpoint is bound once");
    return GASNET_ERR_BAD_ARG;
  }
  if (ep->capabilities & GEX_EP_CAPABILITY_AM && segment->kind != GEX_MK_HOST) {
    say("gex_EP_BindSegment",
        "the endpoint takes messages, whose segment is host memory; bind it to one without "
        "GEX_EP_CAPABILITY_AM");
    return GASNET_ERR_BAD_ARG;
  }
  ep->segment = segment;
  if (ep->index == 0) {
    const std::lock_guard lock(mutex);
    learn_primordial(job.rank, mine(0));
    job.peers[job.rank].delta = 0;
    if (!job.checks) job.deltas[job.rank] = 0;
    job.attached = true;
    refresh_teams();
  }
  return GASNET_OK;
}

int gex_EP_PublishBoundSegment(gex_TM_t tm, gex_EP_t* eps, size_t num_eps, gex_Flags_t) {
  if (!tm || is_pair(tm))
    fatal("gex_EP_PublishBoundSegment", "the team is invalid or a pair; pass a team of all that call it");
  std::vector<Published> all(tm->size, Published{});
  for (std::size_t i = 0; i < num_eps; ++i)
    if (eps[i]->segment) all[tm->rank].bounds[eps[i]->index] = mine(eps[i]->index);
  gex_Event_Wait(gex_Coll_ReduceToAllNB(tm, all.data(), all.data(), GEX_DT_USER, sizeof(Published), all.size(),
                                        GEX_OP_USER, merge, nullptr, 0));
  const std::lock_guard lock(mutex);
  for (Rank r = 0; r < tm->size; ++r)
    for (gex_EP_Index_t i = 0; i < GASNET_MAXEPS; ++i)
      if (all[r].bounds[i].bytes > 0) learn(tm->jobranks[r], i, all[r].bounds[i]);
  return GASNET_OK;
}
}
