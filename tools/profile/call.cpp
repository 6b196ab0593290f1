#include "call.hpp"

#include "barriers.hpp"
#include "device.hpp"
#include "teams.hpp"

namespace isthmus::profile {
namespace {

/// The record of a place that calls. If there is no room near its hash, the one for all others.
Site& site_of(Recorder& recorder, const void* address, Function function) {
  const auto hash =
      (reinterpret_cast<std::uintptr_t>(address) ^ (std::uintptr_t{function} << 40)) * 0x9E3779B97F4A7C15ULL;
  for (std::size_t i = 0; i < 16; ++i) {
    Site& site = recorder.sites[((hash >> 40) + i) % kSites];
    if (site.address == address && site.function == function) return site;
    if (site.address) continue;
    site.address = address;
    site.function = function;
    return site;
  }
  return recorder.other_sites;
}

/// Counts a call on device memory by direction, and says whether it is one.
bool note_device(Recorder& recorder, const Current& call, std::uint64_t ticks) {
  if (!device::is_used() || !(call.dest || call.source)) return false;
  const bool to = device::holds(call.dest), from = device::holds(call.source);
  if (to) recorder.device_to += call.bytes;
  if (from) recorder.device_from += call.bytes;
  if (to || from) recorder.device_ticks += ticks;
  return to || from;
}

/// Adds a timed call, which has just ended, to the sums and to the trace.
void end_timed(Recorder& recorder) {
  const std::uint64_t now = base::ticks();
  Current& call = recorder.current;
  call.timed = false;
  const std::uint64_t ticks = now - call.start;
  Tally& tally = recorder.tallies[call.function];
  std::uint64_t stands_for = 1;  // calls: this one, and those before it that were only counted
  if (!call.brief) {
    tally.ticks += ticks;
    ++tally.timed;
  } else {
    stands_for = call.brief.period->length;
    recorder.begin_period(call.function, call.brief, ticks);
    tally.brief_ticks += ticks;
    ++tally.brief_timed;
    tally.stood_for += stands_for;
    tally.stood_for_ticks += ticks * stands_for;
  }
  Site& site = site_of(recorder, call.site, call.function);
  site.count += stands_for;
  site.ticks += ticks;
  site.guessed += ticks * (stands_for - 1);
  site.bytes += call.bytes * stands_for;
  const bool on_device = note_device(recorder, call, ticks);
  if (call.team && call.way == Way::none) barriers::add(call, ticks);
  recorder.add_event({.start = call.start,
                      .ticks = ticks,
                      .bytes = call.bytes,
                      .peer = call.peer,
                      .team = call.team ? call.team->number + 1 : 0,
                      .function = call.function,
                      .way = static_cast<std::uint8_t>(call.way),
                      .device = on_device,
                      .thread = recorder.number});
}

}  // namespace

Call::Call(Function function, const void* site)
    : recorder_(mine ? *mine : *begin_thread()), site_(site), function_(function), within_(recorder_.busy.why.inside) {
  recorder_.busy.why.inside = true;
  recorder_.look_whether_busy();
}

Call::~Call() {
  if (within_) return;
  if (recorder_.current.timed) end_timed(recorder_);
  recorder_.busy.why.inside = false;
  recorder_.look_whether_busy();
}

void Call::happens(Timing timing) {
  if (!counts()) return;
  const Brief counted = brief(timing, 0, 0);
  if (!counted || count_down(counted, Way::none, 0, 0, 0)) begin_timed({.brief = counted});
}

void Call::moves(Way way, Timing timing, int pe, std::uint64_t bytes, const void* dest, const void* source,
                 std::uint64_t elements) {
  if (!counts()) return;
  const auto peer = static_cast<std::uint32_t>(pe);
  const Brief counted = brief(timing, pe, bytes);
  if (!counted) {
    if (peer < recorder_.n_peers) recorder_.peers[peer].add(way, bytes);
    add_bytes(way, bytes);
  } else if (!count_down(counted, way, peer, bytes, elements)) {
    return;
  }
  begin_timed({.brief = counted, .way = way, .peer = pe, .dest = dest, .source = source, .bytes = bytes});
}

void Call::has_moved(Way way, int pe, std::uint64_t bytes) {
  if (!counts()) return;
  const auto peer = static_cast<std::uint32_t>(pe);
  if (peer < recorder_.n_peers) recorder_.peers[peer].add(way, bytes);
  add_bytes(way, bytes);
}

void Call::gathers(std::uint64_t bytes, Team* team, const void* dest, const void* source) {
  if (!counts()) return;
  add_bytes(Way::collective, bytes);
  begin_timed({.way = Way::collective, .team = team, .dest = dest, .source = source, .bytes = bytes});
}

void Call::meets(Team* team) {
  if (counts())
    begin_timed({.team = team});
  else if (!within_)
    barriers::pass(*team);
}

/// Where the call is counted if it is one of a few nanoseconds, else null.
Brief Call::brief(Timing timing, int peer, std::uint64_t bytes) const {
  if (timing == Timing::each || (timing == Timing::by_size && bytes > kSmall)) return {};
  return recorder_.brief(function_, static_cast<std::uint32_t>(peer), timing);
}

/// Counts a brief call, and says whether it is one to be timed.
bool Call::count_down(const Brief& brief, Way way, std::size_t peer, std::uint64_t bytes, std::uint64_t elements) {
  recorder_.tallies[function_].way = way;
  Cell& cell = *brief.cell;
  Period& period = *brief.period;
  if (period.length == 0) recorder_.begin_cell(function_, brief);
  if (period.bytes != bytes) {
    recorder_.settle(function_, peer, cell, period);
    period.bytes = static_cast<std::uint32_t>(bytes);
    cell.elements = elements;
  }
  if (cell.left > 0) {
    --cell.left;
    return false;
  }
  ++period.mark;  // this call
  recorder_.settle(function_, peer, cell, period);
  return true;
}

void Call::add_bytes(Way way, std::uint64_t bytes) {
  recorder_.tallies[function_].bytes += bytes;
  ++recorder_.sizes[static_cast<int>(way)][size_class(bytes)];
}

/// Completes what is known of the call, and reads the clock.
void Call::begin_timed(const Current& call) {
  recorder_.current = call;
  recorder_.current.timed = true;
  recorder_.current.function = function_;
  recorder_.current.site = site_;
  recorder_.current.start = base::ticks();
}

}  // namespace isthmus::profile
