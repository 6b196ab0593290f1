// Vector, indexed and strided puts and gets as the client calls them.
#include <gasnet_vis.h>

#include <cstddef>
#include <cstring>
#include <type_traits>

#include "../engine.hpp"
#include "../fatal.hpp"
#include "../segments.hpp"
#include "pieces.hpp"
#include "strided.hpp"
#include "transfer.hpp"

using namespace isthmus::gasnet;

namespace {

using Direction = FarTransfer::Direction;

/// Where the remote side of a call is.
struct Call {
  const char* call;
  Sync sync;
  gex_TM_t tm;
  Rank rank;
  gex_Flags_t flags = 0;
};

[[gnu::cold]] void check_call(const Call& peer) {
  if (job.size == 0) fatal(peer.call, "GASNet has not been initialised; call gex_Client_Init first");
  must_be_unrestricted(peer.call);
  const Rank size = is_pair(peer.tm) ? job.size : peer.tm->size;
  if (peer.rank >= size)
    fatal(peer.call, text("rank %u is out of range; the team has ranks 0 to %u", peer.rank, size - 1));
}

[[gnu::cold]] void check_piece(const Call& peer, const std::byte* remote, std::size_t bytes) {
  if (bytes == 0) return;
  const gex_EP_Index_t index = is_pair(peer.tm) ? remote_index(peer.tm) : 0;
  check_bounds(peer.call, peer.rank, bound_segment(job_rank(peer.tm, peer.rank), index), remote, bytes);
}

/// Evenly spaced pieces on both sides.
struct Pieces {
  std::byte *dest, *source;
  std::ptrdiff_t dest_stride, source_stride;
  std::size_t bytes, count;
};

/// Copies pieces of which both sides are mapped here. Small ones of a common size are copied without a call.
void copy_pieces(Pieces p) {
  const auto loop = [&](auto bytes) {
    for (std::size_t i = 0; i < p.count; ++i, p.dest += p.dest_stride, p.source += p.source_stride)
      std::memcpy(p.dest, p.source, bytes);
  };
  switch (p.bytes) {
    case 4:
      return loop(std::integral_constant<std::size_t, 4>());
    case 8:
      return loop(std::integral_constant<std::size_t, 8>());
    case 16:
      return loop(std::integral_constant<std::size_t, 16>());
    default:
      return loop(p.bytes);
  }
}

/// Moves what `each(visit)` visits as Pieces.
template <Direction direction, class Each>
gex_Event_t move(const Call& peer, Each&& each) {
  constexpr bool put = direction == Direction::put;
  if (job.checks) [[unlikely]] {
    check_call(peer);
    each([&](Pieces p) {
      std::byte* remote = put ? p.dest : p.source;
      for (std::size_t i = 0; i < p.count; ++i, remote += put ? p.dest_stride : p.source_stride)
        check_piece(peer, remote, p.bytes);
    });
  }
  const bool armed = put && peer_completion_is_armed();
  const Delta delta = near_delta(peer.tm, peer.rank);
  const bool is_near = !(delta & 1);
  // Behind what the client has put before, which may be inlined (inline.h).
  if (is_near && put) std::atomic_thread_fence(std::memory_order_release);
  if (is_near)
    each([delta](Pieces p) {
      (put ? p.dest : p.source) += delta;
      copy_pieces(p);
    });
  if (is_near && !armed) [[likely]] {
    std::atomic_thread_fence(put ? std::memory_order_release : std::memory_order_acquire);
    return GEX_EVENT_INVALID;
  }
  Operation operation(peer.sync);
  if (!is_near) {
    FarTransfer transfer(direction, operation, peer.tm, peer.rank, peer.flags);
    each([&transfer](const Pieces& p) {
      transfer.add({.remote = put ? p.dest : p.source,
                    .local = put ? p.source : p.dest,
                    .remote_stride = put ? p.dest_stride : p.source_stride,
                    .local_stride = put ? p.source_stride : p.dest_stride,
                    .bytes = p.bytes,
                    .count = p.count});
    });
    if (!transfer.flush()) {
      operation.finish();  // it has no parts
      return GEX_EVENT_NO_OP;
    }
  }
  if (armed) {
    operation.wait_for_parts();  // messages may overtake each other
    complete_at_peer(peer.tm, peer.rank, operation);
  }
  return operation.finish();
}

template <Direction direction, class Dest, class Source>
gex_Event_t move_lists(const Call& peer, const Dest& dest, const Source& source) {
  return move<direction>(peer, [&](auto&& visit) {
    pair_up(dest, source, [&](std::byte* to, std::byte* from, std::size_t bytes) {
      visit(Pieces{.dest = to, .source = from, .dest_stride = 0, .source_stride = 0, .bytes = bytes, .count = 1});
    });
  });
}

template <Direction direction>
gex_Event_t move_strided(const Call& peer, void* dest, const std::ptrdiff_t* dest_strides, void* source,
                         const std::ptrdiff_t* source_strides, std::size_t element, const std::size_t* count,
                         std::size_t levels) {
  const Strided strided(dest_strides, source_strides, element, count, levels);
  // Nothing is moved, but a handler for completion at the peer runs.
  if (strided.element == 0) return move<direction>(peer, [](auto&&) {});
  return move<direction>(peer, [&](auto&& visit) {
    const bool rows = strided.levels > 0;
    strided.for_each_row(static_cast<std::byte*>(dest), static_cast<std::byte*>(source),
                         [&](std::byte* to, std::byte* from) {
                           visit(Pieces{.dest = to,
                                        .source = from,
                                        .dest_stride = rows ? strided.dest[0] : 0,
                                        .source_stride = rows ? strided.source[0] : 0,
                                        .bytes = strided.element,
                                        .count = rows ? strided.count[0] : 1});
                         });
  });
}

/// GASNet-1 has levels 1.. in count, and strides that are not negative.
struct Strides1 {
  std::ptrdiff_t dest[kMostLevels], source[kMostLevels];
  Strides1(const std::size_t* d, const std::size_t* s, std::size_t levels) {
    if (levels > kMostLevels)
      fatal("gasnet_puts/gets", text("more than %zu levels; use fewer dimensions", kMostLevels));
    for (std::size_t i = 0; i < levels; ++i) {
      dest[i] = static_cast<std::ptrdiff_t>(d[i]);
      source[i] = static_cast<std::ptrdiff_t>(s[i]);
    }
  }
};

/// The two kinds of list have the same form.
const gex_Memvec_t* of_1(const gasnet_memvec_t* list) { return reinterpret_cast<const gex_Memvec_t*>(list); }
static_assert(sizeof(gasnet_memvec_t) == sizeof(gex_Memvec_t) &&
              offsetof(gasnet_memvec_t, len) == offsetof(gex_Memvec_t, gex_len));

/// What the calls return: NB an event, the others whether they did nothing, or nothing.
template <class Result>
Result result_of(gex_Event_t event) {
  if constexpr (std::is_same_v<Result, gex_Event_t>) return event;
  if constexpr (std::is_same_v<Result, int>) return event == GEX_EVENT_NO_OP;
}

}  // namespace

