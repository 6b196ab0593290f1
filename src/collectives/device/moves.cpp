#include <algorithm>
#include <cstring>

#include "collectives/device/batch.hpp"
#include "collectives/device/staged.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {

namespace {

std::size_t square(int n) { return static_cast<std::size_t>(n) * static_cast<std::size_t>(n); }

}  // namespace

void device_broadcast(const Broadcast& task) {
  if (goes_staged(task, &memkind::Limits::staged_broadcast, task.bytes)) return staged_broadcast(task);
  Round round(device_neighbours(task.call));
  const PeerBuffer from(task.call, task.source, task.bytes), to(task.call, task.dest, task.bytes);
  const auto others = static_cast<std::size_t>(std::max(round.size() - 1, 1));
  if (one_for_all(to, from, others + task.root_too, task.bytes)) {
    round.arrive_empty();
    if (task.is_root()) {
      Pieces pieces(task.bytes, others + 1);
      round.await_all();
      for (int step = task.root_too ? 0 : 1; step < round.size(); ++step)
        pieces.copy(to.place_of(round.after(step)), from.place_of(task.root));
      pieces.finish();
    }
    return round.leave_together();
  }
  if (task.is_root()) round.arrive_empty();
  if (!task.is_root() || task.root_too) {
    if (!task.is_root()) round.await(task.root);
    Batch batch;
    batch.copy(mine(task.call, task.dest), from.place_of(task.root), task.bytes);
    batch.finish();
  }
  task.is_root() ? round.leave_together() : round.leave();
}

void device_fcollect(const Collect& task) {
  if (goes_staged(task, &memkind::Limits::staged_fcollect, task.bytes)) return staged_fcollect(task);
  Round round(device_neighbours(task.call));
  round.arrive_empty();
  const auto size = static_cast<std::size_t>(round.size());
  const PeerBuffer from(task.call, task.source, task.bytes), to(task.call, task.dest, task.bytes * size);
  // Either member 0 makes everybody's copies, or each member makes those to its own dest.
  const bool one = one_for_all(to, from, square(round.size()), task.bytes);
  Pieces pieces(task.bytes, one ? square(round.size()) : size);
  for (int step = 0; step < round.size() && (!one || round.me() == 0); ++step) {
    const int member = round.after(step);
    round.await(member);
    const std::size_t at = static_cast<std::size_t>(member) * task.bytes;
    for (int whose = one ? 0 : round.me(); whose < (one ? round.size() : round.me() + 1); ++whose)
      pieces.copy(to.place_of(whose) + at, from.place_of(member));
  }
  pieces.finish();
  round.leave_together();
}

void device_collect(const Collect& task) {
  if (goes_staged(task.call)) return staged_collect(task);
  comm::Neighbours& node = device_neighbours(task.call);
  Round round(node, sizeof task.bytes);
  round.arrive(&task.bytes, sizeof task.bytes);
  std::size_t before = 0, whole = 0;
  for (int member = 0; member < round.size(); ++member) {
    std::size_t theirs;
    std::memcpy(&theirs, round.await(member), sizeof theirs);
    if (member == round.me()) before = whole;
    whole += theirs;
  }
  round.saw_all();
  if (whole == 0) return;
  // Parts are written to everybody's dest, not read from everybody's source, because a member without elements may pass
  // any source, but every dest is symmetric and ready.
  const PeerBuffer to(task.call, task.dest, whole);
  Round end(node);
  Batch batch;
  for (int step = 0; task.bytes > 0 && step < end.size(); ++step)
    batch.copy(to.place_of(end.after(step)) + before, mine(task.call, task.source), task.bytes);
  batch.finish();
  end.arrive_empty();
  end.await_all();
}

void device_alltoall(const Alltoall& task) {
  if (goes_staged(task, &memkind::Limits::staged_alltoall, task.block())) return staged_alltoall(task);
  Round round(device_neighbours(task.call));
  round.arrive_empty();
  const auto size = static_cast<std::size_t>(round.size());
  const bool dense = task.dest_step == task.element && task.source_step == task.element;
  const std::size_t n = dense ? 1 : task.n, bytes = dense ? task.block() : task.element;
  const PeerBuffer from(task.call, task.source, task.span()), to(task.call, task.dest, task.dest_span());
  // As in device_fcollect, either member 0 makes everybody's copies, or each member its own.
  const bool one = one_for_all(to, from, square(round.size()) * n, bytes);
  Pieces pieces(bytes, (one ? square(round.size()) : size) * n);
  for (int step = 0; step < round.size() && (!one || round.me() == 0); ++step) {
    const int member = round.after(step);
    round.await(member);
    for (int whose = one ? 0 : round.me(); whose < (one ? round.size() : round.me() + 1); ++whose) {
      const memkind::Place there = to.place_of(whose) + static_cast<std::size_t>(task.dest_from(member) - task.dest);
      const memkind::Place theirs = from.place_of(member) + task.offset_for(whose);
      for (std::size_t i = 0; i < n; ++i) pieces.copy(there + i * task.dest_step, theirs + i * task.source_step);
    }
  }
  pieces.finish();
  round.leave_together();
}

}  // namespace isthmus::collectives
