// Remote atomics. A word that this rank maps is changed by this rank; one at another node by its owner, to whom a
// message goes. Both use the same instructions (apply.hpp), so every domain has all types and operations.
#include "atomics.hpp"

#include <gasnet_ratomic.h>

#include <cstring>

#include "../engine.hpp"
#include "../fatal.hpp"
#include "../job.hpp"
#include "../operation.hpp"
#include "apply.hpp"

struct isthmus_gasnet_domain {
  gex_TM_t team;
  gex_DT_t type;
  gex_OP_t ops;
  gex_Flags_t flags;
  const void* cdata;
};

namespace isthmus::gasnet {
namespace {

constexpr gex_AM_Index_t kRequest = kFirstFree, kReply = kFirstFree + 1;

struct Request {
  gex_DT_t type;
  gex_OP_t op;
  void* address;  ///< as its owner names it
  std::uint64_t operand1, operand2;
  void* result;
  Tally* tally;
};

struct Reply {
  std::uint64_t value;
  std::uint32_t bytes;  ///< 0: the operation does not fetch
  void* result;
  Tally* tally;
};

template <class T>
std::uint64_t widen(T value) {
  return std::bit_cast<Bits<T>>(value);
}
template <class T>
T narrow(std::uint64_t bits) {
  return std::bit_cast<T>(static_cast<Bits<T>>(bits));
}

template <class T>
std::uint64_t serve(const Request& request) {
  return widen(apply<T>(request.address, request.op, narrow<T>(request.operand1), narrow<T>(request.operand2)));
}

std::uint64_t serve_any(const Request& request) {
  switch (request.type) {
    case GEX_DT_I32:
      return serve<std::int32_t>(request);
    case GEX_DT_U32:
      return serve<std::uint32_t>(request);
    case GEX_DT_I64:
      return serve<std::int64_t>(request);
    case GEX_DT_U64:
      return serve<std::uint64_t>(request);
    case GEX_DT_FLT:
      return serve<float>(request);
    default:
      return serve<double>(request);
  }
}

constexpr std::uint32_t size_of(gex_DT_t type) { return type & (GEX_DT_I32 | GEX_DT_U32 | GEX_DT_FLT) ? 4 : 8; }

void handle_request(gex_Token_t token, void* payload, std::size_t) {
  Request request;
  std::memcpy(&request, payload, sizeof request);
  const Reply reply{.value = serve_any(request),
                    .bytes = fetches(request.op) ? size_of(request.type) : 0,
                    .result = request.result,
                    .tally = request.tally};
  send(token->source, {Category::medium, true, kReply, 0, nullptr, &reply, sizeof reply}, false);
}

void handle_reply(gex_Token_t, void* payload, std::size_t) {
  Reply reply;
  std::memcpy(&reply, payload, sizeof reply);
  if (reply.bytes == 4)
    std::memcpy(reply.result, &reply.value, 4);  // the low half: processors of this library are little-endian
  else if (reply.bytes == 8)
    std::memcpy(reply.result, &reply.value, 8);
  reply.tally->fetch_add(1, std::memory_order_release);
}
static_assert(std::endian::native == std::endian::little);

[[gnu::cold]] void check(const char* call, gex_AD_t ad, gex_DT_t type, Rank rank, const void* address, gex_OP_t op,
                         gex_Flags_t flags) {
  if (!ad) fatal(call, "the domain is GEX_AD_INVALID; create one with gex_AD_Create");
  must_be_unrestricted(call);
  if (ad->type != type) fatal(call, "the domain is of another type; call the function of its type");
  if (!(ad->ops & op)) fatal(call, text("operation 0x%x is not one of the domain's; name it in gex_AD_Create", op));
  const Rank size = flags & GEX_FLAG_RANK_IS_JOBRANK ? job.size : ad->team->size;
  if (rank >= size) fatal(call, text("rank %u is out of range; the team has ranks 0 to %u", rank, size - 1));
  const Peer& peer = job.peers[flags & GEX_FLAG_RANK_IS_JOBRANK ? rank : ad->team->jobranks[rank]];
  const std::size_t segment = peer.size.load(std::memory_order_acquire);
  const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(address) - peer.base;
  const std::uint32_t bytes = size_of(type);
  if (segment < bytes || at > segment - bytes)
    fatal(call, text("%p is not in the segment of rank %u (%zu bytes at %p); check the address", address, rank, segment,
                     reinterpret_cast<void*>(peer.base)));
  if (reinterpret_cast<std::uintptr_t>(address) % bytes != 0)
    fatal(call, text("%p is not aligned to the %u bytes of the type; align it", address, bytes));
}

/// Where the owner's word is mapped here, or null.
void* mapped(Rank owner, void* address) {
  const Peer& peer = job.peers[owner];
  if (owner == job.rank) return address;
  const std::size_t size = peer.size.load(std::memory_order_acquire);
  const bool in_segment = reinterpret_cast<std::uintptr_t>(address) - peer.base < size;
  return peer.delta != kUnmapped && in_segment ? static_cast<char*>(address) + peer.delta : nullptr;
}

/// Returns false if it did nothing, which it does only with GEX_FLAG_IMMEDIATE. *event is what an nb call returns.
template <class T>
bool begin(const char* call, Sync sync, gex_AD_t ad, gex_DT_t type, T* result, Rank rank, void* address, gex_OP_t op,
           T operand1, T operand2, gex_Flags_t flags, gex_Event_t* event) {
  if (job.checks) [[unlikely]]
    check(call, ad, type, rank, address, op, flags);
  const Rank owner = flags & GEX_FLAG_RANK_IS_JOBRANK ? rank : ad->team->jobranks[rank];
  if (void* const word = mapped(owner, address)) [[likely]] {
    if (flags & GEX_FLAG_AD_REL) std::atomic_thread_fence(std::memory_order_release);
    const T old = apply<T>(word, op, operand1, operand2);
    if (flags & GEX_FLAG_AD_ACQ) std::atomic_thread_fence(std::memory_order_acquire);
    if (fetches(op)) *result = old;
    *event = GEX_EVENT_INVALID;
    return true;
  }
  Operation operation(sync);
  const Request request{.type = type,
                        .op = op,
                        .address = address,
                        .operand1 = widen(operand1),
                        .operand2 = widen(operand2),
                        .result = result,
                        .tally = operation.add_part()};
  const bool refused = send(owner, {Category::medium, false, kRequest, 0, nullptr, &request, sizeof request},
                            flags & GEX_FLAG_IMMEDIATE);
  if (refused) operation.drop_part();
  *event = operation.finish();
  return !refused;
}

}  // namespace

void start_atomics() {
  set_own_handler(kRequest, reinterpret_cast<gex_AM_Fn_t>(handle_request), "atomic");
  set_own_handler(kReply, reinterpret_cast<gex_AM_Fn_t>(handle_reply), "atomic reply");
}

}  // namespace isthmus::gasnet

