#include "call.hpp"

#include "barriers.hpp"
#include "device.hpp"
#include "teams.hpp"

namespace isthmus::profile {
namespace {

/// The record of a place that calls. If there is no room near its hash, the one for all others.
Site& site_of(Recorder& recorder, const void* address, Function function) {
  const auto hash = (reinterpret_cast<std::uintptr_t>(address) ^ (std::uintptr_t{function} << 40)) * 0x9E3779B97F4A7C15ULL;
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

}  // namespace

void begin_timed(Recorder& recorder, Sort sort, const void* site, int peer, std::uint64_t bytes, const void* dest,
                 const void* source) {
  recorder.current = {.timed = true,
                      .brief = sort.brief,
                      .function = sort.function,
                      .way = sort.way,
                      .peer = peer,
                      .site = site,
                      .dest = dest,
                      .source = source,
                      .bytes = bytes};
  recorder.current.start = base::ticks();
}

void begin_timed(Recorder& recorder, Sort sort, const void* site, Team* team, std::uint64_t bytes, const void* dest,
                 const void* source) {
  recorder.current = {.timed = true,
                      .function = sort.function,
                      .way = sort.way,
                      .site = site,
                      .team = team,
                      .dest = dest,
                      .source = source,
                      .bytes = bytes};
  recorder.current.start = base::ticks();
}

void end_timed(Recorder& recorder) {
  const std::uint64_t now = base::ticks();
  Current& call = recorder.current;
  call.timed = false;
  const std::uint64_t ticks = now - call.start;
  Tally& tally = recorder.tallies[call.function];
  std::uint64_t stands_for = 1;  // calls, this one and those that were only counted
  if (!call.brief) {
    tally.ticks += ticks;
    ++tally.timed;
  } else {
    stands_for = tally.period;
    tally.begin_period(recorder.ring.empty() ? kSampleEvery : 1);
    tally.brief_ticks += ticks;
    ++tally.brief_timed;
  }
  Site& site = site_of(recorder, call.site, call.function);
  site.count += stands_for;
  site.ticks += ticks * stands_for;
  site.bytes += call.bytes * stands_for;
  const bool on_device = note_device(recorder, call, ticks);
  if (call.team && call.way == Way::none) barriers::add(call, ticks);
  if (recorder.ring.empty()) return;
  recorder.ring[recorder.n_events++ % recorder.ring.size()] = {.start = call.start,
                                                               .ticks = ticks,
                                                               .bytes = call.bytes,
                                                               .peer = call.peer,
                                                               .team = call.team ? call.team->number + 1 : 0,
                                                               .function = call.function,
                                                               .way = static_cast<std::uint8_t>(call.way),
                                                               .device = on_device,
                                                               .thread = recorder.number};
}

}  // namespace isthmus::profile
