// Collectives of the members of one node, with buffers on devices or in host memory, as parts of a call over several
// nodes. Members are named by their places on the node. Every function returns the MPI's code.
#pragma once
#include <vector>

#include "hierarchy.hpp"
#include "memkind/copies.hpp"

namespace isthmus::mpi {

/// The bytes of each member of the node, and where they begin in a buffer that has those of all.
struct Division {
  std::vector<int> bytes, offsets;

  void add(std::size_t length, std::size_t offset) {
    bytes.push_back(static_cast<int>(length));
    offsets.push_back(static_cast<int>(offset));
  }
};

class NodeCalls {
 public:
  explicit NodeCalls(Hierarchy& nodes) : nodes_(nodes) {}

  int bcast(memkind::Place data, std::size_t bytes, int root);
  /// The data of each member go to the root's `all`. If `mine` is there already, its address is null.
  int gather(memkind::Place mine, std::size_t bytes, memkind::Place all, const Division& division, int root);
  /// The reverse. A null `mine` says that the root's data stay where they are.
  int scatter(memkind::Place all, const Division& division, memkind::Place mine, std::size_t bytes, int root);
  /// From one member to another: only these two have to know the places.
  int move(memkind::Place from, int source, memkind::Place to, int dest, std::size_t bytes);
  int all_to_all(memkind::Place from, const Division& out, memkind::Place to, const Division& in);
  /// To member 0. `send` may be the address of `receive` there.
  int reduce(const void* send, void* receive, std::size_t count, Word type, Word op, std::size_t bytes);
  /// In the order of places, which is that of ranks. `send` is as in MPI_Scan.
  int scan(const void* send, void* receive, std::size_t count, Word type, Word op, bool exclusive);

 private:
  int me() const { return nodes_.place_of(nodes_.rank()); }
  template <class Call, class Function>
  int call(const Call& call, Function function);

  Hierarchy& nodes_;
};

}  // namespace isthmus::mpi
