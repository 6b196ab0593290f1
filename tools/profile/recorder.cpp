#include "recorder.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <mutex>
#include <new>

namespace isthmus::profile {

constinit thread_local Recorder* mine = nullptr;

namespace {

constexpr std::size_t kMostRings = 64;  // the calls of threads beyond are not in the trace, but in the number dropped

std::mutex mutex;
// Never destroyed: threads may end after the destructors of this library have run.
auto& everyone = *new std::vector<Recorder*>;
auto& unused = *new std::vector<Recorder*>;
std::size_t n_pes = 0, ring_events = 0;
Cell* no_cells = nullptr;  // zeros, for all functions that have no cells of their own
bool is_paused = false;

/// Memory of which only touched pages are taken.
void* sparse(std::size_t bytes) {
  void* const at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return at == MAP_FAILED ? nullptr : at;
}

/// Hands the recorder on when the thread ends.
struct End {
  ~End() {
    const std::lock_guard lock(mutex);
    if (mine) unused.push_back(mine);
    mine = nullptr;
  }
};

/// Adds what thread and job know to a recorder.
void prepare(Recorder& recorder) {
  if (!no_cells && n_pes > 0) no_cells = static_cast<Cell*>(sparse(n_pes * sizeof(Cell)));
  recorder.fit(no_cells ? n_pes : 0, recorder.number < kMostRings ? ring_events : 0);
}

}  // namespace

Recorder::~Recorder() {
  if (peers) munmap(peers, n_peers * sizeof(Peer));
  for (const Counted& each : counted)
    if (each.cells != no_cells) munmap(each.cells, n_peers * sizeof(Cell));
}

void Recorder::fit(std::size_t pes, std::size_t events) {
  if (!peers && pes > 0) {
    peers = static_cast<Peer*>(sparse(pes * sizeof(Peer)));
    n_peers = peers ? static_cast<std::uint32_t>(pes) : 0;
    for (std::size_t i = 0; i < kFunctions; ++i) counted[i] = {.cells = no_cells, .next = definitions.next[i]};
  }
  ring.resize(events);
  look_whether_busy();
}

void Recorder::forget() {
  for (Counted& each : counted) {
    if (each.cells != no_cells) munmap(each.cells, n_peers * sizeof(Cell));
    each.cells = no_cells;
  }
  std::fill_n(peers, n_peers, Peer{});
  std::fill(std::begin(tallies), std::end(tallies), Tally{});
  for (auto& way : sizes) std::fill(std::begin(way), std::end(way), 0);
  std::fill(std::begin(sites), std::end(sites), Site{});
  other_sites = {};
  device_to = device_from = device_ticks = n_events = 0;
}

Cell* Recorder::cell(Function function, std::size_t peer) {
  if (peer >= n_peers) return nullptr;
  Cell*& cells = counted[function].cells;
  if (cells == no_cells) {
    void* const own = sparse(n_peers * sizeof(Cell));
    if (!own) return nullptr;
    cells = static_cast<Cell*>(own);
  }
  return &cells[peer];
}

void Recorder::settle(Function function, std::size_t peer, Cell& cell) {
  const std::uint64_t calls = cell.mark - cell.left;
  cell.mark = cell.left;
  Tally& tally = tallies[function];
  tally.brief += calls;
  if (calls == 0 || tally.way == Way::none) return;
  tally.bytes += calls * cell.bytes;
  peers[peer].add(tally.way, calls * cell.bytes, calls);
  sizes[static_cast<int>(tally.way)][size_class(cell.bytes)] += calls;
}

void Recorder::settle_all() {
  for (std::uint16_t i = 0; i < kFunctions; ++i)
    if (Cell* const cells = counted[i].cells; cells != no_cells)
      for (std::size_t peer = 0; peer < n_peers; ++peer) settle(static_cast<Function>(i), peer, cells[peer]);
}

void Recorder::begin_cell(Function function, Cell& cell) {
  // Later cells begin anywhere in their period, by steps of the golden ratio: where a function is called a few times
  // for each of many peers, one in kSampleEvery of all these calls is timed, too.
  const std::uint32_t before = tallies[function].cells++;
  cell.left = before == 0 ? kFirstSample - 1 : before * 38 % kSampleEvery;
  cell.period = before == 0 ? kFirstSample : kSampleEvery;
  if (!ring.empty()) cell = {.left = 0, .bytes = 0, .mark = 0, .period = 1};
  cell.mark = cell.left;
}

void Recorder::begin_period(Function function, Cell& cell) {
  // A trace has every call. A cell that has counted much has samples enough, and takes fewer of them.
  const std::uint64_t wanted = std::clamp<std::uint64_t>(tallies[function].brief / 256, kSampleEvery, kSampleAtMost);
  cell.period = ring.empty() ? static_cast<std::uint32_t>(wanted) : 1;
  cell.left = cell.mark = cell.period - 1;
}

Recorder* begin_thread() {
  static thread_local End end;
  static_cast<void>(end);
  const std::lock_guard lock(mutex);
  if (!unused.empty()) {
    mine = unused.back();
    unused.pop_back();
    return mine;
  }
  mine = new Recorder;
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
