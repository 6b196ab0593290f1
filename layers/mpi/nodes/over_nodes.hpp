// Collectives over several nodes in which some member's buffer is on a device. On each node they are done as on one
// node (calls/devices.hpp), with the leader's memory in the place of the other nodes; between the nodes the leaders
// send pieces through pinned host memory (transfers.hpp).
#pragma once
#include <optional>

#include "hierarchy.hpp"

namespace isthmus::mpi {

// The MPI's code, if the call is complete. Nothing, on all members, if it shall be handed on: because no buffer is on a
// device that the MPI cannot use, or the data are few, or too many, or of a type or for an operation that only the MPI
// knows.
std::optional<int> over_nodes(Hierarchy& nodes, const Bcast& call);
std::optional<int> over_nodes(Hierarchy& nodes, const Gather& call);
std::optional<int> over_nodes(Hierarchy& nodes, const Gatherv& call);
std::optional<int> over_nodes(Hierarchy& nodes, const Scatter& call);
std::optional<int> over_nodes(Hierarchy& nodes, const Scatterv& call);
std::optional<int> over_nodes(Hierarchy& nodes, const Allgather& call);
std::optional<int> over_nodes(Hierarchy& nodes, const Allgatherv& call);
std::optional<int> over_nodes(Hierarchy& nodes, const Alltoall& call);
std::optional<int> over_nodes(Hierarchy& nodes, const Alltoallv& call);
std::optional<int> over_nodes(Hierarchy& nodes, const Alltoallw& call);
std::optional<int> over_nodes(Hierarchy& nodes, const Reduce& call);
std::optional<int> over_nodes(Hierarchy& nodes, const Allreduce& call);
std::optional<int> over_nodes(Hierarchy& nodes, const Reduce_scatter& call);
std::optional<int> over_nodes(Hierarchy& nodes, const Reduce_scatter_block& call);
// If the ranks of each node follow each other.
std::optional<int> over_nodes(Hierarchy& nodes, const Scan& call);
std::optional<int> over_nodes(Hierarchy& nodes, const Exscan& call);
inline std::optional<int> over_nodes(Hierarchy&, const Barrier&) { return std::nullopt; }

}  // namespace isthmus::mpi
