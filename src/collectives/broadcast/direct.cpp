#include "base/copy.hpp"
#include "collectives/broadcast/broadcast.hpp"
#include "collectives/group/peer_buffer.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {
namespace {

constexpr std::size_t kWorthHelping = 65536;  // bytes from which help of the root is worth one more hand-over

/// How many bytes each member copies from the root. If the root need not copy to its own dest, it writes the rest to
/// everybody's, which is in all as much as each of the others copies.
std::size_t pulled(const Broadcast& task, int members) {
  if (task.root_too || task.bytes < kWorthHelping) return task.bytes;
  const auto n = static_cast<std::size_t>(members);
  return task.bytes / n * (n - 1) / 64 * 64;
}

}  // namespace

void direct_broadcast(const Broadcast& task) {
  Round round(task.call.group.team()->node);
  const std::size_t part = pulled(task, round.size()), rest = task.bytes - part;
  if (task.is_root() || rest > 0) round.arrive_empty();
  if (!task.is_root()) {
    round.await(task.root);
    base::copy(task.dest, PeerBuffer(task.call, task.source, task.bytes).of(task.root), part);
    round.leave();
    if (rest > 0) round.await_left(task.root);
    return;
  }
  if (task.root_too) base::copy(task.dest, task.source, task.bytes);
  if (rest > 0) {
    const PeerBuffer to(task.call, task.dest, task.bytes);
    for (int step = 1; step < round.size(); ++step) {
      const int member = round.after(step);
      round.await(member);  // its dest may be written now
      base::copy(to.of(member) + part, static_cast<const char*>(task.source) + part, rest);
    }
  }
  round.leave_together();
}

}  // namespace isthmus::collectives
