#include "trace.hpp"

#include <algorithm>
#include <string_view>

#include "device_tracks.hpp"
#include "json.hpp"

namespace isthmus::profile {
namespace {

constexpr int kDeviceTrack = 1000;    // plus the thread's number
constexpr int kActivityTrack = 2000;  // plus the number of the track in device_tracks

/// Such as "copy HtoD", the words of CUDA's tools.
std::string name_of_copy(const ActivityRow& row) {
  if (row.from == 0) return "copy";
  return std::string("copy ") + row.from + "to" + row.to;
}

/// Calls on device memory, and those that are queued on streams, have a track of their own.
int track_of(const EventRow& event) {
  const bool on_stream = std::string_view(kFunctionRows[event.function].kind) == "device";
  return event.device || on_stream ? kDeviceTrack + event.thread : event.thread;
}

struct Recorded {
  explicit Recorded(const JobReport& job) {
    for (const Report& pe : job.pes) {
      events += pe.events.size();
      dropped += pe.dropped;
      activities += pe.activities.size();
      dropped_activities += pe.dropped_activities;
    }
  }
  unsigned long long events = 0, dropped = 0, activities = 0, dropped_activities = 0;
};

class Trace {
 public:
  Trace(std::FILE* out, const JobReport& job) : json_(out), job_(job) {
    for (const Report& pe : job.pes) zero_ = pe.pe == 0 ? pe.start : std::min(zero_, pe.start);
    // Events in the order of their beginning, for the ends of arrows.
    for (const Report& pe : job.pes) {
      by_start_.emplace_back();
      for (const EventRow& event : pe.events)
        if (track_of(event) == 0) by_start_.back().push_back(&event);
      std::sort(by_start_.back().begin(), by_start_.back().end(),
                [](const EventRow* a, const EventRow* b) { return a->start < b->start; });
    }
  }

  void write() {
    json_.open('{');
    json_.key("displayTimeUnit").value("ns");
    json_.key("otherData").open('{');
    json_.key("program").value(job_.program);
    json_.key("library").value(job_.library);
    json_.key("started").value(job_.started);
    const Recorded recorded(job_);
    json_.key("dropped_events").value(recorded.dropped);
    json_.key("dropped_on_devices").value(recorded.dropped_activities);
    for (const Report& pe : job_.pes) {
      if (pe.no_activities.empty()) continue;
      json_.key("no_device_tracks").value(pe.no_activities);
      break;
    }
    json_.close('}');
    json_.key("traceEvents").open('[');
    for (const Report& pe : job_.pes) {
      name_tracks(pe);
      for (const EventRow& event : pe.events) write_call(pe, event);
      write_devices(pe);
    }
    json_.close(']');
    json_.close('}');
    json_.line();
  }

 private:
  /// Microseconds since the first PE began.
  double since_zero(double ns) const { return (ns - zero_) / 1000; }

  void begin_event(const char* phase, int pe, int track) {
    json_.line();
    json_.open('{');
    json_.key("ph").value(phase);
    json_.key("pid").value(pe);
    json_.key("tid").value(track);
  }

  void name(const char* what, int pe, int track, const std::string& text) {
    begin_event("M", pe, track);
    json_.key("name").value(what);
    json_.key("args").open('{');
    json_.key("name").value(text);
    json_.close('}');
    json_.close('}');
  }

  void name_tracks(const Report& pe) {
    std::string process = "PE " + std::to_string(pe.pe) + ", node " + std::to_string(pe.node) + ", " + pe.host;
    if (pe.dropped > 0) process += " (" + std::to_string(pe.dropped) + " calls dropped)";
    if (pe.dropped_activities > 0)
      process += " (" + std::to_string(pe.dropped_activities) + " kernels and copies dropped)";
    name("process_name", pe.pe, 0, process);
    std::set<int> tracks;
    for (const EventRow& event : pe.events) tracks.insert(track_of(event));
    for (const int track : tracks)
      name("thread_name", pe.pe, track,
           track >= kDeviceTrack ? "calls on device memory of thread " + std::to_string(track - kDeviceTrack)
                                 : "thread " + std::to_string(track));
  }

