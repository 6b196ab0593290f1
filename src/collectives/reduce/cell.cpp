#include "collectives/group/round.hpp"
#include "collectives/reduce/reduce.hpp"

namespace isthmus::collectives {

void cell_reduce(const Reduce& task) {
  Round round(task.call.group.team()->node, task.bytes());
  round.arrive(task.source, task.bytes());
  const std::byte* first = round.await(0);
  if (round.size() == 1) {
    std::memcpy(task.dest, first, task.bytes());
  } else {
    task.combine.apply(task.dest, first, round.await(1), task.n);
    for (int member = 2; member < round.size(); ++member)
      task.combine.apply(task.dest, task.dest, round.await(member), task.n);
  }
  round.saw_all();
}

}  // namespace isthmus::collectives
