#include "recorder.hpp"

#include <sys/mman.h>

#include <mutex>
#include <new>

namespace isthmus::profile {

constinit thread_local Recorder* mine = nullptr;

namespace {

constexpr std::size_t kMostRings =
    64;  // threads beyond have no events in the trace, and say so by their number dropped

std::mutex mutex;
// Never destroyed: threads may end after the destructors of this library have run.
auto& everyone = *new std::vector<Recorder*>;
auto& unused = *new std::vector<Recorder*>;
std::size_t n_pes = 0, ring_events = 0;
bool is_paused = false;

/// Memory of which only touched pages are taken.
void* sparse(std::size_t bytes) {
  void* const at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return at == MAP_FAILED ? nullptr : at;
}

void fit(Recorder& recorder) {
  if (!recorder.peers && n_pes > 0) {
    recorder.peers = static_cast<Peer*>(sparse(n_pes * sizeof(Peer)));
    recorder.n_peers = recorder.peers ? n_pes : 0;
  }
  if (ring_events == 0 || recorder.number >= kMostRings) return;
  recorder.ring.resize(ring_events);
  for (Tally& tally : recorder.tallies) recorder.begin_period(tally, 1);  // a trace has every call
}

/// Hands the recorder on when the thread ends.
struct End {
  ~End() {
    const std::lock_guard lock(mutex);
    if (mine) unused.push_back(mine);
    mine = nullptr;
  }
};

}  // namespace

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
  fit(*mine);
  everyone.push_back(mine);
  return mine;
}

std::vector<Recorder*> all_recorders() {
  const std::lock_guard lock(mutex);
  return everyone;
}

void pause(bool on) {
  const std::lock_guard lock(mutex);
  is_paused = on;
  for (Recorder* recorder : everyone) recorder->busy.why.paused = on;
}

void know_peers(std::size_t pes, std::size_t events) {
  const std::lock_guard lock(mutex);
  n_pes = pes;
  ring_events = events;
  for (Recorder* recorder : everyone) fit(*recorder);
}

}  // namespace isthmus::profile
