#include "collectives/blocks/blocks.hpp"
#include "collectives/group/round.hpp"
#include "memkind/copies.hpp"

namespace isthmus::collectives {
namespace {

/// Copies between buffers of a gather or scatter, which may be memory of any kind, and of a different kind on each
/// member.
void copy(const comm::Context& world, void* to, const void* from, std::size_t bytes) {
  if (!world.careful()) {
    std::memcpy(to, from, bytes);
    return;
  }
  auto* const source = const_cast<char*>(static_cast<const char*>(from));
  memkind::copy({world.kind_of(to), static_cast<char*>(to)}, {world.kind_of(from), source}, bytes);
}

}  // namespace

void cell_gather(const GatherScatter& task) {
  const comm::Context& world = task.call.world;
  Round round(task.call.group.team()->node, task.bytes);
  if (task.is_root()) {
    copy(world, task.dest + task.offset(task.root), task.source, task.bytes);
    for (int step = 1; step < round.size(); ++step) {
      const int member = round.after(step);
      copy(world, task.dest + task.offset(member), round.await(member), task.bytes);
    }
  } else {
    copy(world, round.mine(), task.source, task.bytes);
    round.arrive();
  }
  round.leave();
}

void cell_scatter(const GatherScatter& task) {
  const comm::Context& world = task.call.world;
  Round round(task.call.group.team()->node, task.offset(task.call.group.size()));
  if (task.is_root()) {
    copy(world, round.mine(), task.source, task.offset(round.size()));
    round.arrive();
  }
  const void* mine = task.is_root() ? static_cast<const void*>(task.source + task.offset(task.root))
                                    : round.await(task.root) + task.offset(round.me());
  copy(world, task.dest, mine, task.bytes);
  round.leave();
}

}  // namespace isthmus::collectives
