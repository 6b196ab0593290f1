#include "collectives/alltoall/alltoall.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {

void cell_alltoall(const Alltoall& task) {
  comm::Neighbours& node = task.call.group.team()->node;
  Round round(node, task.block() * static_cast<std::size_t>(node.size()));
  const std::size_t element = task.element, mine = static_cast<std::size_t>(round.me()) * task.block();
  const std::size_t all = task.n * static_cast<std::size_t>(round.size());
  copy_elements(reinterpret_cast<char*>(round.mine()), element, task.source, task.source_step, all, element);
  round.arrive();
  for (int step = 0; step < round.size(); ++step) {
    const int member = round.after(step);
    const auto* theirs = reinterpret_cast<const char*>(round.await(member));
    copy_elements(task.dest_from(member), task.dest_step, theirs + mine, element, task.n, element);
  }
  round.saw_all();
}

}  // namespace isthmus::collectives
