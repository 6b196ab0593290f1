// What one PE has to say at the end: its counters added up over threads, in nanoseconds of PE 0's clock. PE 0 gets one
// of these from every PE, as bytes.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "recorder.hpp"

namespace isthmus::profile {

class HostClock;

struct CallRow {
  std::uint16_t function;
  std::uint64_t count, bytes, timed;
  double time;  // estimated where timed < count
};

struct PeerRow {
  std::uint32_t pe;
  Peer traffic;
};

/// Where a call comes from: an address in a file, by which it has the same name on all PEs.
struct SiteRow {
  std::string file, symbol;
  std::uint64_t address = 0;  // as the file counts, of the call instruction
  std::uint16_t function = 0;
  std::uint64_t count = 0, bytes = 0;
  double time = 0;
};

struct MeetingRow {
  std::uint64_t team;
  std::uint32_t turn, site;  // `site`: its index in `sites`
  double arrival, time;
};

struct TeamRow {
  std::uint64_t key;
  std::int32_t size;
  std::string label;
};

struct EventRow {
  double start, time;
  std::uint64_t bytes;
  std::int32_t peer;
  std::uint32_t team;  // index in `teams` plus 1; 0: none
  std::uint16_t function;
  std::uint8_t way, device, thread;
};

enum class Vendor : std::uint8_t { nvidia, amd, intel };

/// What a device did.
struct ActivityRow {
  enum What : std::uint8_t { kernel, copy, fill };
  double start = 0, time = 0;
  std::uint64_t bytes = 0;
  std::uint32_t device = 0, context = 0, stream = 0;  // as the vendor's library numbers them
  std::uint32_t name = 0;                             // of a kernel: index in `kernel_names`
  std::int32_t grid[3] = {}, block[3] = {};           // of a kernel; 0: not told
  std::int32_t source_device = -1, dest_device = -1;  // of a copy between devices
  Vendor vendor = Vendor::nvidia;
  What what = kernel;
  char from = 0, to = 0;  // of a copy, kinds of memory: Host, Device, Array, Peer, Shared; 0: not told
};

struct Report {
  std::int32_t pe = 0, node = 0, pid = 0;
  std::string host, cpus;
  double start = 0, elapsed = 0;
  std::vector<CallRow> calls;
  std::vector<PeerRow> peers;  // those with traffic
  std::array<std::array<std::uint64_t, 65>, kWays> sizes{};
  std::uint64_t collective_bytes = 0;
  std::vector<SiteRow> sites;
  std::vector<TeamRow> teams;
  std::vector<MeetingRow> meetings;  // the newest
  std::uint64_t forgotten = 0;       // meetings before these
  std::uint64_t device_to = 0, device_from = 0;
  double device_time = 0;
  std::uint64_t wire_bytes = 0, wire_messages = 0;
  std::uint64_t timed = 0, counted = 0;  // calls, for the overhead
  std::vector<EventRow> events;
  std::uint64_t dropped = 0;  // calls that the trace has no room for
  std::vector<ActivityRow> activities;
  std::vector<std::string> kernel_names;
  std::uint64_t dropped_activities = 0;
  std::string no_activities;  // why devices were not looked at, though the process has a driver

  std::vector<char> bytes() const;
  static Report from_bytes(const std::vector<char>& bytes);
};

/// This PE's, of the time between two ticks. `nodes` are those of all PEs.
Report make_report(const HostClock& clock, std::uint64_t began, std::uint64_t ended, const std::vector<int>& nodes);

}  // namespace isthmus::profile
