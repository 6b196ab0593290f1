// Collectives of neighbours in a topology. They are the MPI's; one that knows nothing of devices gets copies in host
// memory.
#include "calls/neighbours.hpp"

#include "abi/abi.hpp"
#include "device/host_copies.hpp"
#include "real.hpp"

namespace isthmus::mpi {

Degrees degrees_of(Word comm) {
  int topology = -1, rank = 0, weighted = 0;
  Degrees found;
  if (real().Topo_test(comm, &topology) != kSuccess) return found;
  if (topology == abi().cart && real().Cartdim_get(comm, &found.in) == kSuccess) found.in = found.out = 2 * found.in;
  if (topology == abi().graph && real().Comm_rank(comm, &rank) == kSuccess &&
      real().Graph_neighbors_count(comm, rank, &found.in) == kSuccess)
    found.out = found.in;
  if (topology == abi().dist_graph) real().Dist_graph_neighbors_count(comm, &found.in, &found.out, &weighted);
  return found;
}

namespace {

/// A neighbour may not exist, so that not all of the result is written.
template <class Call>
void replace_both(Call& call, const Span& send, const Span& receive, HostCopies& host_copies) {
  call.send = host_copies.of(call.send, send, HostCopies::Use::read);
  call.receive = host_copies.of(call.receive, receive, HostCopies::Use::updated);
}

}  // namespace

void replace(Neighbor_allgather& call, const Where&, HostCopies& host_copies) {
  const Degrees n = degrees_of(call.comm);
  replace_both(call, span_of(call.send_type, call.send_count.value),
               span_of(call.receive_type, call.receive_count.value * n.in), host_copies);
}
void replace(Neighbor_allgatherv& call, const Where&, HostCopies& host_copies) {
  const Degrees n = degrees_of(call.comm);
  replace_both(call, span_of(call.send_type, call.send_count.value),
               span_of(call.receive_type, call.receive_counts, call.displacements, n.in), host_copies);
}
void replace(Neighbor_alltoall& call, const Where&, HostCopies& host_copies) {
  const Degrees n = degrees_of(call.comm);
  replace_both(call, span_of(call.send_type, call.send_count.value * n.out),
               span_of(call.receive_type, call.receive_count.value * n.in), host_copies);
}
void replace(Neighbor_alltoallv& call, const Where&, HostCopies& host_copies) {
  const Degrees n = degrees_of(call.comm);
  replace_both(call, span_of(call.send_type, call.send_counts, call.send_displacements, n.out),
               span_of(call.receive_type, call.receive_counts, call.receive_displacements, n.in), host_copies);
}
void replace(Neighbor_alltoallw& call, const Where&, HostCopies& host_copies) {
  const Degrees n = degrees_of(call.comm);
  replace_both(call, span_of(call.send_types, call.send_counts, call.send_displacements, n.out),
               span_of(call.receive_types, call.receive_counts, call.receive_displacements, n.in), host_copies);
}

}  // namespace isthmus::mpi