extern "C" {

#define VIS(Result, How, how)                                                                                       \
  Result gex_VIS_VectorGet##How(gex_TM_t tm, size_t dstcount, gex_Memvec_t const dstlist[], gex_Rank_t srcrank,     \
                                size_t srccount, gex_Memvec_t const srclist[], gex_Flags_t flags) {                 \
    return result_of<Result>(move_lists<Direction::get>(                                                            \
        {.call = "gex_VIS_VectorGet" #How, .sync = Sync::how, .tm = tm, .rank = srcrank, .flags = flags},           \
        VectorPieces(dstlist, dstcount), VectorPieces(srclist, srccount)));                                         \
  }                                                                                                                 \
  Result gex_VIS_VectorPut##How(gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount, gex_Memvec_t const dstlist[],     \
                                size_t srccount, gex_Memvec_t const srclist[], gex_Flags_t flags) {                 \
    return result_of<Result>(move_lists<Direction::put>(                                                            \
        {.call = "gex_VIS_VectorPut" #How, .sync = Sync::how, .tm = tm, .rank = dstrank, .flags = flags},           \
        VectorPieces(dstlist, dstcount), VectorPieces(srclist, srccount)));                                         \
  }                                                                                                                 \
  Result gex_VIS_IndexedGet##How(gex_TM_t tm, size_t dstcount, void* const dstlist[], size_t dstlen,                \
                                 gex_Rank_t srcrank, size_t srccount, void* const srclist[], size_t srclen,         \
                                 gex_Flags_t flags) {                                                               \
    return result_of<Result>(move_lists<Direction::get>(                                                            \
        {.call = "gex_VIS_IndexedGet" #How, .sync = Sync::how, .tm = tm, .rank = srcrank, .flags = flags},          \
        IndexedPieces(dstlist, dstcount, dstlen), IndexedPieces(srclist, srccount, srclen)));                       \
  }                                                                                                                 \
  Result gex_VIS_IndexedPut##How(gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount, void* const dstlist[],           \
                                 size_t dstlen, size_t srccount, void* const srclist[], size_t srclen,              \
                                 gex_Flags_t flags) {                                                               \
    return result_of<Result>(move_lists<Direction::put>(                                                            \
        {.call = "gex_VIS_IndexedPut" #How, .sync = Sync::how, .tm = tm, .rank = dstrank, .flags = flags},          \
        IndexedPieces(dstlist, dstcount, dstlen), IndexedPieces(srclist, srccount, srclen)));                       \
  }                                                                                                                 \
  Result gex_VIS_StridedGet##How(gex_TM_t tm, void* dstaddr, const ptrdiff_t dststrides[], gex_Rank_t srcrank,      \
                                 void* srcaddr, const ptrdiff_t srcstrides[], size_t elemsz, const size_t count[],  \
                                 size_t stridelevels, gex_Flags_t flags) {                                          \
    return result_of<Result>(move_strided<Direction::get>(                                                          \
        {.call = "gex_VIS_StridedGet" #How, .sync = Sync::how, .tm = tm, .rank = srcrank, .flags = flags}, dstaddr, \
        dststrides, srcaddr, srcstrides, elemsz, count, stridelevels));                                             \
  }                                                                                                                 \
  Result gex_VIS_StridedPut##How(gex_TM_t tm, gex_Rank_t dstrank, void* dstaddr, const ptrdiff_t dststrides[],      \
                                 void* srcaddr, const ptrdiff_t srcstrides[], size_t elemsz, const size_t count[],  \
                                 size_t stridelevels, gex_Flags_t flags) {                                          \
    return result_of<Result>(move_strided<Direction::put>(                                                          \
        {.call = "gex_VIS_StridedPut" #How, .sync = Sync::how, .tm = tm, .rank = dstrank, .flags = flags}, dstaddr, \
        dststrides, srcaddr, srcstrides, elemsz, count, stridelevels));                                             \
  }
VIS(gex_Event_t, NB, nb)
VIS(int, NBI, nbi)
VIS(int, Blocking, blocking)

#define VIS1(Result, suffix, how)                                                                                      \
  Result gasnet_getv##suffix(size_t dstcount, gasnet_memvec_t const dstlist[], gex_Rank_t srcnode, size_t srccount,    \
                             gasnet_memvec_t const srclist[]) {                                                        \
    return result_of<Result>(move_lists<Direction::get>(                                                               \
        {.call = "gasnet_getv" #suffix, .sync = Sync::how, .tm = &primordial, .rank = srcnode},                        \
        VectorPieces(of_1(dstlist), dstcount), VectorPieces(of_1(srclist), srccount)));                                \
  }                                                                                                                    \
  Result gasnet_putv##suffix(gex_Rank_t dstnode, size_t dstcount, gasnet_memvec_t const dstlist[], size_t srccount,    \
                             gasnet_memvec_t const srclist[]) {                                                        \
    return result_of<Result>(move_lists<Direction::put>(                                                               \
        {.call = "gasnet_putv" #suffix, .sync = Sync::how, .tm = &primordial, .rank = dstnode},                        \
        VectorPieces(of_1(dstlist), dstcount), VectorPieces(of_1(srclist), srccount)));                                \
  }                                                                                                                    \
  Result gasnet_geti##suffix(size_t dstcount, void* const dstlist[], size_t dstlen, gex_Rank_t srcnode,                \
                             size_t srccount, void* const srclist[], size_t srclen) {                                  \
    return result_of<Result>(move_lists<Direction::get>(                                                               \
        {.call = "gasnet_geti" #suffix, .sync = Sync::how, .tm = &primordial, .rank = srcnode},                        \
        IndexedPieces(dstlist, dstcount, dstlen), IndexedPieces(srclist, srccount, srclen)));                          \
  }                                                                                                                    \
  Result gasnet_puti##suffix(gex_Rank_t dstnode, size_t dstcount, void* const dstlist[], size_t dstlen,                \
                             size_t srccount, void* const srclist[], size_t srclen) {                                  \
    return result_of<Result>(move_lists<Direction::put>(                                                               \
        {.call = "gasnet_puti" #suffix, .sync = Sync::how, .tm = &primordial, .rank = dstnode},                        \
        IndexedPieces(dstlist, dstcount, dstlen), IndexedPieces(srclist, srccount, srclen)));                          \
  }                                                                                                                    \
  Result gasnet_gets##suffix(void* dstaddr, const size_t dststrides[], gex_Rank_t srcnode, void* srcaddr,              \
                             const size_t srcstrides[], const size_t count[], size_t stridelevels) {                   \
    const Strides1 strides(dststrides, srcstrides, stridelevels);                                                      \
    return result_of<Result>(move_strided<Direction::get>(                                                             \
        {.call = "gasnet_gets" #suffix, .sync = Sync::how, .tm = &primordial, .rank = srcnode}, dstaddr, strides.dest, \
        srcaddr, strides.source, count[0], count + 1, stridelevels));                                                  \
  }                                                                                                                    \
  Result gasnet_puts##suffix(gex_Rank_t dstnode, void* dstaddr, const size_t dststrides[], void* srcaddr,              \
                             const size_t srcstrides[], const size_t count[], size_t stridelevels) {                   \
    const Strides1 strides(dststrides, srcstrides, stridelevels);                                                      \
    return result_of<Result>(move_strided<Direction::put>(                                                             \
        {.call = "gasnet_puts" #suffix, .sync = Sync::how, .tm = &primordial, .rank = dstnode}, dstaddr, strides.dest, \
        srcaddr, strides.source, count[0], count + 1, stridelevels));                                                  \
  }
VIS1(void, _bulk, blocking)
VIS1(gex_Event_t, _nb_bulk, nb)
VIS1(void, _nbi_bulk, nbi)
}
