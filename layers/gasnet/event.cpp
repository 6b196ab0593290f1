#include "event.hpp"

#include <gasnetex.h>
#include <shmem.h>
#include <shmemx.h>

#include <cstring>

#include "engine.hpp"
#include "fatal.hpp"
#include "wire.hpp"

namespace isthmus::gasnet {

constinit thread_local NbiState nbi_of_thread [[gnu::tls_model("initial-exec")]];

// ---- Copies of sources ----

namespace {

constexpr std::size_t kMostCopied = std::size_t{16} << 20;
constexpr std::size_t kCopyOverhead = 64;  ///< of an allocation, and of the pointer to it
std::atomic<std::size_t> copied = 0;       ///< bytes of all copies

}  // namespace

const void* SourceCopies::add(const void* source, std::size_t bytes) {
  const std::size_t cost = bytes + kCopyOverhead;
  if (copied.fetch_add(cost, std::memory_order_relaxed) + cost > kMostCopied) {
    copied.fetch_sub(cost, std::memory_order_relaxed);
    return nullptr;
  }
  bytes_ += cost;
  copies_.push_back(std::make_unique_for_overwrite<std::byte[]>(bytes));
  std::memcpy(copies_.back().get(), source, bytes);
  return copies_.back().get();
}

void SourceCopies::drop_last(std::size_t bytes) {
  const std::size_t cost = bytes + kCopyOverhead;
  copied.fetch_sub(cost, std::memory_order_relaxed);
  bytes_ -= cost;
  copies_.pop_back();
}

void SourceCopies::clear() {
  if (bytes_ == 0) return;
  copied.fetch_sub(bytes_, std::memory_order_relaxed);
  bytes_ = 0;
  copies_.clear();
}

// ---- Testing and waiting ----

namespace {

/// Whether an event is complete; then a root event is released.
bool test(gex_Event_t event) {
  if (event == GEX_EVENT_INVALID) return true;
  isthmus_gasnet_event* const root = root_of(event);
  if (!root->complete()) return false;
  if (!is_leaf(event)) delete root;
  return true;
}

void work() {
  if (!job.one_node) drive_wire();
}

/// A call that waits serves messages even if what it waits for is complete: a client may wait for a message in a loop
/// of gets on the node, which are complete at once.
void serve() {
  if (!engine.quiet()) poll();
}

bool emulated_complete() {
  return nbi_of_thread.emulated_done.load(std::memory_order_acquire) >= nbi_of_thread.emulated_begun;
}
/// Whether operations that count themselves are of one of the categories; they are not told apart.
bool wants_emulated(gex_EC_t mask) { return mask & (GEX_EC_PUT | GEX_EC_GET | GEX_EC_RMW | GEX_EC_LC); }

/// Whether some of what is on the wire without events is of these categories.
bool wants_wire(gex_EC_t mask) {
  return (nbi_of_thread.under_way & NbiState::kPuts && mask & (GEX_EC_PUT | GEX_EC_LC)) ||
         (nbi_of_thread.under_way & NbiState::kGets && mask & GEX_EC_GET);
}

/// For what is under way without events, and of these categories.
[[gnu::cold, gnu::noinline]] void wait_implicit(gex_EC_t mask) {
  if (wants_wire(mask)) {
    shmem_quiet();  // needs no help of the client's at the other end
    nbi_of_thread.forget(NbiState::kOnWire);
  }
  if (wants_emulated(mask)) wait_until(emulated_complete);
  if (emulated_complete()) nbi_of_thread.forget(NbiState::kCounted);
  serve();
}

constexpr int kWaitsBetweenPolls = 1024;

[[gnu::cold, gnu::noinline]] void serve_in_turn() {
  nbi_of_thread.waits_until_poll = kWaitsBetweenPolls;
  serve();
}

enum class Want : std::uint8_t { some, all };

/// An array may hold the root and the leaf of an operation, which may become complete at any time. So that no leaf
/// stays whose root is released, the roots are looked at first, then the leaves, which are complete if their roots
/// were, and last those roots are released that were complete at the first look.
bool test_many(gex_Event_t* events, std::size_t n, Want want) {
  for (std::size_t i = 0; i < n; ++i)
    if (events[i] != GEX_EVENT_INVALID && !is_leaf(events[i])) events[i]->was_complete = events[i]->complete();
  bool any_pending = false, any_done = false;
  for (const bool leaves : {true, false})
    for (std::size_t i = 0; i < n; ++i) {
      if (events[i] == GEX_EVENT_INVALID || is_leaf(events[i]) != leaves) continue;
      if (!(leaves ? root_of(events[i])->complete() : events[i]->was_complete)) {
        any_pending = true;
        continue;
      }
      if (!leaves) delete events[i];
      events[i] = GEX_EVENT_INVALID;
      any_done = true;
    }
  return want == Want::all ? !any_pending : any_done || !any_pending;
}

[[gnu::cold]] void check_event(const char* call, gex_Event_t event) {
  if (event == GEX_EVENT_NO_OP)
    fatal(call, "the event is GEX_EVENT_NO_OP, of an operation that was not begun; begin it again without IMMEDIATE");
  must_be_unrestricted(call);
}

[[gnu::cold]] void check_events(const char* call, const gex_Event_t* events, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) check_event(call, events[i]);
}

}  // namespace
}  // namespace isthmus::gasnet

