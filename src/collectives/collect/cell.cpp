#include <numeric>
#include <vector>

#include "base/product.hpp"
#include "collectives/collect/collect.hpp"
#include "collectives/group/peer_buffer.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {

void cell_fcollect(const Collect& task) {
  Round round(task.call.group.team()->node, task.bytes);
  round.arrive(task.source, task.bytes);
  std::memcpy(task.dest_of(round.me()), task.source, task.bytes);
  for (int step = 1; step < round.size(); ++step) {
    const int member = round.after(step);
    std::memcpy(task.dest_of(member), round.await(member), task.bytes);
  }
  round.saw_all();
}

/// The largest part that fits into a cell, behind its size.
static constexpr std::size_t kMost = Round::kBytes - sizeof(std::size_t);

void cell_collect(const Collect& task) {
  comm::Neighbours& node = task.call.group.team()->node;
  const auto me = static_cast<std::size_t>(node.me);
  Round round(node, Round::kBytes);  // the sizes of the others are not known yet
  std::byte* mine = round.mine();
  std::memcpy(mine, &task.bytes, sizeof task.bytes);
  if (task.bytes > 0 && task.bytes <= kMost) std::memcpy(mine + sizeof task.bytes, task.source, task.bytes);
  round.arrive();
  std::vector<std::size_t> sizes(static_cast<std::size_t>(round.size()));
  for (int member = 0; member < round.size(); ++member)
    std::memcpy(&sizes[static_cast<std::size_t>(member)], round.await(member), sizeof(std::size_t));
  const std::size_t whole = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}, base::sum);
  if (whole > 0) symmetric(task.call, task.dest, whole);

  char* to = task.dest;
  bool in_cells = true;
  for (int member = 0; member < round.size(); ++member) {
    const std::size_t bytes = sizes[static_cast<std::size_t>(member)];
    if (bytes > kMost)
      in_cells = false;
    else if (bytes > 0)
      std::memcpy(to, round.await(member) + sizeof bytes, bytes);
    to += bytes;
  }
  round.saw_all();
  if (in_cells) return;
  // Parts are written to everybody's dest, not read from everybody's source, because a member without elements may pass
  // any source, but every dest is symmetric and ready.
  if (task.bytes > kMost)
    push_part(task, std::accumulate(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(me), std::size_t{0}),
              whole);
  Round end(node);
  end.arrive_empty();
  end.await_all();
}

}  // namespace isthmus::collectives