  void write_call(const Report& pe, const EventRow& event) {
    begin_event("X", pe.pe, track_of(event));
    json_.key("name").value(kFunctionRows[event.function].name);
    json_.key("cat").value(kFunctionRows[event.function].kind);
    json_.key("ts").value(since_zero(event.start));
    json_.key("dur").value(event.time / 1000);
    json_.key("args").open('{');
    if (event.peer >= 0) json_.key("peer").value(event.peer);
    if (event.way != static_cast<std::uint8_t>(Way::none)) json_.key("bytes").value(event.bytes);
    if (event.team > 0 && event.team <= pe.teams.size()) json_.key("team").value(pe.teams[event.team - 1].label);
    json_.close('}');
    json_.close('}');
    const bool is_put = event.way == static_cast<std::uint8_t>(Way::put);
    if (is_put && event.peer >= 0 && event.peer != pe.pe && static_cast<std::size_t>(event.peer) < job_.pes.size())
      write_arrow(pe, event);
  }

  void write_devices(const Report& pe) {
    int number = kActivityTrack;
    for (const DeviceTrack& track : device_tracks(pe)) {
      name("thread_name", pe.pe, number, track.name);
      for (const ActivityRow* row : track.rows) write_activity(pe, number, *row);
      ++number;
    }
  }

  void write_activity(const Report& pe, int track, const ActivityRow& row) {
    const bool is_kernel = row.what == ActivityRow::kernel;
    begin_event("X", pe.pe, track);
    if (is_kernel)
      json_.key("name").value(pe.kernel_names[row.name]);
    else if (row.what == ActivityRow::copy)
      json_.key("name").value(name_of_copy(row));
    else
      json_.key("name").value("fill");
    json_.key("cat").value(is_kernel ? "kernel" : "copy");
    json_.key("ts").value(since_zero(row.start));
    json_.key("dur").value(row.time / 1000);
    json_.key("args").open('{');
    json_.key("device").value(row.device);
    json_.key("stream").value(row.stream);
    if (!is_kernel) json_.key("bytes").value(row.bytes);
    if (row.grid[0] > 0) {
      json_.key("grid").list(row.grid);
      json_.key("block").list(row.block);
    }
    if (row.source_device >= 0) {
      json_.key("from device").value(row.source_device);
      json_.key("to device").value(row.dest_device);
    }
    json_.close('}');
    json_.close('}');
  }

  /// An arrow from a put to the call in which its target was when the put returned, or the first one after.
  void write_arrow(const Report& pe, const EventRow& put) {
    const double end = put.start + put.time;
    const auto& calls = by_start_[static_cast<std::size_t>(put.peer)];
    auto after = std::upper_bound(calls.begin(), calls.end(), end,
                                  [](double time, const EventRow* call) { return time < call->start; });
    const bool is_within = after != calls.begin() && end <= (*(after - 1))->start + (*(after - 1))->time;
    if (!is_within && after == calls.end()) return;
    const EventRow& target = is_within ? **(after - 1) : **after;
    ++arrows_;
    const auto half = [&](const char* phase, int at, int track, double time) {
      begin_event(phase, at, track);
      json_.key("name").value("put");
      json_.key("cat").value("put");
      json_.key("id").value(arrows_);
      json_.key("ts").value(since_zero(time));
      if (*phase == 'f') json_.key("bp").value("e");
      json_.close('}');
    };
    half("s", pe.pe, track_of(put), put.start);
    half("f", put.peer, track_of(target), std::max(end, target.start));
  }

  Json json_;
  const JobReport& job_;
  double zero_ = 0;
  std::uint64_t arrows_ = 0;
  std::vector<std::vector<const EventRow*>> by_start_;  // of the first thread of each PE
};

}  // namespace

void write_trace(std::FILE* out, const JobReport& job) { Trace(out, job).write(); }

void print_trace_line(std::FILE* out, const JobReport& job, const char* file) {
  const Recorded recorded(job);
  std::fprintf(out, "trace of %llu calls", recorded.events);
  if (recorded.activities > 0) std::fprintf(out, ", %llu kernels and copies of devices", recorded.activities);
  std::fprintf(out, ": %s; open it in https://ui.perfetto.dev or chrome://tracing", file);
  if (recorded.dropped > 0)
    std::fprintf(out, "; %llu calls were dropped, SHMEM_TRACE_EVENTS keeps more of up to 64 threads", recorded.dropped);
  if (recorded.dropped_activities > 0)
    std::fprintf(out, "; %llu kernels and copies were dropped, SHMEM_TRACE_EVENTS keeps more",
                 recorded.dropped_activities);
  std::fputc('\n', out);
}

}  // namespace isthmus::profile
