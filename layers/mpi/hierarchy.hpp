// A communicator over several nodes, in two levels: the members of a node work through their shared memory, and the
// first of each, its leader, calls the MPI for its node.
#pragma once
#include <memory>
#include <vector>

#include "mpi.hpp"
#include "operations.hpp"

namespace isthmus::mpi {

class Communicator;

class Hierarchy {
 public:
  /// Collective over the communicator, by calls of the MPI. Null on all members if no node has two of them, or the
  /// members of a node cannot share memory.
  static std::unique_ptr<Hierarchy> create(Word comm, int rank, int size);
  ~Hierarchy();
  Hierarchy(const Hierarchy&) = delete;
  Hierarchy& operator=(const Hierarchy&) = delete;

  // Whether a call is served here. The MPI does those of many bytes, since nothing overlaps here, and those with
  // operations that may not be commutative, since nodes need not have consecutive ranks. All members decide alike.
  bool serves(const Barrier&) const { return true; }
  bool serves(const Bcast& call) const;
  bool serves(const Allreduce& call) const;
  template <class Call>
  bool serves(const Call&) const {
    return false;
  }
  // Calls for which that is true.
  void serve(const Barrier& call);
  void serve(const Bcast& call);
  void serve(const Allreduce& call);
  template <class Call>
  void serve(const Call&) {}

 private:
  Hierarchy() = default;
  bool leads() const { return leaders_ != 0; }

  Word node_comm_ = 0, leaders_ = 0;      ///< of the MPI; a member that does not lead has no leaders_
  std::unique_ptr<Communicator> inside_;  ///< of the node; null if this member is alone there
  std::vector<int> leader_of_;            ///< by rank: the rank of its leader
  int rank_ = 0;
};

}  // namespace isthmus::mpi
