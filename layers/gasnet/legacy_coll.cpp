// The collectives of GASNet-1. Each is one or more steps of collective.hpp, one after the other.
#include <gasnet_coll.h>

#include <cstring>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "coll_ops.hpp"
#include "collective.hpp"
#include "fatal.hpp"

namespace isthmus::gasnet {
namespace {

/// Which blocks go where.
enum class Pattern : std::uint8_t { scatter, gather, gather_all, exchange };

/// Sends blocks from every member's source to places in others' dests. All members must have begun it before it is
/// advanced: a barrier comes before it.
class Redistribution final : public Collective {
 public:
  Redistribution(gex_TM_t team, Pattern pattern, gex_Rank_t root, void* dest, const void* source, std::size_t bytes)
      : Collective(team, {.kind = Signature::Kind::redistribution, .root = root, .bytes = bytes}),
        pattern_(pattern),
        root_(root),
        dest_(static_cast<std::byte*>(dest)),
        source_(static_cast<const std::byte*>(source)),
        bytes_(bytes) {
    if (receives()) receive_into(dest);
  }

  bool advance() override {
    while (sends() && step_ < size()) {
      const gex_Rank_t member = (me() + step_) % size();
      const bool wanted = pattern_ != Pattern::gather || member == root_;
      if (wanted && member == me())
        keep_own();
      else if (wanted && !send_more(member, block_for(member), bytes_, bytes_, &sent_, place_of_mine()))
        return false;
      sent_ = 0;
      ++step_;
    }
    return received() >= incoming();
  }

 private:
  bool receives() const { return pattern_ != Pattern::gather || me() == root_; }
  bool sends() const { return pattern_ != Pattern::scatter || me() == root_; }
  /// Bytes from other members.
  std::size_t incoming() const {
    if (!receives()) return 0;
    if (pattern_ == Pattern::scatter) return me() == root_ ? 0 : bytes_;
    return (size() - 1) * bytes_;
  }
  const std::byte* block_for(gex_Rank_t member) const {
    const bool one_each = pattern_ == Pattern::scatter || pattern_ == Pattern::exchange;
    return source_ + (one_each ? member * bytes_ : 0);
  }
  /// Where a dest has this member's block.
  std::size_t place_of_mine() const { return pattern_ == Pattern::scatter ? 0 : me() * bytes_; }
  void keep_own() {
    if (bytes_ > 0) std::memmove(dest_ + place_of_mine(), block_for(me()), bytes_);
  }

  const Pattern pattern_;
  const gex_Rank_t root_;
  std::byte* const dest_;
  const std::byte* const source_;
  const std::size_t bytes_;
  gex_Rank_t step_ = 0;  ///< the next member to send to, counted from this one
  std::size_t sent_ = 0;
};

/// The root's own copy of a broadcast whose source may change until all members have begun it.
class LateCopy final : public Collective {
 public:
  LateCopy(gex_TM_t team, void* dest, const void* source, std::size_t bytes)
      : Collective(team, {.kind = Signature::Kind::copy}), dest_(dest), source_(source), bytes_(bytes) {}
  bool advance() override {
    if (bytes_ > 0) std::memmove(dest_, source_, bytes_);
    return true;
  }

 private:
  void* const dest_;
  const void* const source_;
  const std::size_t bytes_;
};

/// Collectives one after the other.
class Sequence final : public Collective {
 public:
  using Parts = std::vector<std::unique_ptr<Collective>>;
  Sequence(gex_TM_t team, Parts parts)
      : Collective(team, {.kind = Signature::Kind::sequence}), parts_(std::move(parts)) {}
  bool advance() override {
    while (done_ < parts_.size() && parts_[done_]->advance()) ++done_;
    return done_ == parts_.size();
  }

