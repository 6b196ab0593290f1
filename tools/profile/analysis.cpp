#include "analysis.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace isthmus::profile {
namespace {

constexpr std::size_t kMostPlaces = 40;

using SiteKey = std::tuple<std::string, std::uint64_t, std::uint16_t>;  // file, address, function
SiteKey key_of(const SiteRow& site) { return {site.file, site.address, site.function}; }

/// The sites of all PEs, added up.
struct Sum {
  std::string symbol;
  std::uint64_t count = 0, bytes = 0;
  double time = 0, most = 0;
  int pe_max = 0;
};

std::map<SiteKey, Sum> add_up_sites(const JobReport& job) {
  std::map<SiteKey, Sum> sums;
  for (const Report& pe : job.pes)
    for (const SiteRow& site : pe.sites) {
      Sum& sum = sums[key_of(site)];
      sum.symbol = site.symbol;
      sum.count += site.count;
      sum.bytes += site.bytes;
      sum.time += site.time;
      if (site.time > sum.most) {
        sum.most = site.time;
        sum.pe_max = pe.pe;
      }
    }
  return sums;
}

/// One PE's arrival at one barrier.
struct Arrival {
  std::uint64_t team;
  std::uint32_t turn;
  int pe;
  const MeetingRow* row;
};

struct BarrierKey {
  SiteKey site;
  std::uint64_t team;
  auto operator<=>(const BarrierKey&) const = default;
};

/// The barriers that a PE called from one place and that are still known one by one. `key` is the row of the last of
/// them, by the place from which its lowest PE called, which may be another.
struct Remembered {
  std::uint64_t count = 0;
  double time = 0;
  BarrierKey key;
};

class Barriers {
 public:
  explicit Barriers(const JobReport& job) : job_(job) {
    for (const Report& pe : job.pes) {
      for (const TeamRow& team : pe.teams) teams_[team.key] = &team;
      for (const MeetingRow& row : pe.meetings) arrivals_.push_back({row.team, row.turn, pe.pe, &row});
    }
    std::sort(arrivals_.begin(), arrivals_.end(), [](const Arrival& a, const Arrival& b) {
      return std::tie(a.team, a.turn, a.pe) < std::tie(b.team, b.turn, b.pe);
    });
    for (std::size_t from = 0, to = 0; from < arrivals_.size(); from = to) {
      while (to < arrivals_.size() && arrivals_[to].team == arrivals_[from].team &&
             arrivals_[to].turn == arrivals_[from].turn)
        ++to;
      add(from, to);
    }
    add_forgotten();
  }

  const std::map<BarrierKey, BarrierRow>& rows() const { return rows_; }

 private:
  const SiteRow& site_of(const Arrival& arrival) const {
    return job_.pes[static_cast<std::size_t>(arrival.pe)].sites[arrival.row->site];
  }

  BarrierRow& row_at(const BarrierKey& key) {
    BarrierRow& row = rows_[key];
    row.wait.resize(job_.pes.size());
    row.last.resize(job_.pes.size());
    const auto known = teams_.find(key.team);
    row.team = known == teams_.end() ? "?" : known->second->label;
    row.call = kFunctionRows[std::get<2>(key.site)].name;
    return row;
  }

  /// One barrier: the arrivals [from, to), of all members or only of those that still know of it.
  void add(std::size_t from, std::size_t to) {
    const auto known = teams_.find(arrivals_[from].team);
    const bool is_complete = known != teams_.end() && to - from == static_cast<std::size_t>(known->second->size);
    const BarrierKey key{key_of(site_of(arrivals_[from])), arrivals_[from].team};
    BarrierRow& row = row_at(key);
    ++row.count;
    std::size_t last = from;
    for (std::size_t i = from; i < to; ++i)
      if (arrivals_[i].row->arrival > arrivals_[last].row->arrival) last = i;
    for (std::size_t i = from; i < to; ++i) {
      const Arrival& one = arrivals_[i];
      row.wait[static_cast<std::size_t>(one.pe)] +=
          is_complete ? arrivals_[last].row->arrival - one.row->arrival : one.row->time;
      Remembered& remembered = remembered_[{one.pe, one.row->site}];
      remembered.count += 1;
      remembered.time += one.row->time;
      remembered.key = key;
    }
    if (is_complete) ++row.last[static_cast<std::size_t>(arrivals_[last].pe)];
  }

