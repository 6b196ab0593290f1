#include "collectives/group/round.hpp"
#include "collectives/scan/scan.hpp"

namespace isthmus::collectives {

void cell_scan(const Scan& task) {
  Round round(task.call.group.team()->node, task.bytes());
  round.arrive(task.source, task.bytes());
  const int terms = task.terms();
  if (terms == 0)
    std::memset(task.dest, 0, task.bytes());  // all zero bits are 0 in every type
  else
    std::memcpy(task.dest, round.await(0), task.bytes());
  for (int member = 1; member < terms; ++member) task.sum.apply(task.dest, task.dest, round.await(member), task.n);
  round.leave();
}

}  // namespace isthmus::collectives