using namespace isthmus::gasnet;

extern "C" {

void gex_AD_Create(gex_AD_t* ad_p, gex_TM_t tm, gex_DT_t dt, gex_OP_t ops, gex_Flags_t flags) {
  constexpr gex_OP_t bitwise = GEX_OP_AND | GEX_OP_OR | GEX_OP_XOR | GEX_OP_FAND | GEX_OP_FOR | GEX_OP_FXOR;
  if (job.size == 0) fatal("gex_AD_Create", "GASNet has not been initialised; call gex_Client_Init first");
  if (is_pair(tm))
    fatal("gex_AD_Create", "the team is a pair of endpoints, which has no collectives; use another team");
  if (dt != GEX_DT_I32 && dt != GEX_DT_U32 && dt != GEX_DT_I64 && dt != GEX_DT_U64 && dt != GEX_DT_FLT &&
      dt != GEX_DT_DBL)
    fatal("gex_AD_Create", text("0x%x is no type of atomics; use one of I32, U32, I64, U64, FLT and DBL", dt));
  if (ops == 0 || ops & (GEX_OP_USER | GEX_OP_USER_NC))
    fatal("gex_AD_Create", text("0x%x are no operations of atomics; OR one or more, but not USER and USER_NC", ops));
  if (dt & (GEX_DT_FLT | GEX_DT_DBL) && ops & bitwise)
    fatal("gex_AD_Create", "AND, OR and XOR are for integers; leave them out of a domain of floating-point numbers");
  *ad_p = new isthmus_gasnet_domain{.team = tm, .type = dt, .ops = ops, .flags = flags, .cdata = nullptr};
}

void gex_AD_Destroy(gex_AD_t ad) { delete ad; }

gex_Flags_t gex_AD_QueryFlags(gex_AD_t ad) { return ad->flags; }
gex_TM_t gex_AD_QueryTM(gex_AD_t ad) { return ad->team; }
gex_DT_t gex_AD_QueryDT(gex_AD_t ad) { return ad->type; }
gex_OP_t gex_AD_QueryOps(gex_AD_t ad) { return ad->ops; }
void gex_AD_SetCData(gex_AD_t ad, const void* val) { ad->cdata = val; }
void* gex_AD_QueryCData(gex_AD_t ad) { return const_cast<void*>(ad->cdata); }

#define ATOMICS(name, T)                                                                                               \
  gex_Event_t gex_AD_OpNB_##name(gex_AD_t ad, T* result_p, gex_Rank_t tgt_rank, void* tgt_addr, gex_OP_t opcode,       \
                                 T operand1, T operand2, gex_Flags_t flags) {                                          \
    gex_Event_t event;                                                                                                 \
    return begin<T>("gex_AD_OpNB_" #name, Sync::nb, ad, GEX_DT_##name, result_p, tgt_rank, tgt_addr, opcode, operand1, \
                    operand2, flags, &event)                                                                           \
               ? event                                                                                                 \
               : GEX_EVENT_NO_OP;                                                                                      \
  }                                                                                                                    \
  int gex_AD_OpNBI_##name(gex_AD_t ad, T* result_p, gex_Rank_t tgt_rank, void* tgt_addr, gex_OP_t opcode, T operand1,  \
                          T operand2, gex_Flags_t flags) {                                                             \
    gex_Event_t event;                                                                                                 \
    return !begin<T>("gex_AD_OpNBI_" #name, Sync::nbi, ad, GEX_DT_##name, result_p, tgt_rank, tgt_addr, opcode,        \
                     operand1, operand2, flags, &event);                                                               \
  }
ATOMICS(I32, std::int32_t)
ATOMICS(U32, std::uint32_t)
ATOMICS(I64, std::int64_t)
ATOMICS(U64, std::uint64_t)
ATOMICS(FLT, float)
ATOMICS(DBL, double)
}
