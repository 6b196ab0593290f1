// The ten lines on the terminal.
#include <algorithm>
#include <cmath>
#include <map>

#include "page.hpp"

namespace isthmus::profile {
namespace {

std::string scaled(double value, double step, std::initializer_list<const char*> units) {
  auto unit = units.begin();
  while (value >= step && unit + 1 != units.end()) {
    value /= step;
    ++unit;
  }
  char text[48];
  std::snprintf(text, sizeof text, value < 10 ? "%.2f %s" : "%.0f %s", value, *unit);
  return text;
}
std::string time_text(double ns) { return scaled(ns, 1000, {"ns", "us", "ms", "s"}); }
std::string bytes_text(double bytes) { return scaled(bytes, 1024, {"B", "KiB", "MiB", "GiB", "TiB"}); }

struct Totals {
  double inside = 0, elapsed = 0;
  std::uint64_t calls = 0, wire_bytes = 0, bytes = 0, messages = 0;
  std::map<std::string, double> by_kind;
  std::map<std::pair<int, int>, std::uint64_t> pairs;  // bytes by source and target
};

Totals add_up(const JobReport& job) {
  Totals totals;
  for (const Report& pe : job.pes) {
    totals.elapsed += pe.elapsed;
    totals.wire_bytes += pe.wire_bytes;
    for (const CallRow& call : pe.calls) {
      totals.calls += call.count;
      totals.inside += call.time;
      totals.by_kind[kFunctionRows[call.function].kind] += call.time;
    }
    for (const PeerRow& row : pe.peers) {
      totals.bytes += row.traffic.bytes_to + row.traffic.bytes_from;
      totals.messages += row.traffic.messages_to + row.traffic.messages_from;
      totals.pairs[{pe.pe, static_cast<int>(row.pe)}] += row.traffic.bytes_to;
      totals.pairs[{static_cast<int>(row.pe), pe.pe}] += row.traffic.bytes_from;
    }
  }
  return totals;
}

std::string kinds_text(const Totals& totals) {
  std::vector<std::pair<double, std::string>> kinds;
  for (const auto& [kind, time] : totals.by_kind) kinds.push_back({time, kind});
  std::sort(kinds.rbegin(), kinds.rend());
  std::string text;
  for (std::size_t i = 0; i < kinds.size() && i < 4; ++i) {
    char one[64];
    std::snprintf(one, sizeof one, "%s%s %.0f %%", i ? ", " : "", kinds[i].second.c_str(),
                  100 * kinds[i].first / std::max(totals.inside, 1.0));
    text += one;
  }
  return text;
}

void print_places(std::FILE* out, const Analysis& analysis) {
  for (std::size_t i = 0; i < analysis.places.size() && i < 3; ++i) {
    const PlaceRow& row = analysis.places[i];
    std::fprintf(out, "  %s %s by %s, about %llu calls\n", i == 0 ? "costs most:" : "           ",
                 time_text(row.time).c_str(), (row.call + " in " + row.place.text()).c_str(),
                 static_cast<unsigned long long>(row.count));
  }
}

/// What the PEs moved. A line that would say nothing is left out: nothing was moved, there is one node, or only one PE
/// moved data to only one.
void print_traffic(std::FILE* out, const Totals& totals, int nodes) {
  if (totals.messages == 0) return;
  const std::string between =
      nodes > 1 ? ", " + bytes_text(static_cast<double>(totals.wire_bytes)) + " of it between nodes" : "";
  std::fprintf(out, "  moved %s in %llu messages%s\n", bytes_text(static_cast<double>(totals.bytes)).c_str(),
               static_cast<unsigned long long>(totals.messages), between.c_str());
  using Pair = std::pair<const std::pair<int, int>, std::uint64_t>;
  const Pair* busiest = nullptr;
  std::size_t pairs = 0;
  for (const Pair& pair : totals.pairs) {
    if (pair.first.first == pair.first.second || pair.second == 0) continue;  // what stays on a PE is no traffic
    ++pairs;
    if (!busiest || pair.second > busiest->second) busiest = &pair;
  }
  if (pairs > 1)
    std::fprintf(out, "  most from PE %d to PE %d: %s\n", busiest->first.first, busiest->first.second,
                 bytes_text(static_cast<double>(busiest->second)).c_str());
}

void print_barrier(std::FILE* out, const Analysis& analysis) {
  if (analysis.barriers.empty()) return;
  const BarrierRow& row = analysis.barriers.front();
  double wait = 0;
  for (const double one : row.wait) wait += one;
  const auto last = std::max_element(row.last.begin(), row.last.end());
  std::fprintf(out, "  most waiting: %s at %s in %s; last was PE %td, %llu of %llu times\n", time_text(wait).c_str(),
               row.call.c_str(), row.place.c_str(), last - row.last.begin(), static_cast<unsigned long long>(*last),
               static_cast<unsigned long long>(row.count));
}

}  // namespace

void print_summary(std::FILE* out, const JobReport& job, const Analysis& analysis, const char* file) {
  const Totals totals = add_up(job);
  std::fprintf(out, "profile of %s on %zu PEs, %d node%s%s%s\n", job.program.substr(job.program.rfind('/') + 1).c_str(),
               job.pes.size(), job.nodes(), job.nodes() == 1 ? "" : "s", file ? ": " : "", file ? file : "");
  std::fprintf(out, "  elapsed %s; %.1f %% of the PEs' time inside the library, in %llu calls\n",
               time_text(job.elapsed()).c_str(), 100 * totals.inside / std::max(totals.elapsed, 1.0),
               static_cast<unsigned long long>(totals.calls));
  std::fprintf(out, "  of it: %s\n", kinds_text(totals).c_str());
  print_traffic(out, totals, job.nodes());
  print_barrier(out, analysis);
  print_places(out, analysis);
  std::fprintf(out, "  the profile itself took about %.1f %% (%.0f ns for a timed call, %.1f ns for a counted one)\n",
               100 * job.overhead_share(), job.per_timed_call, job.per_counted_call);
}

}  // namespace isthmus::profile