 private:
  Parts parts_;
  std::size_t done_ = 0;
};

constexpr int kIn = GASNET_COLL_IN_NOSYNC | GASNET_COLL_IN_MYSYNC | GASNET_COLL_IN_ALLSYNC;
constexpr int kOut = GASNET_COLL_OUT_NOSYNC | GASNET_COLL_OUT_MYSYNC | GASNET_COLL_OUT_ALLSYNC;

void check(const char* call, gex_TM_t team, gex_Rank_t root, int flags) {
  if (job.size == 0) fatal(call, "GASNet has not been initialised; call gasnet_init first");
  if (is_pair(team)) fatal(call, "the team is a pair of endpoints, which has no collectives; use another team");
  if (__builtin_popcount(flags & kIn) != 1 || __builtin_popcount(flags & kOut) != 1)
    fatal(call,
          text("flags %#x have not exactly one of GASNET_COLL_IN_* and one of GASNET_COLL_OUT_*; pass one of each",
               flags));
  if (root >= team->size) fatal(call, text("image %u is out of range; the team has 0 to %u", root, team->size - 1));
}

gex_Event_t redistribute(const char* call, Pattern pattern, gex_TM_t team, gex_Rank_t root, void* dest,
                         const void* source, std::size_t bytes, int flags) {
  check(call, team, root, flags);
  return begin_collective([&] {
    Sequence::Parts parts;
    parts.push_back(std::make_unique<Barrier>(team));
    parts.push_back(std::make_unique<Redistribution>(team, pattern, root, dest, source, bytes));
    if (flags & GASNET_COLL_OUT_ALLSYNC) parts.push_back(std::make_unique<Barrier>(team));
    return new Sequence(team, std::move(parts));
  });
}

gex_Event_t broadcast(gex_TM_t team, gex_Rank_t root, void* dest, const void* source, std::size_t bytes, int flags) {
  check("gasnet_coll_broadcast", team, root, flags);
  return begin_collective([&] {
    Sequence::Parts parts;
    if (flags & GASNET_COLL_IN_ALLSYNC) parts.push_back(std::make_unique<Barrier>(team));
    // Broadcast copies source to dest on the root at once, unless they are the same; LateCopy does it after the
    // barrier.
    const bool late = flags & GASNET_COLL_IN_ALLSYNC && team->rank == root;
    parts.push_back(std::make_unique<Broadcast>(team, root, late ? const_cast<void*>(source) : dest, source, bytes));
    if (flags & GASNET_COLL_IN_ALLSYNC)
      parts.push_back(std::make_unique<LateCopy>(team, dest, source, team->rank == root ? bytes : 0));
    if (flags & GASNET_COLL_OUT_ALLSYNC) parts.push_back(std::make_unique<Barrier>(team));
    return new Sequence(team, std::move(parts));
  });
}

/// The barriers of other teams than the primordial one that were notified and not waited for.
std::mutex notified_mutex;
std::unordered_map<gex_TM_t, gex_Event_t> notified;

gex_Event_t* notified_of(const char* call, gex_TM_t team) {
  const std::lock_guard lock(notified_mutex);
  const auto found = notified.find(team);
  if (found == notified.end())
    fatal(call, "the team's barrier was not notified; call gasnet_coll_barrier_notify first");
  return &found->second;
}

void forget_notified(gex_TM_t team) {
  const std::lock_guard lock(notified_mutex);
  notified.erase(team);
}

}  // namespace
}  // namespace isthmus::gasnet

using namespace isthmus::gasnet;

