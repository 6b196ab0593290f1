// The calls that begin and end a recording. At the end PE 0 gets the reports of all PEs and writes the files that the
// environment names: SHMEM_PROFILE (the page) and SHMEM_TRACE (the timeline). With neither, nothing is recorded.
#define ISTHMUS_NO_GENERICS
#include <pshmem.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

#include "activity.hpp"
#include "barriers.hpp"
#include "call.hpp"
#include "clocks.hpp"
#include "device.hpp"
#include "job.hpp"
#include "page.hpp"
#include "teams.hpp"
#include "trace.hpp"

using namespace isthmus::profile;
using isthmus::base::ticks;

namespace {

constexpr std::size_t kMostEvents = std::size_t{1} << 20;  // of the whole job, in the memory of PE 0
constexpr std::size_t kMostMeetings = std::size_t{1} << 20;

/// A PE's part of kMostEvents or kMostMeetings.
std::size_t share_of(std::size_t most) {
  return std::clamp<std::size_t>(most / static_cast<std::size_t>(job::n_pes()), 256, 65536);
}

struct Recording {
  int users = 0;  // calls of shmem_init without their shmem_finalize
  std::optional<std::string> page, trace;
  HostClock clock;
  std::uint64_t began = 0;
  std::string started;
  double ticks_per_timed = 0, ticks_per_counted = 0;
};
auto& recording_now = *new Recording;  // never destroyed: a PE may finalize in a handler of exit

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  return text;
}

/// Ticks of one call of `function`, which is called over and over: the least of several series, since another program
/// may have the core during some of them.
template <class Called>
double ticks_of(const Called& function) {
  constexpr int kSeries = 20, kCalls = 250;
  std::uint64_t least = UINT64_MAX;
  for (int series = 0; series < kSeries; ++series) {
    const std::uint64_t before = ticks();
    for (int i = 0; i < kCalls; ++i) function();
    least = std::min(least, ticks() - before);
  }
  return static_cast<double>(least) / kCalls;
}

/// Measures this tool on counters that are thrown away.
void measure_overhead() {
  Recorder* const real = mine;
  const auto scratch = std::make_unique<Recorder>();
  scratch->fit(1, 0);
  mine = scratch.get();
  int (*volatile wrapper)() = shmem_my_pe;
  int (*volatile plain)() = library<int()>(f_shmem_my_pe);
  const double with = ticks_of([&] { wrapper(); }), without = ticks_of([&] { plain(); });
  recording_now.ticks_per_counted = std::max(with - without, 0.0);
  recording_now.ticks_per_timed = ticks_of([&] {
    Call call(f_shmem_my_pe, scratch.get());
    call.happens(Timing::each);
  });
  know_cost(recording_now.ticks_per_timed);
  mine = real;
  real->look_whether_busy();
}

/// A number of the environment, or the default where there is none.
std::size_t events_of_trace() {
  const char* const given = std::getenv("SHMEM_TRACE_EVENTS");
  char* end = nullptr;
  const unsigned long number = given ? std::strtoul(given, &end, 10) : 0;
  if (!given) return share_of(kMostEvents);
  if (end != given && *end == '\0' && number >= 16 && number <= kMostEvents) return number;
  if (job::my_pe() == 0)
    std::fprintf(stderr, "SHMEM_TRACE_EVENTS=%s is no number of events: give 16 to %zu; taking the default\n", given,
                 kMostEvents);
  return share_of(kMostEvents);
}

/// Adds a call to the trace that is not timed as others are: the first and the last of a PE.
void add_event(Function function, std::uint64_t start, std::uint64_t end) {
  mine->add_event({.start = start,
                   .ticks = end - start,
                   .function = function,
                   .way = static_cast<std::uint8_t>(Way::none),
                   .thread = mine->number});
}

/// Keeps the calls that a library makes inside those of this tool from being counted.
class OwnCalls {
 public:
  OwnCalls() : outer_(mine->busy.why.inside) { set(true); }
  ~OwnCalls() { set(outer_); }
  OwnCalls(const OwnCalls&) = delete;
  OwnCalls& operator=(const OwnCalls&) = delete;

 private:
  static void set(bool inside) {
    mine->busy.why.inside = inside;
    mine->look_whether_busy();
  }

  const bool outer_;
};

/// Before a call that may begin a job, and is the first to be recorded: forgets an earlier job of this process.
void forget_earlier_job() {
  if (recording_now.users > 0) return;
  forget_calls();
  barriers::forget();
  teams::forget_handles();
}

/// Keeps what an earlier job of this process had where the variable is gone.
void take_setting(const char* variable, std::optional<std::string>& setting) {
  if (const char* const value = std::getenv(variable)) setting = value;
  unsetenv(variable);
}

/// After the first shmem_init of a job, which was called at `since`.
void begin(Function function, std::uint64_t since) {
  if (recording_now.users++ > 0) return;
  const OwnCalls own;
  // Taken out of the environment: a program that this one starts must not write over the files.
  take_setting("SHMEM_PROFILE", recording_now.page);
  take_setting("SHMEM_TRACE", recording_now.trace);
  if (!recording_now.page && !recording_now.trace) {
    pause(true);
    return;
  }
  const std::uint64_t now = ticks();
  recording_now.began = since;
  recording_now.started = utc_now();
  const std::size_t events = recording_now.trace ? events_of_trace() : 0;
  know_peers(static_cast<std::size_t>(job::n_pes()), events);
  barriers::keep(share_of(kMostMeetings));
  device::look();
  measure_overhead();
  add_event(function, since, now);
  recording_now.clock.begin();
  activity::begin(events);
}

