// What one thread records. Counters are the thread's own, so that counting needs no atomics; they are added up at the end.
// When a thread ends, the next new one goes on with its recorder: there are as many as threads at a time.
#pragma once
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "functions.hpp"

namespace isthmus::profile {

struct Team;

/// How the bytes of a call move, seen from the PE that calls.
enum class Way : std::uint8_t { put, get, atomic, collective, none };
inline constexpr int kWays = 4;  // with sizes

/// Calls of a few nanoseconds are counted, and one in kSampleEvery of them is timed. A prime number, so that it does not
/// fall in step with a loop of the program.
inline constexpr std::uint32_t kSampleEvery = 61;
/// The first call that is timed, since the very first ones fault pages in.
inline constexpr std::uint32_t kFirstSample = 8;
/// Up to so many bytes a put or get counts as one of a few nanoseconds.
inline constexpr std::size_t kSmall = 1024;

/// The calls of one function. Those of a few nanoseconds count down to the next one that is timed: one instruction's work.
struct Tally {
  std::uint64_t bytes = 0;
  std::uint32_t until_sample = kFirstSample, period = kFirstSample;
  std::uint64_t brief = 0, brief_ticks = 0, brief_timed = 0;  // up to the last one timed
  std::uint64_t ticks = 0, timed = 0;                         // of the calls that are timed one by one

  std::uint64_t brief_calls() const { return brief + (period - until_sample); }
  void begin_period(std::uint32_t calls) {
    brief = brief_calls();
    period = until_sample = calls;
  }
};

struct Peer {
  std::uint64_t bytes_to = 0, messages_to = 0, bytes_from = 0, messages_from = 0;
};

/// A place in the program that calls a function.
struct Site {
  const void* address = nullptr;
  Function function{};
  std::uint64_t count = 0, ticks = 0, bytes = 0;
};
inline constexpr std::size_t kSites = 2048;  // a power of two

struct Event {
  std::uint64_t start = 0, ticks = 0, bytes = 0;
  std::int32_t peer = -1;
  std::uint32_t team = 0;  // its number in the list of teams, plus 1; 0: none
  std::uint16_t function = 0;
  std::uint8_t way = 0, device = 0, thread = 0;
};

/// The call that is under way, if it is timed.
struct Current {
  bool timed = false, brief = false;
  Function function{};
  Way way = Way::none;
  std::int32_t peer = -1;
  const void* site = nullptr;
  Team* team = nullptr;
  const void *dest = nullptr, *source = nullptr;
  std::uint64_t bytes = 0, start = 0;
};

struct Recorder {
  bool inside = false;  // a call: those that it makes in turn are not counted
  std::size_t n_peers = 0;
  Peer* peers = nullptr;  // a sparse mapping
  Current current;
  Tally tallies[kFunctions];
  std::uint64_t sizes[kWays][65] = {};
  Site sites[kSites];
  Site other_sites;  // what has no room in `sites`
  std::uint64_t device_to = 0, device_from = 0, device_ticks = 0;
  std::vector<Event> ring;  // of the trace: the newest
  std::uint64_t n_events = 0;
  std::uint8_t number = 0;
};

/// This thread's recorder, or null before its first call.
HIDDEN [[gnu::tls_model("initial-exec")]] extern constinit thread_local Recorder* mine;
/// Gives this thread one.
Recorder* begin_thread();

/// False while shmem_pcontrol(0) holds.
HIDDEN extern std::atomic<bool> recording;

/// All recorders of the process. No other thread may begin or end meanwhile: for shmem_finalize.
std::vector<Recorder*> all_recorders();
/// After shmem_init: makes room for as many peers in every recorder, and for so many events in each ring.
void know_peers(std::size_t pes, std::size_t events);

/// Where messages of so many bytes are in a histogram: at k for 2^(k-1) < bytes <= 2^k, at 0 for none and one.
inline int size_class(std::uint64_t bytes) { return bytes < 2 ? 0 : static_cast<int>(std::bit_width(bytes - 1)); }

}  // namespace isthmus::profile
