#include "collectives/barrier/barrier.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {

void flags_barrier(comm::Neighbours& node) {
  Round round(node);
  round.arrive_empty();
  round.await_all();
}

}  // namespace isthmus::collectives