/// The program and its arguments, as the kernel knows them.
void name_program(JobReport& job) {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  const std::string words{std::istreambuf_iterator<char>(file), {}};
  for (std::size_t from = 0; from < words.size();) {
    const std::string word = words.substr(from, words.find('\0', from) - from);
    if (from == 0)
      job.program = word;
    else
      job.arguments += (job.arguments.empty() ? "" : " ") + word;
    from += word.size() + 1;
  }
}

/// Collective: brings all reports to PE 0. False if that was not possible.
bool collect(JobReport& job) {
  const std::uint64_t end = ticks();
  recording_now.clock.end();
  // It has met all PEs, so that puts to this one have returned: their arrows end here if no other call takes them.
  add_event(f_shmem_finalize, end, ticks());
  const std::vector<int> nodes = job::nodes();
  const Report report = make_report(recording_now.clock, recording_now.began, end, nodes);
  std::vector<std::vector<char>> all;
  if (!job::bring_to_first(report.bytes(), all)) return false;
  for (const std::vector<char>& bytes : all) job.pes.push_back(Report::from_bytes(bytes));
  job.library = job::library_name();
  if (job.library == SHMEM_VENDOR_STRING) job.library += " " ISTHMUS_VERSION;
  job.started = recording_now.started;
  job.per_timed_call = recording_now.clock.span(1) * recording_now.ticks_per_timed;
  job.per_counted_call = recording_now.clock.span(1) * recording_now.ticks_per_counted;
  name_program(job);
  return true;
}

/// Opens a file and has it written. If that fails, says so, leaves no part of it, and returns false.
template <class Write>
bool write_file(const char* path, Write write) {
  std::FILE* const out = std::fopen(path, "w");
  bool failed = !out;
  if (out) {
    write(out);
    failed = std::ferror(out) != 0;
    failed |= std::fclose(out) != 0;
  }
  if (!failed) return true;
  std::fprintf(stderr, "%s cannot be written: %s; give another file\n", path, std::strerror(errno));
  std::error_code ignored;
  if (out && std::filesystem::is_regular_file(path, ignored)) unlink(path);
  return false;
}

/// PE 0, before the library ends the job: not every library survives its own end (Open MPI 4.1 with osc/rdma does not).
void write_files(const JobReport& job) {
  if (recording_now.page) {
    const char* const path = recording_now.page->c_str();
    const Analysis analysis = analyse(job);
    const bool written = write_file(path, [&](std::FILE* out) { write_page(out, job, analysis); });
    print_summary(stderr, job, analysis, written ? path : nullptr);
  }
  if (recording_now.trace) {
    const char* const path = recording_now.trace->c_str();
    if (write_file(path, [&](std::FILE* out) { write_trace(out, job); })) print_trace_line(stderr, job, path);
  }
}

/// A program of OpenSHMEM 1.0 calls start_pes and need not finalize: the library does so at exit, after this. `starter`
/// is the process that started, so that a fork child does nothing.
void at_exit(int status, void* starter) {
  const bool is_starter = reinterpret_cast<std::intptr_t>(starter) == getpid();
  if (status == 0 && is_starter && recording_now.users > 0) shmem_finalize();
}

template <class Signature, class... Arguments>
auto pass_on(Function function, const void* site, Arguments... arguments) {
  Call call(function, site);
  call.happens(Timing::each);
  return call.next<Signature>()(arguments...);
}

}  // namespace

#define TWIN(name) extern "C" SEEN [[gnu::alias(#name)]]

extern "C" SEEN void shmem_init(void) {
  forget_earlier_job();
  const std::uint64_t since = ticks();
  pass_on<void()>(f_shmem_init, SITE);
  begin(f_shmem_init, since);
}
TWIN(shmem_init) void pshmem_init(void);

extern "C" SEEN int shmem_init_thread(int requested, int* provided) {
  forget_earlier_job();
  const std::uint64_t since = ticks();
  const int result = pass_on<int(int, int*)>(f_shmem_init_thread, SITE, requested, provided);
  if (result == 0) begin(f_shmem_init_thread, since);
  return result;
}
TWIN(shmem_init_thread) int pshmem_init_thread(int requested, int* provided);

extern "C" SEEN void start_pes(int npes) {
  forget_earlier_job();
  const std::uint64_t since = ticks();
  pass_on<void(int)>(f_start_pes, SITE, npes);
  if (recording_now.users > 0) return;
  begin(f_start_pes, since);
  on_exit(at_exit, reinterpret_cast<void*>(std::intptr_t{getpid()}));
}
TWIN(start_pes) void pstart_pes(int npes);

extern "C" SEEN void shmem_finalize(void) {
  Call call(f_shmem_finalize, SITE);
  call.happens(Timing::sampled);
  if (recording_now.users == 1 && (recording_now.page || recording_now.trace)) {
    JobReport job;
    const bool collected = collect(job);
    if (!collected && job::my_pe() == 0)
      std::fprintf(stderr,
                   "no profile: the symmetric heap has no room for 256 KiB; free memory before shmem_finalize\n");
    if (!job.pes.empty()) write_files(job);
  }
  if (recording_now.users > 0) --recording_now.users;
  call.next<void()>()();
}
TWIN(shmem_finalize) void pshmem_finalize(void);

extern "C" SEEN void shmem_global_exit(int status) {
  Call call(f_shmem_global_exit, SITE);
  call.next<void(int)>()(status);
  std::abort();  // it does not return
}
TWIN(shmem_global_exit) void pshmem_global_exit(int status);

/// Level 0 stops the recording, any other goes on with it.
extern "C" SEEN void shmem_pcontrol(int level, ...) {
  if (!recording_now.page && !recording_now.trace) return;
  pause(level == 0);
  activity::pause(level == 0);
}
TWIN(shmem_pcontrol) void pshmem_pcontrol(int level, ...);
