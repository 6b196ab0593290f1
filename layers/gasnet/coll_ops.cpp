#include "coll_ops.hpp"

#include <gasnetex.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine.hpp"
#include "fatal.hpp"

namespace isthmus::gasnet {
namespace {

// Slots of `ready` in reductions; below them are rounds of barriers and children of broadcasts.
constexpr unsigned kFromParent = 40, kFromRoot = 41;

template <class T>
void combine_arithmetic(const T* lower, T* higher, std::size_t n, gex_OP_t op) {
  const auto each = [&](auto&& f) {
    for (std::size_t i = 0; i < n; ++i) higher[i] = f(lower[i], higher[i]);
  };
  switch (op) {
    case GEX_OP_ADD:
      return each([](T a, T b) { return static_cast<T>(a + b); });
    case GEX_OP_MULT:
      return each([](T a, T b) { return static_cast<T>(a * b); });
    case GEX_OP_MIN:
      return each([](T a, T b) { return std::min(a, b); });
    case GEX_OP_MAX:
      return each([](T a, T b) { return std::max(a, b); });
    default:
      break;
  }
  if constexpr (std::is_integral_v<T>) {
    switch (op) {
      case GEX_OP_AND:
        return each([](T a, T b) { return static_cast<T>(a & b); });
      case GEX_OP_OR:
        return each([](T a, T b) { return static_cast<T>(a | b); });
      case GEX_OP_XOR:
        return each([](T a, T b) { return static_cast<T>(a ^ b); });
      default:
        break;
    }
  }
  __builtin_unreachable();  // refused at the call
}

template <class T>
void combine_as(const Reduction& reduction, const void* lower, void* higher) {
  combine_arithmetic(static_cast<const T*>(lower), static_cast<T*>(higher), reduction.count, reduction.op);
}

}  // namespace

void Reduction::combine(const void* lower, void* higher) const {
  if (op == GEX_OP_USER || op == GEX_OP_USER_NC) return user(lower, higher, count, cdata);
  switch (type) {
    // Sums wrap around, also those of signed numbers.
    case GEX_DT_I32:
      return op == GEX_OP_MIN || op == GEX_OP_MAX ? combine_as<std::int32_t>(*this, lower, higher)
                                                  : combine_as<std::uint32_t>(*this, lower, higher);
    case GEX_DT_I64:
      return op == GEX_OP_MIN || op == GEX_OP_MAX ? combine_as<std::int64_t>(*this, lower, higher)
                                                  : combine_as<std::uint64_t>(*this, lower, higher);
    case GEX_DT_U32:
      return combine_as<std::uint32_t>(*this, lower, higher);
    case GEX_DT_U64:
      return combine_as<std::uint64_t>(*this, lower, higher);
    case GEX_DT_FLT:
      return combine_as<float>(*this, lower, higher);
    case GEX_DT_DBL:
      return combine_as<double>(*this, lower, higher);
    default:
      __builtin_unreachable();  // refused at the call
  }
}

// ---- Barrier ----

bool Barrier::advance() {
  while ((std::uint64_t{1} << round_) < size()) {
    if (!told_ && !tell_ready((me() + (gex_Rank_t{1} << round_)) % size(), round_)) return false;
    told_ = true;
    if (!is_ready(round_)) return false;
    ++round_;
    told_ = false;
  }
  return true;
}

// ---- Broadcast ----

Broadcast::Broadcast(gex_TM_t team, gex_Rank_t root, void* dest, const void* source, std::size_t bytes)
    : Collective(team, {.kind = Signature::Kind::broadcast, .root = root, .bytes = bytes}),
      bytes_(bytes),
      from_(team->rank == root ? source : dest),
      is_root_(team->rank == root) {
  if (is_root_ && dest != source && bytes > 0) std::memmove(dest, source, bytes);
  if (!is_root_) receive_into(dest);
  const gex_Rank_t n = size(), from_root = (me() + n - root) % n;
  unsigned k = 0;
  // Children are 2^k further than this member, for every k below the lowest bit of its distance from the root.
  for (; (gex_Rank_t{1} << k) < n && !(from_root & (gex_Rank_t{1} << k)); ++k)
    if (from_root + (gex_Rank_t{1} << k) < n)
      children_.push_back({.rank = (me() + (gex_Rank_t{1} << k)) % n, .slot = k});
  std::reverse(children_.begin(), children_.end());  // the longest way first
  slot_ = k;
  parent_ = (me() + n - (is_root_ ? 0 : gex_Rank_t{1} << k)) % n;
}

bool Broadcast::advance() {
  if (!is_root_ && !told_) {
    told_ = tell_ready(parent_, slot_);
    if (!told_) return false;
  }
  const std::size_t available = is_root_ ? bytes_ : received();
  bool complete = available == bytes_;
  for (Child& child : children_) {
    if (!child.complete && is_ready(child.slot))
      child.complete = send_more(child.rank, from_, available, bytes_, &child.sent);
    complete &= child.complete;
  }
  return complete;
}

// ---- Reductions ----

Reduce::Reduce(gex_TM_t team, gex_Rank_t root, void* dest, const void* source, const Reduction& reduction)
    : Collective(team, {.kind = Signature::Kind::reduce, .root = root, .bytes = reduction.bytes()}),
      reduction_(reduction),
      root_(root),
      dest_(dest) {
  const std::size_t bytes = std::max<std::size_t>(reduction.bytes(), 1);
  sum_ = std::make_unique_for_overwrite<std::byte[]>(bytes);
  incoming_ = std::make_unique_for_overwrite<std::byte[]>(bytes);
  if (reduction.bytes() > 0) std::memcpy(sum_.get(), source, reduction.bytes());
}

/// Takes the sums of the children in order. Returns true when there are no more.
bool Reduce::take_children() {
  for (;;) {
    const gex_Rank_t step = gex_Rank_t{1} << child_;
    if (step >= size() || (me() & step)) return true;
    if (me() + step >= size()) {
      ++child_;
      continue;
    }
    if (!told_) {
      receive_into(incoming_.get());
      told_ = tell_ready(me() + step, kFromParent);
    }
    if (!told_ || received() < reduction_.bytes()) return false;
    if (reduction_.bytes() > 0) reduction_.combine(sum_.get(), incoming_.get());
    std::swap(sum_, incoming_);
    told_ = false;
    ++child_;
  }
}

bool Reduce::pass_up() {
  if (me() == 0 || up_) return true;
  if (!is_ready(kFromParent)) return false;
  const gex_Rank_t parent = me() & (me() - 1);
  up_ = send_more(parent, sum_.get(), reduction_.bytes(), reduction_.bytes(), &sent_);
  return up_;
}

bool Reduce::pass_to_root() {
  if (me() == root_ && me() == 0) {
    if (!result_ && reduction_.bytes() > 0) std::memcpy(dest_, sum_.get(), reduction_.bytes());
    result_ = true;
  } else if (me() == root_) {
    if (!told_result_) {
      receive_into(dest_);
      told_result_ = tell_ready(0, kFromRoot);
    }
    result_ = told_result_ && received() >= reduction_.bytes();
  } else if (me() == 0) {
    result_ =
        is_ready(kFromRoot) && send_more(root_, sum_.get(), reduction_.bytes(), reduction_.bytes(), &sent_result_);
  } else {
    result_ = true;
  }
  return result_;
}

bool Reduce::advance() { return take_children() && pass_up() && pass_to_root(); }

ReduceToAll::ReduceToAll(gex_TM_t team, void* dest, const void* source, const Reduction& reduction)
    : Collective(team, {.kind = Signature::Kind::reduce_to_all, .bytes = reduction.bytes()}),
      reduce_(team, 0, dest, source, reduction),
      broadcast_(team, 0, dest, dest, reduction.bytes()) {}

bool ReduceToAll::advance() {
  if (!reduced_) reduced_ = reduce_.advance();
  return reduced_ && broadcast_.advance();
}

}  // namespace isthmus::gasnet

