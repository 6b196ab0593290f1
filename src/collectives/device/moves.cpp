#include <numeric>
#include <vector>

#include "collectives/device/batch.hpp"
#include "collectives/device/device.hpp"
#include "collectives/round.hpp"

namespace isthmus::collectives {

void device_broadcast(const Broadcast& task) {
  Round round(device_neighbours(task.call));
  const PeerBuffer from(task.call, task.source, task.bytes);
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
  Round round(device_neighbours(task.call));
  round.arrive_empty();
  const PeerBuffer from(task.call, task.source, task.bytes);
  Batch batch;
  for (int step = 0; step < round.size(); ++step) {
    const int member = round.after(step);
    round.await(member);
    batch.copy(mine(task.call, task.dest_of(member)), from.place_of(member), task.bytes);
  }
  batch.finish();
  round.leave_together();
}

void device_collect(const Collect& task) {
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
  // Pushed, not pulled: a member without elements may pass any source, but everybody's dest is symmetric and ready.
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
  Round round(device_neighbours(task.call));
  round.arrive_empty();
  const PeerBuffer from(task.call, task.source, task.span());
  const bool dense = task.dest_step == task.element && task.source_step == task.element;
  const std::size_t pieces = dense ? 1 : task.n, bytes = dense ? task.block() : task.element;
  Batch batch;
  for (int step = 0; step < round.size(); ++step) {
    const int member = round.after(step);
    round.await(member);
    const memkind::Place to = mine(task.call, task.dest_from(member));
    const memkind::Place theirs = from.place_of(member) + task.offset_for(round.me());
    for (std::size_t i = 0; i < pieces; ++i) batch.copy(to + i * task.dest_step, theirs + i * task.source_step, bytes);
  }
  batch.finish();
  round.leave_together();
}

}  // namespace isthmus::collectives
