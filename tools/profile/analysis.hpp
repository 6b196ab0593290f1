// What PE 0 makes of the reports of all PEs.
#pragma once
#include <string>
#include <vector>

#include "places.hpp"
#include "report.hpp"

namespace isthmus::profile {

struct JobReport {
  std::vector<Report> pes;
  std::string program, arguments, library, started;
  double per_timed_call = 0, per_counted_call = 0;  // ns, of this tool itself

  double elapsed() const;  // of the PE that took longest
  int nodes() const;
  /// The part of the PEs' time that this tool took, estimated.
  double overhead_share() const;
};

/// A barrier in the program. Waiting is from a PE's own arrival to that of the last, where all arrivals are known, and
/// else the whole time of the call.
struct BarrierRow {
  std::string call, team, place;
  std::uint64_t count = 0;
  std::vector<double> wait;         // by PE
  std::vector<std::uint64_t> last;  // how often each PE came last
};

/// A place in the program that calls a function, over all PEs.
struct PlaceRow {
  Place place;
  std::string call;
  std::uint64_t count = 0, bytes = 0;
  double time = 0, most = 0;
  int pe_max = 0;  // where it took longest
};

struct Analysis {
  std::vector<BarrierRow> barriers;  // most waiting first
  std::vector<PlaceRow> places;      // most time first
};
Analysis analyse(const JobReport& job);

}  // namespace isthmus::profile