using namespace isthmus::gasnet;

namespace {

void check(const char* call, gex_TM_t tm, gex_Rank_t root) {
  if (job.checks || in_handler()) must_be_unrestricted(call);
  if (!tm || is_pair(tm)) fatal(call, "the team is invalid or a pair; collectives need a team of all that call them");
  if (root >= tm->size) fatal(call, text("root %u is out of range; the team has ranks 0 to %u", root, tm->size - 1));
}

std::size_t size_of(gex_DT_t type) {
  switch (type) {
    case GEX_DT_I32:
    case GEX_DT_U32:
    case GEX_DT_FLT:
      return 4;
    case GEX_DT_I64:
    case GEX_DT_U64:
    case GEX_DT_DBL:
      return 8;
    default:
      return 0;
  }
}

/// On every rank, also on those that would not combine anything.
void check(const char* call, const Reduction& reduction) {
  const bool by_user = reduction.op == GEX_OP_USER || reduction.op == GEX_OP_USER_NC;
  if (by_user && !reduction.user) fatal(call, "the function of GEX_OP_USER is null; pass one");
  const std::size_t size = size_of(reduction.type);
  if (size != 0 && size != reduction.element)
    fatal(call, text("an element of data type %#x has %zu bytes, not %zu; pass the size of one element", reduction.type,
                     size, reduction.element));
  if (by_user) return;
  if (size == 0)
    fatal(call, text("data type %#x has no operations of its own; pass GEX_OP_USER and a function", reduction.type));
  const bool of_bits = reduction.op == GEX_OP_AND || reduction.op == GEX_OP_OR || reduction.op == GEX_OP_XOR;
  const bool of_numbers = reduction.op == GEX_OP_ADD || reduction.op == GEX_OP_MULT || reduction.op == GEX_OP_MIN ||
                          reduction.op == GEX_OP_MAX;
  const bool is_real = reduction.type == GEX_DT_FLT || reduction.type == GEX_DT_DBL;
  if (!of_numbers && (!of_bits || is_real))
    fatal(call, text("operation %#x is none of reductions of this type; use ADD, MULT, MIN, MAX, or AND, OR, XOR of "
                     "integers, or GEX_OP_USER",
                     reduction.op));
}

}  // namespace

