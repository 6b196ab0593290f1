#include "activity.hpp"

#include <cxxabi.h>
#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/cpu.hpp"
#include "call.hpp"
#include "clocks.hpp"
#include "cupti.hpp"
#include "report.hpp"

namespace isthmus::profile::activity {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;
constexpr std::size_t kMostNames = 4096;  // kernels beyond have a common name
constexpr const char* kInjection = "CUDA_INJECTION64_PATH";

/// One moment on both clocks.
struct Reading {
  std::uint64_t ticks = 0, ns = 0;  // `ns`: of CUPTI's clock
};

/// A kernel, copy or fill, whose times are CUPTI's.
struct Activity {
  ActivityRow row;
  std::uint64_t start, end;
};

struct State {
  cupti::Library library{};
  std::atomic<bool> has_tried = false, is_attached = false, is_paused = false;
  std::string why;  // there is nothing to record
  Reading first;

  std::mutex mutex;  // of what follows, which CUPTI's thread writes
  std::size_t most = 0;
  std::vector<Activity> ring;  // the newest
  std::uint64_t n_recorded = 0, n_lost = 0;
  std::vector<std::string> names;
  std::unordered_map<std::string, std::uint32_t> number_of_name;
};
auto& state = *new State;  // never destroyed: CUPTI's thread may outlive the destructors of this library

/// A line in the debug log of the job.
void explain(const std::string& why) {
  state.why = why;
  if (std::getenv("SHMEM_DEBUG") || std::getenv("SMA_DEBUG"))
    std::fprintf(stderr, "isthmus: the trace has no kernels and device copies: %s\n", why.c_str());
}

Reading read_clocks() {
  constexpr int kRounds = 16;
  Reading best;
  std::uint64_t shortest = ~std::uint64_t{0};
  for (int round = 0; round < kRounds; ++round) {
    std::uint64_t ns = 0;
    const std::uint64_t before = base::ticks();
    state.library.get_timestamp(&ns);
    const std::uint64_t took = base::ticks() - before;
    if (took >= shortest) continue;  // this thread may have lost its core between the clocks
    shortest = took;
    best = {before + took / 2, ns};
  }
  return best;
}

std::uint32_t number_of(const char* name) {
  std::string text = name ? name : "?";
  if (state.names.size() >= kMostNames && !state.number_of_name.count(text)) text = "other kernels";
  const auto [found, is_new] = state.number_of_name.try_emplace(text, static_cast<std::uint32_t>(state.names.size()));
  if (is_new) state.names.push_back(std::move(text));
  return found->second;
}

/// Keeps what all kinds of records have, and `row`, which has the rest. A record that has not ended has no such time.
template <class AnyRecord>
void keep(const AnyRecord& record, ActivityRow row) {
  if (state.most == 0 || record.end < record.start) return;
  row.device = record.device;
  row.context = record.context;
  row.stream = record.stream;
  const Activity activity{row, record.start, record.end};
  if (state.ring.size() < state.most)
    state.ring.push_back(activity);
  else
    state.ring[state.n_recorded % state.most] = activity;
  ++state.n_recorded;
}

void keep(const cupti::Record& record) {
  ActivityRow row;
  if (record.kind == cupti::kernel) {
    const auto& kernel = reinterpret_cast<const cupti::KernelRecord&>(record);
    row.name = number_of(kernel.name);
    std::copy_n(kernel.grid, 3, row.grid);
    std::copy_n(kernel.block, 3, row.block);
    keep(kernel, row);
  } else if (record.kind == cupti::fill) {
    const auto& fill = reinterpret_cast<const cupti::FillRecord&>(record);
    row.what = ActivityRow::fill;
    row.bytes = fill.bytes;
    keep(fill, row);
  } else if (record.kind == cupti::copy || record.kind == cupti::copy_between_devices) {
    const auto& copy = reinterpret_cast<const cupti::CopyRecord&>(record);
    row.what = ActivityRow::copy;
    row.copy_kind = copy.copy_kind;
    row.bytes = copy.bytes;
    if (record.kind == cupti::copy_between_devices) {
      row.source_device = static_cast<std::int32_t>(copy.source_device);
      row.dest_device = static_cast<std::int32_t>(copy.dest_device);
    }
    keep(copy, row);
  }
}

void give_buffer(std::uint8_t** buffer, std::size_t* bytes, std::size_t* most_records) {
  *buffer = static_cast<std::uint8_t*>(std::malloc(kBufferBytes));
  *bytes = *buffer ? kBufferBytes : 0;
  *most_records = 0;  // as many as fit
}

void take_buffer(void* context, std::uint32_t stream, std::uint8_t* buffer, std::size_t, std::size_t valid_bytes) {
  const std::lock_guard lock(state.mutex);
  cupti::Record* record = nullptr;
  while (valid_bytes > 0 && state.library.get_next_record(buffer, valid_bytes, &record) == 0) keep(*record);
  std::free(buffer);
  std::size_t lost = 0;
  if (state.library.get_n_dropped(context, stream, &lost) == 0 && state.most > 0) state.n_lost += lost;
}

/// Starts or stops the recording of all kinds. Returns CUPTI's first error.
cupti::Result switch_all(bool on) {
  cupti::Result first = 0;
  for (const cupti::Kind kind : cupti::kKinds) {
    const cupti::Result result = on ? state.library.enable(kind) : state.library.disable(kind);
    if (first == 0) first = result;
  }
  return first;
}

/// The library that the driver is to load, if it is another tool's: CUPTI serves one tool in a process.
std::string other_tool() {
  const char* const tool = std::getenv(kInjection);
  Dl_info own{};
  if (!tool || !*tool || dladdr(reinterpret_cast<const void*>(&other_tool), &own) == 0) return "";
  std::error_code ignored;
  return std::filesystem::equivalent(tool, own.dli_fname, ignored) ? "" : tool;
}

/// Connects to CUPTI, once, since what CUPTI does may initialise the driver, which calls InitializeInjection.
void attach() {
  if (state.has_tried.exchange(true)) return;
  if (const std::string tool = other_tool(); !tool.empty())
    return explain("another tool watches the devices, " + std::string(kInjection) + "=" + tool);
  std::string why;
  if (!cupti::load(state.library, why)) return explain(why);
  cupti::Result result = state.library.register_callbacks(give_buffer, take_buffer);
  if (result == 0 && !state.is_paused) result = switch_all(true);
  if (result != 0) {
    const char* name = nullptr;
    state.library.get_result_string(result, &name);
    return explain("CUPTI refuses, " + std::string(name ? name : "?") + " (" + std::to_string(result) + ")");
  }
  state.first = read_clocks();
  state.is_attached = true;
}

std::string demangled(const std::string& name) {
  int status = -1;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                    std::free);
  return status == 0 && text ? text.get() : name;
}

