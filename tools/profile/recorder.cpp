#include "recorder.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <mutex>
#include <new>

namespace isthmus::profile {

constinit thread_local Recorder* mine = nullptr;

namespace {

/// The cells of all functions that have none of their own. Threads that come here at the same time may leave a number
/// below 0 for a moment, which is as good as 0; none can leave one above.
Cell no_cells[kMostPeers];

constexpr Counters without_cells() {
  Counters all{};
  for (Counted& each : all.of) each.cells = no_cells;
  return all;
}
constinit const Counters closed = without_cells();

constexpr std::size_t kMostRings = 64;  // the calls of threads beyond are not in the trace, but in the number dropped

std::mutex mutex;
// Never destroyed: threads may end after the destructors of this library have run.
auto& everyone = *new std::vector<Recorder*>;
auto& unused = *new std::vector<Recorder*>;
std::size_t n_pes = 0, ring_events = 0;
bool is_paused = false;
std::uint64_t longest_brief = ~std::uint64_t{0};  // ticks of a call that did not wait

/// Memory of which only touched pages are taken.
void* sparse(std::size_t bytes) {
  void* const at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return at == MAP_FAILED ? nullptr : at;
}

/// Hands the recorder on when the thread ends. Calls after that, in other destructors, get one that cannot count fast,
/// since nobody would take the thread's `counters` out of it again.
constinit thread_local bool has_ended = false;
struct End {
  ~End() {
    const std::lock_guard lock(mutex);
    has_ended = true;
    if (!mine) return;
    mine->used = nullptr;
    unused.push_back(mine);
    mine = nullptr;
    counters = &closed;
  }
};

bool has_own_cells(const Counted& function) { return function.cells && function.cells != no_cells; }

/// The cells of one function, and after them their periods.
std::size_t n_cells(std::size_t peers) { return std::max<std::size_t>(peers, kMostPeers); }
std::size_t size_of_cells(std::size_t peers) { return n_cells(peers) * (sizeof(Cell) + sizeof(Period)); }
Period* periods_after(Cell* cells, std::size_t peers) { return reinterpret_cast<Period*>(cells + n_cells(peers)); }

/// Adds what thread and job know to a recorder.
void prepare(Recorder& recorder) { recorder.fit(n_pes, recorder.number < kMostRings ? ring_events : 0); }

}  // namespace

constinit thread_local const Counters* counters = &closed;

Recorder::~Recorder() {
  if (peers) munmap(peers, n_peers * sizeof(Peer));
  for (const Counted& each : own.of)
    if (has_own_cells(each)) munmap(each.cells, size_of_cells(n_peers));
}

void Recorder::fit(std::size_t pes, std::size_t events) {
  if (!peers && pes > 0) {
    peers = static_cast<Peer*>(sparse(pes * sizeof(Peer)));
    n_peers = peers ? static_cast<std::uint32_t>(pes) : 0;
    for (std::size_t i = 0; i < kFunctions; ++i) own.of[i] = {.cells = no_cells, .next = definitions.next[i]};
  }
  ring.resize(events);
  look_whether_busy();
}

void Recorder::forget() {
  for (Counted& each : own.of) {
    if (has_own_cells(each)) munmap(each.cells, size_of_cells(n_peers));
    each.cells = no_cells;
  }
  std::fill_n(peers, n_peers, Peer{});
  std::fill(std::begin(tallies), std::end(tallies), Tally{});
  for (auto& way : sizes) std::fill(std::begin(way), std::end(way), 0);
  std::fill(std::begin(sites), std::end(sites), Site{});
  other_sites = {};
  device_to = device_from = device_ticks = n_events = 0;
}

Brief Recorder::brief(Function function, std::size_t peer, Timing timing) {
  if (peer >= n_peers) return {};
  Cell*& cells = own.of[function].cells;
  if (cells == no_cells) {
    void* const room = sparse(size_of_cells(n_peers));
    if (!room) return {};
    cells = static_cast<Cell*>(room);
  }
  return {.cell = &cells[peer], .period = &periods_after(cells, n_peers)[peer], .timing = timing};
}

void Recorder::settle(Function function, std::size_t peer, const Cell& cell, Period& period) {
  const auto calls = static_cast<std::uint64_t>(period.mark - cell.left);
  period.mark = static_cast<std::uint16_t>(cell.left);
  Tally& tally = tallies[function];
  tally.brief += calls;
  if (calls == 0 || tally.way == Way::none) return;
  tally.bytes += calls * period.bytes;
  peers[peer].add(tally.way, calls * period.bytes, calls);
  sizes[static_cast<int>(tally.way)][size_class(period.bytes)] += calls;
}

void Recorder::settle_all() {
  for (std::uint16_t i = 0; i < kFunctions; ++i) {
    Cell* const cells = own.of[i].cells;
    if (!has_own_cells(own.of[i])) continue;
    Period* const periods = periods_after(cells, n_peers);
    for (std::size_t peer = 0; peer < n_peers; ++peer)
      settle(static_cast<Function>(i), peer, cells[peer], periods[peer]);
  }
}

void Brief::begin(std::uint32_t length, std::uint32_t untimed) const {
  period->length = static_cast<std::uint16_t>(length);
  period->mark = static_cast<std::uint16_t>(untimed);
  cell->left = untimed;
}

void Recorder::begin_cell(Function function, const Brief& brief) {
  const std::uint32_t before = tallies[function].cells++;
  if (!ring.empty() || brief.timing == Timing::if_brief)
    brief.begin(1, 0);
  else if (before == 0)
    brief.begin(kFirstSample, kFirstSample - 1);
  else
    // Later cells begin anywhere in their period, by steps of the golden ratio: where a function is called a few times
    // for each of many peers, one in kSampleEvery of all these calls is timed, too.
    brief.begin(kSampleEvery, before * 38 % kSampleEvery);
}

void Recorder::begin_period(Function function, const Brief& brief, std::uint64_t ticks) {
  std::uint64_t length = 1;  // a trace has every call
  if (ring.empty()) {
    if (brief.timing != Timing::if_brief)
      // A cell that has counted much has samples enough, and takes fewer of them.
      length = std::clamp<std::uint64_t>(tallies[function].brief / 256, kSampleEvery, kSampleAtMost);
    else if (ticks <= longest_brief)  // a call that had to wait may be followed by others, all of which are timed
      length = std::min<std::uint64_t>(2 * brief.period->length, kSampleEvery);
  }
  brief.begin(static_cast<std::uint32_t>(length), static_cast<std::uint32_t>(length - 1));
}

void Recorder::look_whether_busy() {
  const bool can_count = !busy.any && n_peers > 0 && n_peers <= kMostPeers;
  if (used) *used = can_count ? &own : &closed;
}

Recorder* begin_thread() {
  static thread_local End end;
  static_cast<void>(end);
  const std::lock_guard lock(mutex);
  if (!unused.empty()) {
    mine = unused.back();
    unused.pop_back();
    mine->used = has_ended ? nullptr : &counters;
    mine->look_whether_busy();
    return mine;
  }
  mine = new Recorder;
  if (has_ended) mine->used = nullptr;
  mine->busy.why.paused = is_paused;
  mine->busy.why.tools = has_tools_between();
  mine->number = static_cast<std::uint8_t>(everyone.size() < 255 ? everyone.size() : 255);
  prepare(*mine);
  everyone.push_back(mine);
  return mine;
}

std::vector<Recorder*> all_recorders() {
  const std::lock_guard lock(mutex);
  return everyone;
}

void forget_calls() {
  const std::lock_guard lock(mutex);
  for (Recorder* recorder : everyone) recorder->forget();
}

void know_cost(double per_timed_call) { longest_brief = kWaited * static_cast<std::uint64_t>(per_timed_call + 1); }

void pause(bool on) {
  const std::lock_guard lock(mutex);
  is_paused = on;
  for (Recorder* recorder : everyone) {
    recorder->busy.why.paused = on;
    recorder->look_whether_busy();
  }
}

void know_peers(std::size_t pes, std::size_t events) {
  const std::lock_guard lock(mutex);
  n_pes = pes;
  ring_events = events;
  for (Recorder* recorder : everyone) prepare(*recorder);
}

}  // namespace isthmus::profile
