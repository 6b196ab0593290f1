#include "collectives/group/gather.hpp"
#include "collectives/scan/scan.hpp"

namespace isthmus::collectives {

void bruck_scan(const Scan& task) {
  alignas(64) std::byte all[Round::kBytes];
  gather(*task.call.group.team(), task.source, task.bytes(), all);
  const int terms = task.terms();
  if (terms == 0)
    std::memset(task.dest, 0, task.bytes());  // all zero bits are 0 in every type
  else
    std::memcpy(task.dest, all, task.bytes());
  for (int member = 1; member < terms; ++member) {
    // The bytes are copied first, because an element may need more alignment than its place in `all` has.
    alignas(64) std::byte theirs[Round::kBytes];
    std::memcpy(theirs, all + static_cast<std::size_t>(member) * task.bytes(), task.bytes());
    task.sum.apply(task.dest, task.dest, theirs, task.n);
  }
}

}  // namespace isthmus::collectives