/// Turns CUPTI's times into those of PE 0's host, by two moments that are known on both clocks: when the recording
/// began, and when it ended.
class CuptiClock {
 public:
  CuptiClock(const HostClock& clock, const Reading& first, const Reading& last)
      : zero_(first.ns), first_(clock.at(first.ticks)), last_(clock.at(last.ticks)), span_(since_zero(last.ns)) {}

  double at(std::uint64_t ns) const {
    const double since = since_zero(ns);
    if (since <= 0 || span_ <= 0) return first_ + since;
    return since < span_ ? first_ + since / span_ * (last_ - first_) : last_ + (since - span_);
  }

 private:
  /// CUPTI's numbers are too large for a double, their differences are not.
  double since_zero(std::uint64_t ns) const { return static_cast<double>(static_cast<std::int64_t>(ns - zero_)); }

  std::uint64_t zero_;
  double first_, last_, span_;
};

}  // namespace

void begin(std::size_t events) {
  {
    const std::lock_guard lock(state.mutex);
    state.most = events;
    state.ring.clear();
    state.n_recorded = state.n_lost = 0;
    state.names.clear();
    state.number_of_name.clear();
  }
  if (events == 0) return;
  if (state.is_attached) {
    switch_all(!state.is_paused);
    state.first = read_clocks();
  } else if (dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD)) {
    attach();
  }
}

void pause(bool on) {
  state.is_paused = on;
  if (state.is_attached && state.most > 0) switch_all(!on);
}

void end(const HostClock& clock, Report& report) {
  report.no_activities = state.why;
  if (!state.is_attached || state.most == 0) return;
  const Reading last = read_clocks();
  state.library.flush_all(cupti::kFlushForced);
  switch_all(false);
  const std::lock_guard lock(state.mutex);
  const CuptiClock times(clock, state.first, last);
  const std::size_t kept = state.ring.size();
  report.dropped_activities = state.n_recorded - kept + state.n_lost;
  for (std::size_t i = 0; i < kept; ++i) {
    const Activity& activity = state.ring[(state.n_recorded + i) % kept];
    ActivityRow row = activity.row;
    row.start = times.at(activity.start);
    row.time = times.at(activity.end) - row.start;
    if (row.start >= report.start) report.activities.push_back(row);  // not what the program did before the job
  }
  for (const std::string& name : state.names) report.kernel_names.push_back(demangled(name));
  state.most = 0;
}

}  // namespace isthmus::profile::activity

/// CUDA's driver calls this when it is initialised, if CUDA_INJECTION64_PATH names this library, as oshrun --trace
/// does. So devices are watched from the first kernel on, also in programs that load the driver after shmem_init.
extern "C" SEEN int InitializeInjection(void) {
  // The variable is there until shmem_init.
  if (isthmus::profile::activity::state.most > 0 || std::getenv("SHMEM_TRACE")) isthmus::profile::activity::attach();
  return 1;
}
