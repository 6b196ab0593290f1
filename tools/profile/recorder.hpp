// What one thread records. Counters are the thread's own, so that counting needs no atomics; they are added up at the
// end. When a thread ends, the next new one goes on with its recorder: there are as many as threads at a time.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "functions.hpp"

namespace isthmus::profile {

struct Team;

/// Where messages of so many bytes are in a histogram: at k for 2^(k-1) < bytes <= 2^k, at 0 for none and one.
inline int size_class(std::uint64_t bytes) { return bytes < 2 ? 0 : static_cast<int>(std::bit_width(bytes - 1)); }

/// How the bytes of a call move, seen from the PE that calls.
enum class Way : std::uint8_t { put, get, atomic, collective, none };
inline constexpr int kWays = 4;  // with sizes

/// Calls of a few nanoseconds are counted, and one in some of them is timed: one in kSampleEvery at first, and one in
/// kSampleAtMost where there are many, so that samples cost next to nothing. Both are prime, so that they do not fall
/// in step with a loop of the program.
inline constexpr std::uint32_t kSampleEvery = 61, kSampleAtMost = 1021;
/// The first call that is timed, since the very first ones fault pages in.
inline constexpr std::uint32_t kFirstSample = 8;
/// Up to so many bytes a put or get counts as one of a few nanoseconds.
inline constexpr std::size_t kSmall = 1024;
/// A call that may have to wait did so if it took longer than timing it, by this factor.
inline constexpr std::uint64_t kWaited = 16;

/// Whether a call is timed each time, one in some, one in some if it moves little, or, where it may have to wait, one
/// in some after calls that did not.
enum class Timing { each, sampled, by_size, if_brief };

/// The brief calls of one function to one peer. A call counts the cell down as long as it has as many elements. What
/// follows from the number of calls is added to the sums when the size changes, when one is timed, and at the end. A
/// cell of zeros is one that has counted nothing.
struct Cell {
  std::int64_t left;       // calls before one is timed
  std::uint64_t elements;  // of each call, where calls of the function differ in their bytes (Timing::by_size), else 0
};

/// What belongs to a cell, and is not needed to count a call.
struct Period {
  std::uint16_t mark;    // calls that were left when the sums had all
  std::uint16_t length;  // calls for which the timed one stands, itself among them
  std::uint32_t bytes;   // of each call
};

/// Where a brief call is counted.
struct Brief {
  Cell* cell = nullptr;
  Period* period = nullptr;
  Timing timing = Timing::sampled;
  explicit operator bool() const { return cell != nullptr; }
  /// Begins a period of so many calls, of which so many are not timed.
  void begin(std::uint32_t length, std::uint32_t untimed) const;
};

/// The sums of one function.
struct Tally {
  Way way = Way::none;      // of the brief calls
  std::uint32_t cells = 0;  // in use
  std::uint64_t bytes = 0;
  std::uint64_t brief = 0, brief_ticks = 0, brief_timed = 0;
  std::uint64_t stood_for = 0, stood_for_ticks = 0;  // calls for which the timed brief ones stand, and their time
  std::uint64_t ticks = 0, timed = 0;                // of the calls that are timed one by one
};

struct Peer {
  std::uint64_t bytes_to = 0, messages_to = 0, bytes_from = 0, messages_from = 0;

  /// Messages by the calling PE, of so many bytes together: to the peer, or from it by a get.
  void add(Way way, std::uint64_t bytes, std::uint64_t messages = 1) {
    (way == Way::get ? bytes_from : bytes_to) += bytes;
    (way == Way::get ? messages_from : messages_to) += messages;
  }
};

/// A place in the program that calls a function.
struct Site {
  const void* address = nullptr;
  Function function{};
  std::uint64_t count = 0, ticks = 0, bytes = 0;
  std::uint64_t guessed = 0;  // ticks of calls that were only counted
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
  bool timed = false;
  Brief brief = {};  // where it is counted, if it is a brief one
  Function function{};
  Way way = Way::none;
  std::int32_t peer = -1;
  const void* site = nullptr;
  Team* team = nullptr;
  const void *dest = nullptr, *source = nullptr;
  std::uint64_t bytes = 0, start = 0;
};

/// Why a call cannot just be counted. The parts are bytes of one word, so that they are looked at together, and can be
/// changed by different threads.
union Busy {
  std::uint32_t any = 0;
  struct {
    std::uint8_t inside;  // a call: those that it makes in turn are not counted
    std::uint8_t paused;  // by shmem_pcontrol(0)
    std::uint8_t tools;   // of a user's are between this one and the library, so that calls may come back
  } why;
};

/// What the wrapper of a function needs to count a call and to pass it on.
struct Counted {
  Cell* cells;  // by peer, kMostPeers at least; those of a function that was not called yet are common, and have none left
  void* next;   // definitions.next of the function
};

/// Wrappers find a peer's cell by the lower 16 bits of its number, which takes less than a comparison with the number
/// of PEs. A wrong number mostly finds a cell of zeros. It may find the cell of another PE, which then counts a call
/// that the library refuses. In jobs with more PEs no call is counted by the wrappers alone.
inline constexpr std::uint32_t kMostPeers = 1 << 16;

struct Counters {
  Counted of[kFunctions];
};

/// The counters that the wrappers use: this thread's, or, while its calls cannot just be counted, some that are zeros.
HIDDEN [[gnu::tls_model("initial-exec")]] extern constinit thread_local const Counters* counters;

struct Recorder {
  const Counters** used = &counters;  // the `counters` of its thread, null while it has none
  Busy busy;
  Counters own = {};
  std::uint32_t n_peers = 0;
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

  /// Takes part in a job of so many PEs, and keeps so many events.
  void fit(std::size_t pes, std::size_t events);
  /// A new job of this process begins: as if nothing had been called yet.
  void forget();
  /// After a change of `busy`. Another thread may pause this one meanwhile: it then counts a few calls more.
  void look_whether_busy();

  Recorder() = default;
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Where brief calls of a function to a peer are counted; null where they cannot be.
  Brief brief(Function function, std::size_t peer, Timing timing);
  /// Adds the calls that a cell has counted since its mark to the sums.
  void settle(Function function, std::size_t peer, const Cell& cell, Period& period);
  /// Settles all cells.
  void settle_all();
  /// Chooses the first call of a cell that is timed.
  void begin_cell(Function function, const Brief& brief);
  /// The call of the cell that is timed has ended, after so many ticks: chooses the next one.
  void begin_period(Function function, const Brief& brief, std::uint64_t ticks);

  /// Keeps a call for the trace, if there is one; the newest are kept.
  void add_event(const Event& event) {
    if (!ring.empty()) ring[n_events++ % ring.size()] = event;
  }
};

/// This thread's recorder, or null before its first call.
HIDDEN [[gnu::tls_model("initial-exec")]] extern constinit thread_local Recorder* mine;
/// Gives this thread one.
Recorder* begin_thread();

/// Says what it takes to time a call, in ticks.
void know_cost(double per_timed_call);

/// Stops the recording of all threads, or goes on with it.
void pause(bool on);

/// All recorders of the process. No other thread may begin or end meanwhile: for shmem_finalize.
std::vector<Recorder*> all_recorders();
/// Before shmem_init: forgets the calls of an earlier job, in all recorders. No other thread may call meanwhile.
void forget_calls();
/// After shmem_init: makes room for as many peers in every recorder, and for so many events in each ring.
void know_peers(std::size_t pes, std::size_t events);

}  // namespace isthmus::profile