using namespace isthmus::gasnet;

extern "C" {

int gex_Event_Test(gex_Event_t event) {
  if (job.checks) check_event("gex_Event_Test", event);
  if (test(event)) {
    std::atomic_thread_fence(std::memory_order_acquire);
    return GASNET_OK;
  }
  work();
  return test(event) ? GASNET_OK : GASNET_ERR_NOT_READY;
}

void gex_Event_Wait(gex_Event_t event) {
  if (job.checks) check_event("gex_Event_Wait", event);
  serve();
  if (event == GEX_EVENT_INVALID) return;
  wait_until([event] { return test(event); });
}

int gex_Event_TestSome(gex_Event_t* events, size_t n, gex_Flags_t) {
  if (job.checks) check_events("gex_Event_TestSome", events, n);
  work();
  return test_many(events, n, Want::some) ? GASNET_OK : GASNET_ERR_NOT_READY;
}
int gex_Event_TestAll(gex_Event_t* events, size_t n, gex_Flags_t) {
  if (job.checks) check_events("gex_Event_TestAll", events, n);
  work();
  return test_many(events, n, Want::all) ? GASNET_OK : GASNET_ERR_NOT_READY;
}
void gex_Event_WaitSome(gex_Event_t* events, size_t n, gex_Flags_t) {
  if (job.checks) check_events("gex_Event_WaitSome", events, n);
  serve();
  wait_until([=] { return test_many(events, n, Want::some); });
}
void gex_Event_WaitAll(gex_Event_t* events, size_t n, gex_Flags_t) {
  if (job.checks) check_events("gex_Event_WaitAll", events, n);
  serve();
  wait_until([=] { return test_many(events, n, Want::all); });
}

gex_Event_t gex_Event_QueryLeaf(gex_Event_t root, gex_EC_t) {
  if (job.checks) check_event("gex_Event_QueryLeaf", root);
  return root == GEX_EVENT_INVALID || root_of(root)->complete() ? GEX_EVENT_INVALID : leaf_of(root);
}

// ---- Operations without events ----

/// Puts and gets on the node were copies without fences.
void gex_NBI_Wait(gex_EC_t mask, gex_Flags_t) {
  std::atomic_thread_fence(std::memory_order_acq_rel);
  if (nbi_of_thread.under_way) [[unlikely]]
    return wait_implicit(mask);
  if (--nbi_of_thread.waits_until_poll == 0) [[unlikely]]
    serve_in_turn();
}

int gex_NBI_Test(gex_EC_t mask, gex_Flags_t) {
  std::atomic_thread_fence(std::memory_order_acq_rel);
  if (!nbi_of_thread.under_way) return GASNET_OK;
  if (wants_emulated(mask) && !emulated_complete()) {
    work();
    if (!emulated_complete()) return GASNET_ERR_NOT_READY;
  }
  if (wants_wire(mask)) {
    if (!shmemx_quiet_test()) return GASNET_ERR_NOT_READY;
    nbi_of_thread.forget(NbiState::kOnWire);
  }
  if (emulated_complete()) nbi_of_thread.forget(NbiState::kCounted);
  return GASNET_OK;
}

void gex_NBI_BeginAccessRegion(gex_Flags_t) {
  NbiState& mine = nbi_state();
  if (mine.region) fatal("gex_NBI_BeginAccessRegion", "an access region is open; end it first, regions do not nest");
  mine.region = new isthmus_gasnet_event;
}

gex_Event_t gex_NBI_EndAccessRegion(gex_Flags_t) {
  NbiState& mine = nbi_state();
  if (!mine.region) fatal("gex_NBI_EndAccessRegion", "no access region is open; call gex_NBI_BeginAccessRegion first");
  isthmus_gasnet_event* const event = mine.region;
  mine.region = nullptr;
  std::atomic_thread_fence(std::memory_order_acq_rel);
  if (!event->complete()) return event;
  delete event;
  return GEX_EVENT_INVALID;
}
}
