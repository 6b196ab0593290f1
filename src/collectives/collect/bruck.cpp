#include "collectives/collect/collect.hpp"
#include "collectives/gather.hpp"

namespace isthmus::collectives {

void bruck_fcollect(const Collect& task) { gather(*task.call.group.team(), task.source, task.bytes, task.dest); }

}  // namespace isthmus::collectives
