#include "report.hpp"

#include <dlfcn.h>
#include <link.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "activity.hpp"
#include "barriers.hpp"
#include "clocks.hpp"
#include "job.hpp"
#include "teams.hpp"

namespace isthmus::profile {
namespace {

/// Splits this process's address into a file and an address in it.
SiteRow located(const void* address, Function function) {
  SiteRow row;
  row.function = function;
  if (!address) return row;
  // A return address: the call is the instruction before it.
  const auto call = reinterpret_cast<std::uintptr_t>(address) - 1;
  Dl_info info{};
  link_map* map = nullptr;
  if (!dladdr1(reinterpret_cast<void*>(call), &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) || !map)
    return row;
  row.file = *map->l_name ? map->l_name : program_invocation_name;
  if (!*map->l_name) {
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    if (length > 0) row.file.assign(path, static_cast<std::size_t>(length));
  }
  row.address = call - map->l_addr;
  if (info.dli_sname) row.symbol = info.dli_sname;
  return row;
}

/// The cores that this process may use, such as 0-3,8.
std::string cpu_list() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return "";
  std::string list;
  for (int first = 0; first < CPU_SETSIZE; ++first) {
    if (!CPU_ISSET(first, &set)) continue;
    int last = first;
    while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, &set)) ++last;
    list += (list.empty() ? "" : ",") + std::to_string(first) + (last > first ? "-" + std::to_string(last) : "");
    first = last;
  }
  return list;
}

/// The calls of one function over all threads.
struct Sum {
  std::uint64_t count = 0, bytes = 0, timed = 0;
  double measured = 0, guessed = 0;  // ns, of the calls that were timed, and of those that were only counted
};

Sum add_up(const std::vector<Recorder*>& recorders, std::uint16_t function, const HostClock& clock) {
  Sum sum;
  std::uint64_t untimed = 0, stood_for = 0;
  double stood_for_time = 0;
  for (Recorder* recorder : recorders) {
    const Tally& one = recorder->tallies[function];
    untimed += one.brief - one.brief_timed;
    stood_for += one.stood_for;
    stood_for_time += clock.span(one.stood_for_ticks);
    sum.count += one.timed + one.brief;
    sum.timed += one.timed + one.brief_timed;
    sum.bytes += one.bytes;
    sum.measured += clock.span(one.ticks + one.brief_ticks);
  }
  if (stood_for > 0) sum.guessed = stood_for_time / static_cast<double>(stood_for) * static_cast<double>(untimed);
  return sum;
}

/// Returns by how much guesses have to be lowered. Few samples, one of which happened to take long, may say that the
/// calls took longer than there was time.
double add_calls(const std::vector<Recorder*>& recorders, const HostClock& clock, Report& report) {
  std::vector<Sum> sums;
  double measured = 0, guessed = 0;
  for (std::uint16_t i = 0; i < kFunctions; ++i) {
    sums.push_back(add_up(recorders, i, clock));
    measured += sums.back().measured;
    guessed += sums.back().guessed;
  }
  const double left = report.elapsed * static_cast<double>(recorders.size()) - measured;
  const double trust = guessed > left ? std::max(left, 0.0) / guessed : 1;
  for (std::uint16_t i = 0; i < kFunctions; ++i) {
    const Sum& sum = sums[i];
    if (sum.count == 0) continue;
    report.calls.push_back({i, sum.count, sum.bytes, sum.timed, sum.measured + trust * sum.guessed});
    report.timed += sum.timed;
    report.counted += sum.count;
  }
  return trust;
}

