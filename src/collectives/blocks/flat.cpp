#include "collectives/blocks/blocks.hpp"
#include "collectives/blocks/moves.hpp"

namespace isthmus::collectives {

void flat_gather(const GatherScatter& task) {
  between_syncs(task.call, [&] {
    put(task.call, task.dest + task.offset(task.call.group.me()), task.source, task.bytes, task.root);
  });
}

void flat_scatter(const GatherScatter& task) {
  between_syncs(task.call, [&] {
    get(task.call, task.dest, task.source + task.offset(task.call.group.me()), task.bytes, task.root);
  });
}

}  // namespace isthmus::collectives
