#include "collective.hpp"

#include <gasnetex.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "engine.hpp"
#include "fatal.hpp"

namespace isthmus::gasnet {
namespace {

std::mutex mutex;                                          ///< guards what follows, and all collectives
std::list<std::unique_ptr<Collective>> under_way;          ///< as they were begun
template <class T>
using ByName = std::unordered_map<CollectiveName, T, CollectiveNameHash>;
ByName<Collective*> by_name;  ///< parts of collectives included

/// What has come for a collective that was not begun here yet.
struct Early {
  std::uint64_t ready = 0;  ///< bits
  std::uint32_t digest = 0;
  Rank source = 0;  ///< of the last
};
ByName<Early> early;

/// The digests of collectives that are complete here, for members that still wait; a later one takes the place of an
/// earlier one.
struct Completed {
  bool is_set = false;
  CollectiveName name{};
  std::uint32_t digest = 0;
};
std::array<Completed, 256> completed;
Completed& completed_place(const CollectiveName& name) {
  return completed[CollectiveNameHash()(name) % completed.size()];
}

constexpr std::chrono::seconds kStalled{1};
constexpr unsigned kLooksBetweenClocks = 1024;  ///< at the collectives under way

void must_agree(std::uint32_t mine, std::uint32_t theirs, Rank source) {
  if (mine != theirs)
    fatal("collective", text("rank %u has called another collective than this rank, or with another root or size; all "
                             "members of a team call the same ones in the same order",
                             source));
}

/// A team's name travels as two arguments.
std::uint64_t whole(gex_AM_Arg_t low, gex_AM_Arg_t high) {
  return (std::uint64_t{static_cast<std::uint32_t>(high)} << 32) | static_cast<std::uint32_t>(low);
}
gex_AM_Arg_t low(std::uint64_t value) { return static_cast<gex_AM_Arg_t>(value); }
gex_AM_Arg_t high(std::uint64_t value) { return static_cast<gex_AM_Arg_t>(value >> 32); }

int send_own(Rank to, Category category, OwnHandler handler, unsigned nargs, const gex_AM_Arg_t* args,
             const void* payload, std::size_t bytes) {
  return send(to, {category, false, static_cast<gex_AM_Index_t>(handler), nargs, args, payload, bytes}, true);
}

}  // namespace

/// The handlers of the messages.
struct Delivery {
  static void ready(gex_Token_t token, gex_AM_Arg_t team_low, gex_AM_Arg_t team_high, gex_AM_Arg_t number,
                    gex_AM_Arg_t slot, gex_AM_Arg_t digest) {
    const CollectiveName name{whole(team_low, team_high), static_cast<std::uint32_t>(number)};
    const std::lock_guard lock(mutex);
    const auto found = by_name.find(name);
    const auto theirs = static_cast<std::uint32_t>(digest);
    if (found != by_name.end()) {
      must_agree(found->second->digest_, theirs, token->source);
      found->second->ready_ |= std::uint64_t{1} << slot;
      return;
    }
    const auto [at, is_new] = early.try_emplace(name);
    if (!is_new) must_agree(at->second.digest, theirs, token->source);
    at->second = {at->second.ready | (std::uint64_t{1} << slot), theirs, token->source};
  }
  /// What was neither begun nor completed here a short while ago says nothing: the other member asks again.
  static void probe(gex_Token_t token, gex_AM_Arg_t team_low, gex_AM_Arg_t team_high, gex_AM_Arg_t number,
                    gex_AM_Arg_t digest) {
    const CollectiveName name{whole(team_low, team_high), static_cast<std::uint32_t>(number)};
    const std::lock_guard lock(mutex);
    const auto theirs = static_cast<std::uint32_t>(digest);
    if (const auto found = by_name.find(name); found != by_name.end())
      must_agree(found->second->digest_, theirs, token->source);
    else if (const Completed& place = completed_place(name); place.is_set && place.name == name)
      must_agree(place.digest, theirs, token->source);
  }
  static void data(gex_Token_t token, void* payload, std::size_t bytes, gex_AM_Arg_t team_low, gex_AM_Arg_t team_high,
                   gex_AM_Arg_t number, gex_AM_Arg_t offset_low, gex_AM_Arg_t offset_high) {
    const CollectiveName name{whole(team_low, team_high), static_cast<std::uint32_t>(number)};
    const std::size_t offset = whole(offset_low, offset_high);
    const std::lock_guard lock(mutex);
    const auto found = by_name.find(name);
    if (found == by_name.end() || !found->second->place_)
      fatal("collective", text("rank %u sent data that this rank does not wait for; do all members of the team call the "
                               "same collectives in the same order?",
                               token->source));
    std::memcpy(static_cast<char*>(found->second->place_) + offset, payload, bytes);
    found->second->received_ += bytes;
  }
};

std::uint32_t Signature::digest() const {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;
  const std::uint64_t mixed = ((bytes * kOdd) ^ root) * kOdd;
  return (static_cast<std::uint32_t>(kind) << 28) | static_cast<std::uint32_t>(mixed >> 36);
}

Collective::Collective(gex_TM_t team, const Signature& signature)
    : team_(team), name_{team->name, team->next++}, digest_(signature.digest()) {
  by_name[name_] = this;
  if (const auto found = early.find(name_); found != early.end()) {
    must_agree(digest_, found->second.digest, found->second.source);
    ready_ = found->second.ready;
    early.erase(found);
  }
}

Collective::~Collective() {
  by_name.erase(name_);
  completed_place(name_) = {true, name_, digest_};
}

void Collective::probe_if_stalled(std::chrono::steady_clock::time_point now) {
  if (probed_ == std::chrono::steady_clock::time_point()) probed_ = now;
  if (now - probed_ < kStalled) return;
  probed_ = now;
  const gex_AM_Arg_t args[] = {low(name_.team), high(name_.team), static_cast<gex_AM_Arg_t>(name_.number),
                               static_cast<gex_AM_Arg_t>(digest_)};
  send_own(team_->jobranks[(me() + 1) % size()], Category::short_message, kCollProbe, 4, args, nullptr, 0);
}

bool Collective::tell_ready(gex_Rank_t member, unsigned slot) {
  const gex_AM_Arg_t args[] = {low(name_.team), high(name_.team), static_cast<gex_AM_Arg_t>(name_.number),
                               static_cast<gex_AM_Arg_t>(slot), static_cast<gex_AM_Arg_t>(digest_)};
  return send_own(team_->jobranks[member], Category::short_message, kCollReady, 5, args, nullptr, 0) == 0;
}

bool Collective::send_more(gex_Rank_t member, const void* from, std::size_t available, std::size_t bytes,
                           std::size_t* sent, std::size_t offset) {
  const Rank to = team_->jobranks[member];
  const std::size_t most = job.mapped(to) ? kMaxMedium / 2 : kMaxMediumWire;
  while (*sent < available) {
    const std::size_t now = std::min(available - *sent, most);
    const gex_AM_Arg_t args[] = {low(name_.team), high(name_.team), static_cast<gex_AM_Arg_t>(name_.number),
                                 low(offset + *sent), high(offset + *sent)};
    if (send_own(to, Category::medium, kCollData, 5, args, static_cast<const char*>(from) + *sent, now) != 0) break;
    *sent += now;
  }
  return *sent >= bytes;
}

void start_collectives() {
  set_own_handler(kCollReady, reinterpret_cast<gex_AM_Fn_t>(Delivery::ready), "collective: ready");
  set_own_handler(kCollProbe, reinterpret_cast<gex_AM_Fn_t>(Delivery::probe), "collective: probe");
  set_own_handler(kCollData, reinterpret_cast<gex_AM_Fn_t>(Delivery::data), "collective: data");
}

bool advance_collectives() {
  const std::unique_lock lock(mutex, std::try_to_lock);
  if (!lock) return false;
  static unsigned looks = 0;
  const bool look_at_clock = ++looks % kLooksBetweenClocks == 0 && !under_way.empty();
  const auto now = look_at_clock ? std::chrono::steady_clock::now() : std::chrono::steady_clock::time_point();
  bool any = false;
  for (auto at = under_way.begin(); at != under_way.end();) {
    if (!(*at)->advance()) {
      if (look_at_clock) (*at)->probe_if_stalled(now);
      ++at;
      continue;
    }
    isthmus_gasnet_event* const event = (*at)->event;
    at = under_way.erase(at);
    engine.attention.fetch_sub(1);
    event->done.store(1, std::memory_order_release);
    any = true;
  }
  return any;
}

gex_Event_t begin(Collective* (*make)(void*), void* arguments) {
  auto* const event = new isthmus_gasnet_event;
  event->goal = 1;
  {
    const std::lock_guard lock(mutex);
    std::unique_ptr<Collective> collective(make(arguments));
    collective->event = event;
    under_way.push_back(std::move(collective));
    engine.attention.fetch_add(1);
  }
  poll();
  if (!event->complete()) return event;
  delete event;
  return GEX_EVENT_INVALID;
}

}  // namespace isthmus::gasnet