void add_traffic(const std::vector<Recorder*>& recorders, const std::vector<int>& nodes, Report& report) {
  for (std::uint32_t pe = 0; pe < nodes.size(); ++pe) {
    PeerRow row{.pe = pe, .traffic = {}};
    for (const Recorder* recorder : recorders) {
      if (pe >= recorder->n_peers) continue;
      const Peer& one = recorder->peers[pe];
      row.traffic.bytes_to += one.bytes_to;
      row.traffic.messages_to += one.messages_to;
      row.traffic.bytes_from += one.bytes_from;
      row.traffic.messages_from += one.messages_from;
    }
    if (row.traffic.messages_to + row.traffic.messages_from == 0) continue;
    report.peers.push_back(row);
    if (nodes[pe] == report.node) continue;
    report.wire_bytes += row.traffic.bytes_to + row.traffic.bytes_from;
    report.wire_messages += row.traffic.messages_to + row.traffic.messages_from;
  }
  for (const Recorder* recorder : recorders) {
    for (std::size_t way = 0; way < kWays; ++way)
      for (std::size_t k = 0; k < 65; ++k) report.sizes[way][k] += recorder->sizes[way][k];
    report.device_to += recorder->device_to;
    report.device_from += recorder->device_from;
  }
}

/// The sites of all threads, and the barriers with the sites they are at.
void add_sites(const std::vector<Recorder*>& recorders, const HostClock& clock, double trust, Report& report) {
  std::map<std::pair<const void*, Function>, std::uint32_t> index;
  const auto row_of = [&](const void* address, Function function) -> std::uint32_t {
    const auto [found, is_new] =
        index.try_emplace({address, function}, static_cast<std::uint32_t>(report.sites.size()));
    if (is_new) report.sites.push_back(located(address, function));
    return found->second;
  };
  const auto add = [&](const Site& site) {
    if (site.count == 0) return;
    SiteRow& row = report.sites[row_of(site.address, site.function)];
    row.count += site.count;
    row.bytes += site.bytes;
    row.time += clock.span(site.ticks) + trust * clock.span(site.guessed);
  };
  for (const Recorder* recorder : recorders) {
    for (const Site& site : recorder->sites) add(site);
    add(recorder->other_sites);
  }
  for (const Meeting& meeting : barriers::newest())
    report.meetings.push_back({meeting.team, meeting.turn, row_of(meeting.address, meeting.function),
                               clock.at(meeting.arrival), clock.span(meeting.ticks)});
  report.forgotten = barriers::n_forgotten();
}

void add_events(const std::vector<Recorder*>& recorders, const HostClock& clock, Report& report) {
  const auto has_ring = [](const Recorder* recorder) { return !recorder->ring.empty(); };
  const bool is_traced = std::any_of(recorders.begin(), recorders.end(), has_ring);
  for (const Recorder* recorder : recorders) {
    if (is_traced && !has_ring(recorder))  // one of too many threads
      for (const Tally& tally : recorder->tallies) report.dropped += tally.timed + tally.brief;
    const std::size_t kept = std::min<std::size_t>(recorder->n_events, recorder->ring.size());
    report.dropped += recorder->n_events - kept;
    for (std::size_t i = recorder->n_events - kept; i < recorder->n_events; ++i) {
      const Event& event = recorder->ring[i % recorder->ring.size()];
      report.events.push_back({clock.at(event.start), clock.span(event.ticks), event.bytes, event.peer, event.team,
                               event.function, event.way, event.device, event.thread});
    }
  }
}

}  // namespace

Report make_report(const HostClock& clock, std::uint64_t began, std::uint64_t ended, const std::vector<int>& nodes) {
  Report report;
  report.start = clock.at(began);
  report.elapsed = clock.span(ended - began);
  report.pe = job::my_pe();
  report.node = nodes[static_cast<std::size_t>(report.pe)];
  report.pid = getpid();
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  report.host = host;
  report.cpus = cpu_list();
  const std::vector<Recorder*> recorders = all_recorders();
  for (Recorder* recorder : recorders) recorder->settle_all();
  const double trust = add_calls(recorders, clock, report);
  add_traffic(recorders, nodes, report);
  add_sites(recorders, clock, trust, report);
  add_events(recorders, clock, report);
  activity::end(clock, report);
  for (const Recorder* recorder : recorders) report.device_time += clock.span(recorder->device_ticks);
  for (const CallRow& call : report.calls)
    if (std::string(kFunctionRows[call.function].kind) == "collectives") report.collective_bytes += call.bytes;
  for (const Team* team : teams::list()) report.teams.push_back({team->key, team->size, team->label});
  return report;
}

}  // namespace isthmus::profile