extern "C" {

gex_Event_t gasnet_coll_broadcast_nb(gex_TM_t team, void* dst, gasnet_image_t srcimage, void* src, size_t nbytes,
                                     int flags) {
  return broadcast(team, srcimage, dst, src, nbytes, flags);
}
gex_Event_t gasnet_coll_scatter_nb(gex_TM_t team, void* dst, gasnet_image_t srcimage, void* src, size_t nbytes,
                                   int flags) {
  return redistribute("gasnet_coll_scatter", Pattern::scatter, team, srcimage, dst, src, nbytes, flags);
}
gex_Event_t gasnet_coll_gather_nb(gex_TM_t team, gasnet_image_t dstimage, void* dst, void* src, size_t nbytes,
                                  int flags) {
  return redistribute("gasnet_coll_gather", Pattern::gather, team, dstimage, dst, src, nbytes, flags);
}
gex_Event_t gasnet_coll_gather_all_nb(gex_TM_t team, void* dst, void* src, size_t nbytes, int flags) {
  return redistribute("gasnet_coll_gather_all", Pattern::gather_all, team, 0, dst, src, nbytes, flags);
}
gex_Event_t gasnet_coll_exchange_nb(gex_TM_t team, void* dst, void* src, size_t nbytes, int flags) {
  return redistribute("gasnet_coll_exchange", Pattern::exchange, team, 0, dst, src, nbytes, flags);
}

void gasnet_coll_broadcast(gex_TM_t team, void* dst, gasnet_image_t srcimage, void* src, size_t nbytes, int flags) {
  gex_Event_Wait(gasnet_coll_broadcast_nb(team, dst, srcimage, src, nbytes, flags));
}
void gasnet_coll_scatter(gex_TM_t team, void* dst, gasnet_image_t srcimage, void* src, size_t nbytes, int flags) {
  gex_Event_Wait(gasnet_coll_scatter_nb(team, dst, srcimage, src, nbytes, flags));
}
void gasnet_coll_gather(gex_TM_t team, gasnet_image_t dstimage, void* dst, void* src, size_t nbytes, int flags) {
  gex_Event_Wait(gasnet_coll_gather_nb(team, dstimage, dst, src, nbytes, flags));
}
void gasnet_coll_gather_all(gex_TM_t team, void* dst, void* src, size_t nbytes, int flags) {
  gex_Event_Wait(gasnet_coll_gather_all_nb(team, dst, src, nbytes, flags));
}
void gasnet_coll_exchange(gex_TM_t team, void* dst, void* src, size_t nbytes, int flags) {
  gex_Event_Wait(gasnet_coll_exchange_nb(team, dst, src, nbytes, flags));
}

// ---- Barriers ----

void gasnet_coll_barrier_notify(gex_TM_t team, int id, int flags) {
  if (team == &primordial) return gasnet_barrier_notify(id, flags);
  const gex_Event_t event = gex_Coll_BarrierNB(team, 0);
  const std::lock_guard lock(notified_mutex);
  notified[team] = event;
}
int gasnet_coll_barrier_try(gex_TM_t team, int id, int flags) {
  if (team == &primordial) return gasnet_barrier_try(id, flags);
  gasnet_AMPoll();
  if (gex_Event_Test(*notified_of("gasnet_coll_barrier_try", team)) != GASNET_OK) return GASNET_ERR_NOT_READY;
  forget_notified(team);
  return GASNET_OK;
}
int gasnet_coll_barrier_wait(gex_TM_t team, int id, int flags) {
  if (team == &primordial) return gasnet_barrier_wait(id, flags);
  gex_Event_Wait(*notified_of("gasnet_coll_barrier_wait", team));
  forget_notified(team);
  return GASNET_OK;
}
int gasnet_coll_barrier(gex_TM_t team, int id, int flags) {
  gasnet_coll_barrier_notify(team, id, flags);
  return gasnet_coll_barrier_wait(team, id, flags);
}

// ---- Teams ----

gex_TM_t gasnet_coll_team_split(gex_TM_t team, gex_Rank_t mycolor, gex_Rank_t myrelrank, gasnet_seginfo_t*, int) {
  gex_TM_t made = GEX_TM_INVALID;
  gex_TM_Split(&made, team, static_cast<int>(mycolor), static_cast<int>(myrelrank), nullptr, 0, GEX_FLAG_TM_NO_SCRATCH);
  return made;
}
gex_Rank_t gasnet_coll_team_size(gex_TM_t team) { return team->size; }
gex_Rank_t gasnet_coll_team_rank2node(gex_TM_t team, gex_Rank_t rank) {
  return gex_TM_TranslateRankToJobrank(team, rank);
}
gex_Rank_t gasnet_coll_team_node2rank(gex_TM_t team, gex_Rank_t node) {
  return gex_TM_TranslateJobrankToRank(team, node);
}
}
