#include "activity.hpp"

#include <cxxabi.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "activity_log.hpp"
#include "activity_source.hpp"
#include "base/cpu.hpp"
#include "call.hpp"
#include "clocks.hpp"
#include "report.hpp"
#include "vendor_library.hpp"

namespace isthmus::profile::activity {
namespace {

/// One moment on both clocks.
struct Reading {
  std::uint64_t ticks = 0, ns = 0;  // `ns`: of the source's clock; 0: it did not run
};

struct Connection {
  const ActivitySource& source;
  std::atomic<bool> has_tried = false, is_attached = false;
  Reading first{};
  std::string why{};  // there is nothing to record
};
// In the order of Vendor. Never destroyed: a driver's thread may outlive the destructors of this library.
auto& connections = *new std::array<Connection, 3>{{{cupti::source}, {roctracer::source}, {pti::source}}};

Connection& connection_of(Vendor vendor) { return connections[static_cast<std::size_t>(vendor)]; }

std::atomic<bool> is_paused = false;

/// A line in the debug log of the job.
void explain(Connection& connection, const std::string& why) {
  connection.why = why;
  if (std::getenv("SHMEM_DEBUG") || std::getenv("SMA_DEBUG"))
    std::fprintf(stderr, "isthmus: the trace has no kernels and device copies: %s\n", why.c_str());
}

Reading read_clocks(const ActivitySource& source) {
  constexpr int kRounds = 16;
  Reading best;
  std::uint64_t shortest = ~std::uint64_t{0};
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t before = base::ticks();
    const std::uint64_t ns = source.now();
    const std::uint64_t took = base::ticks() - before;
    if (took >= shortest) continue;  // this thread may have lost its core between the clocks
    shortest = took;
    best = {before + took / 2, ns};
  }
  return best;
}

/// Connects to the vendor's library, once: what that does may initialise the driver, which calls this library.
void attach(Connection& connection) {
  if (connection.has_tried.exchange(true)) return;
  std::string why, ignored;
  const ActivitySource& source = connection.source;
  if (!source.connect(why)) return explain(connection, why);
  if (!is_paused && !source.record(true, why)) {
    source.record(false, ignored);  // what it did not refuse
    return explain(connection, why);
  }
  connection.first = read_clocks(source);
  connection.is_attached = true;
}

/// Starts or stops the recording of all devices whose drivers are in the process.
void record(bool on) {
  for (Connection& connection : connections) {
    std::string why;
    if (connection.is_attached)
      connection.source.record(on, why);
    else if (on && is_loaded(connection.source.driver))
      attach(connection);
  }
}

/// A driver calls while it is initialised. SHMEM_TRACE is there until shmem_init.
void attach_to_starting(Vendor vendor) {
  Connection& connection = connection_of(vendor);
  const bool is_wanted = activity_log().is_open() || std::getenv("SHMEM_TRACE");
  if (is_wanted && is_loaded(connection.source.driver)) attach(connection);
}

std::string demangled(const std::string& name) {
  int status = -1;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                    std::free);
  return status == 0 && text ? text.get() : name;
}

/// Turns a source's times into those of PE 0's host, by two moments that are known on both clocks: when the recording
/// began, and when it ended. Where its clock did not run at first, by the second one alone.
class SourceClock {
 public:
  SourceClock(const HostClock& clock, const Reading& first, const Reading& last)
      : zero_(first.ns ? first.ns : last.ns),
        first_(clock.at(first.ns ? first.ticks : last.ticks)),
        last_(clock.at(last.ticks)),
        span_(since_zero(last.ns)) {}

  double at(std::uint64_t ns) const {
    const double since = since_zero(ns);
    if (since <= 0 || span_ <= 0) return first_ + since;
    return since < span_ ? first_ + since / span_ * (last_ - first_) : last_ + (since - span_);
  }

 private:
  /// The numbers are too large for a double, their differences are not.
  double since_zero(std::uint64_t ns) const { return static_cast<double>(static_cast<std::int64_t>(ns - zero_)); }

  std::uint64_t zero_;
  double first_, last_, span_;
};

/// Delivers what is left. The clock is read before, so that what is delivered lies between the readings.
SourceClock finish(Connection& connection, const HostClock& clock) {
  if (!connection.has_tried && !is_paused && is_loaded(connection.source.driver))
    explain(connection, std::string(connection.source.driver) +
                            " was loaded after shmem_init; load it before, or call shmem_pcontrol(1) afterwards");
  if (!connection.is_attached) return {clock, {}, {}};
  const Reading last = read_clocks(connection.source);
  connection.source.flush();
  std::string ignored;
  connection.source.record(false, ignored);
  return {clock, connection.first, last};
}

}  // namespace

void begin(std::size_t events) {
  activity_log().open(events);
  if (events == 0) return;
  for (Connection& connection : connections)
    if (connection.is_attached) connection.first = read_clocks(connection.source);
  if (!is_paused) record(true);
}

void pause(bool on) {
  is_paused = on;
  if (activity_log().is_open()) record(!on);
}

void end(const HostClock& clock, Report& report) {
  ActivityLog& log = activity_log();
  if (!log.is_open()) return;
  std::vector<SourceClock> clocks;
  for (Connection& connection : connections) clocks.push_back(finish(connection, clock));
  log.close([&](const ActivityLog::Entry& entry) {
    if (!connection_of(entry.row.vendor).is_attached) return;
    const SourceClock& times = clocks[static_cast<std::size_t>(entry.row.vendor)];
    ActivityRow row = entry.row;
    row.start = times.at(entry.start);
    row.time = times.at(entry.end) - row.start;
    if (row.start >= report.start) report.activities.push_back(row);  // not what the program did before the job
  });
  report.dropped_activities = log.n_dropped();
  for (const std::string& name : log.kernel_names()) report.kernel_names.push_back(demangled(name));
  for (const Connection& connection : connections)
    if (!connection.why.empty()) report.no_activities += (report.no_activities.empty() ? "" : "; ") + connection.why;
}

}  // namespace isthmus::profile::activity

using isthmus::profile::Vendor;
using isthmus::profile::activity::attach_to_starting;

/// CUDA's driver calls this when it is initialised, if CUDA_INJECTION64_PATH names this library, as oshrun --trace
/// does. So devices are watched from the first kernel on, also in programs that load the driver after shmem_init.
extern "C" SEEN int InitializeInjection(void) {
  attach_to_starting(Vendor::nvidia);
  return 1;
}

/// AMD's HSA runtime, which HIP is built on, calls OnLoad of every library in the process that has this variable, in
/// its order, when it is initialised.
extern "C" {
SEEN extern const std::uint32_t HSA_AMD_TOOL_PRIORITY;
const std::uint32_t HSA_AMD_TOOL_PRIORITY = 100;
}
extern "C" SEEN bool OnLoad(void*, std::uint64_t, std::uint64_t, const char* const*) {
  attach_to_starting(Vendor::amd);
  return true;
}