extern "C" {

gex_Event_t gex_Coll_BarrierNB(gex_TM_t tm, gex_Flags_t) {
  check("gex_Coll_BarrierNB", tm, 0);
  return begin_collective([&] { return new Barrier(tm); });
}

void gex_Coll_BarrierBlocking(gex_TM_t tm, gex_Flags_t flags) { gex_Event_Wait(gex_Coll_BarrierNB(tm, flags)); }

gex_Event_t gex_Coll_BroadcastNB(gex_TM_t tm, gex_Rank_t root, void* dst, const void* src, size_t nbytes, gex_Flags_t) {
  check("gex_Coll_BroadcastNB", tm, root);
  return begin_collective([&] { return new Broadcast(tm, root, dst, src, nbytes); });
}

gex_Event_t gex_Coll_ReduceToOneNB(gex_TM_t tm, gex_Rank_t root, void* dst, const void* src, gex_DT_t dt, size_t dt_sz,
                                   size_t dt_cnt, gex_OP_t op, gex_Coll_ReduceFn_t user_op, void* user_cdata,
                                   gex_Flags_t) {
  check("gex_Coll_ReduceToOneNB", tm, root);
  const Reduction reduction{dt, dt_sz, dt_cnt, op, user_op, user_cdata};
  check("gex_Coll_ReduceToOneNB", reduction);
  return begin_collective([&] { return new Reduce(tm, root, dst, src, reduction); });
}

gex_Event_t gex_Coll_ReduceToAllNB(gex_TM_t tm, void* dst, const void* src, gex_DT_t dt, size_t dt_sz, size_t dt_cnt,
                                   gex_OP_t op, gex_Coll_ReduceFn_t user_op, void* user_cdata, gex_Flags_t) {
  check("gex_Coll_ReduceToAllNB", tm, 0);
  const Reduction reduction{dt, dt_sz, dt_cnt, op, user_op, user_cdata};
  check("gex_Coll_ReduceToAllNB", reduction);
  return begin_collective([&] { return new ReduceToAll(tm, dst, src, reduction); });
}
}