  /// Barriers of which a PE has only the sum, since newer ones took their room: their whole time counts as waiting, in
  /// the row of the last barrier that is known of the PE and this place.
  void add_forgotten() {
    for (const auto& [where, remembered] : remembered_) {
      const auto& [pe, index] = where;
      const SiteRow& site = job_.pes[static_cast<std::size_t>(pe)].sites[index];
      if (site.count <= remembered.count) continue;
      BarrierRow& row = row_at(remembered.key);
      row.wait[static_cast<std::size_t>(pe)] += site.time - remembered.time;
      // The PE may call from one place what the lowest PE calls from several: it is that PE's calls that a row counts.
      if (remembered.key.site == key_of(site)) row.count = std::max(row.count, site.count);
    }
  }

  const JobReport& job_;
  std::map<std::uint64_t, const TeamRow*> teams_;
  std::vector<Arrival> arrivals_;
  std::map<std::pair<int, std::uint32_t>, Remembered> remembered_;  // by PE and site
  std::map<BarrierKey, BarrierRow> rows_;
};

double sum_of(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

}  // namespace

double JobReport::elapsed() const {
  double longest = 0;
  for (const Report& pe : pes) longest = std::max(longest, pe.elapsed);
  return longest;
}

int JobReport::nodes() const {
  std::set<int> met;
  for (const Report& pe : pes) met.insert(pe.node);
  return static_cast<int>(met.size());
}

double JobReport::overhead_share() const {
  double tool = 0, all = 0;
  for (const Report& pe : pes) {
    tool +=
        static_cast<double>(pe.timed) * per_timed_call + static_cast<double>(pe.counted - pe.timed) * per_counted_call;
    all += pe.elapsed;
  }
  return all > 0 ? tool / all : 0;
}

Analysis analyse(const JobReport& job) {
  const std::map<SiteKey, Sum> sums = add_up_sites(job);
  std::vector<std::pair<SiteKey, Sum>> sites(sums.begin(), sums.end());
  std::sort(sites.begin(), sites.end(), [](const auto& a, const auto& b) { return a.second.time > b.second.time; });
  if (sites.size() > kMostPlaces) sites.resize(kMostPlaces);
  const Barriers barriers(job);

  std::map<Address, std::string> wanted;
  for (const auto& [key, sum] : sites) wanted[{std::get<0>(key), std::get<1>(key)}] = sum.symbol;
  for (const auto& [key, row] : barriers.rows()) {
    const auto found = sums.find(key.site);
    wanted[{std::get<0>(key.site), std::get<1>(key.site)}] = found == sums.end() ? "" : found->second.symbol;
  }
  std::map<Address, Place> places = find_places(wanted);

  Analysis result;
  for (const auto& [key, sum] : sites)
    result.places.push_back({places[{std::get<0>(key), std::get<1>(key)}], kFunctionRows[std::get<2>(key)].name,
                             sum.count, sum.bytes, sum.time, sum.most, sum.pe_max});
  for (const auto& [key, row] : barriers.rows()) {
    result.barriers.push_back(row);
    result.barriers.back().place = places[{std::get<0>(key.site), std::get<1>(key.site)}].text();
  }
  std::sort(result.barriers.begin(), result.barriers.end(),
            [](const BarrierRow& a, const BarrierRow& b) { return sum_of(a.wait) > sum_of(b.wait); });
  return result;
}

}  // namespace isthmus::profile
