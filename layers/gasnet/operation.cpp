#include "operation.hpp"

#include <gasnetex.h>
#include <shmem.h>

#include "engine.hpp"

namespace isthmus::gasnet {

Operation::Operation(Sync sync)
    : sync_(sync), event_(sync == Sync::nbi ? nbi_state().region : new isthmus_gasnet_event) {}

Tally* Operation::add_part() {
  if (!event_) {
    ++nbi_state().emulated_begun;
    nbi_state().under_way |= NbiState::kCounted;
    return &nbi_state().emulated_done;
  }
  ++event_->goal;
  return &event_->done;
}

void Operation::drop_part() {
  if (event_)
    --event_->goal;
  else
    --nbi_state().emulated_begun;
}

void Operation::adopt_puts_and_gets() {
  if (sync_ == Sync::nbi) return;
  NbiState& mine = nbi_state();
  outer_ = mine.region;
  outer_on_wire_ = mine.under_way & NbiState::kOnWire;
  mine.region = event_;
  mine.forget(NbiState::kOnWire);
}

void Operation::release_puts_and_gets() {
  if (sync_ == Sync::nbi) return;
  NbiState& mine = nbi_state();
  // What the region does not count is complete after this, and so is what was begun before.
  if (mine.under_way & NbiState::kOnWire) {
    shmem_quiet();
    outer_on_wire_ = 0;
  }
  mine.region = outer_;
  mine.forget(NbiState::kOnWire);
  mine.under_way |= outer_on_wire_;
}

void Operation::wait_for_parts() {
  if (event_)
    wait_until([this] { return event_->complete(); });
  else
    gex_NBI_Wait(GEX_EC_ALL, 0);
}

gex_Event_t Operation::finish() {
  std::atomic_thread_fence(std::memory_order_release);
  if (sync_ == Sync::nbi) return GEX_EVENT_INVALID;
  if (sync_ == Sync::blocking && !event_->complete()) wait_until([this] { return event_->complete(); });
  if (!event_->complete()) return event_;
  delete event_;
  return GEX_EVENT_INVALID;
}

}  // namespace isthmus::gasnet
