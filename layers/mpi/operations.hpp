// The arguments of each collective, whatever the form of the call (blocking, nonblocking, persistent) and the width of
// its counts. pass() calls a function of the MPI with them, and with what that form has behind them.
#pragma once
#include <type_traits>

#include "mpi.hpp"

namespace isthmus::mpi {

struct Barrier {
  Word comm;
  template <class Function, class... More>
  int pass(Function function, More... more) const {
    return function(comm, more...);
  }
};

struct Bcast {
  void* buffer;
  Count count;
  Word type;
  int root;
  Word comm;
  template <class Function, class... More>
  int pass(Function function, More... more) const {
    return function(buffer, count, type, root, comm, more...);
  }
};

/// Gather and Scatter.
struct Rooted {
  const void* send;
  Count send_count;
  Word send_type;
  void* receive;
  Count receive_count;
  Word receive_type;
  int root;
  Word comm;
  template <class Function, class... More>
  int pass(Function function, More... more) const {
    return function(send, send_count, send_type, receive, receive_count, receive_type, root, comm, more...);
  }
};
struct Gather : Rooted {};
struct Scatter : Rooted {};

struct Gatherv {
  const void* send;
  Count send_count;
  Word send_type;
  void* receive;
  Counts receive_counts, displacements;
  Word receive_type;
  int root;
  Word comm;
  template <class Function, class... More>
  int pass(Function function, More... more) const {
    return function(send, send_count, send_type, receive, receive_counts, displacements, receive_type, root, comm,
                    more...);
  }
};

struct Scatterv {
  const void* send;
  Counts send_counts, displacements;
  Word send_type;
  void* receive;
  Count receive_count;
  Word receive_type;
  int root;
  Word comm;
  template <class Function, class... More>
  int pass(Function function, More... more) const {
    return function(send, send_counts, displacements, send_type, receive, receive_count, receive_type, root, comm,
                    more...);
  }
};

/// Allgather and Alltoall.
struct Unrooted {
  const void* send;
  Count send_count;
  Word send_type;
  void* receive;
  Count receive_count;
  Word receive_type;
  Word comm;
  template <class Function, class... More>
  int pass(Function function, More... more) const {
    return function(send, send_count, send_type, receive, receive_count, receive_type, comm, more...);
  }
};
struct Allgather : Unrooted {};
struct Alltoall : Unrooted {};

struct Allgatherv {
  const void* send;
  Count send_count;
  Word send_type;
  void* receive;
  Counts receive_counts, displacements;
  Word receive_type;
  Word comm;
  template <class Function, class... More>
  int pass(Function function, More... more) const {
    return function(send, send_count, send_type, receive, receive_counts, displacements, receive_type, comm, more...);
  }
};

struct Alltoallv {
  const void* send;
  Counts send_counts, send_displacements;
  Word send_type;
  void* receive;
  Counts receive_counts, receive_displacements;
  Word receive_type;
  Word comm;
  template <class Function, class... More>
  int pass(Function function, More... more) const {
    return function(send, send_counts, send_displacements, send_type, receive, receive_counts, receive_displacements,
                    receive_type, comm, more...);
  }
};

struct Alltoallw {
  const void* send;
  Counts send_counts, send_displacements;
  const void* send_types;
  void* receive;
  Counts receive_counts, receive_displacements;
  const void* receive_types;
  Word comm;
  template <class Function, class... More>
  int pass(Function function, More... more) const {
    return function(send, send_counts, send_displacements, send_types, receive, receive_counts, receive_displacements,
                    receive_types, comm, more...);
  }
};

struct Reduce {
  const void* send;
  void* receive;
  Count count;
  Word type, op;
  int root;
  Word comm;
  template <class Function, class... More>
  int pass(Function function, More... more) const {
    return function(send, receive, count, type, op, root, comm, more...);
  }
};

/// Allreduce, Scan and Exscan; with receive_count as count, Reduce_scatter_block.
struct Combining {
  const void* send;
  void* receive;
  Count count;
  Word type, op;
  Word comm;
  template <class Function, class... More>
  int pass(Function function, More... more) const {
    return function(send, receive, count, type, op, comm, more...);
  }
};
struct Allreduce : Combining {};
struct Scan : Combining {};
struct Exscan : Combining {};
struct Reduce_scatter_block : Combining {};

struct Reduce_scatter {
  const void* send;
  void* receive;
  Counts receive_counts;
  Word type, op;
  Word comm;
  template <class Function, class... More>
  int pass(Function function, More... more) const {
    return function(send, receive, receive_counts, type, op, comm, more...);
  }
};

// Between neighbours in a topology, of which a member may have any number.
struct Neighbor_allgather : Unrooted {};
struct Neighbor_alltoall : Unrooted {};
struct Neighbor_allgatherv : Allgatherv {};
struct Neighbor_alltoallv : Alltoallv {};
struct Neighbor_alltoallw : Alltoallw {};

template <class Call>
inline constexpr bool kOfNeighbours =
    std::is_same_v<Call, Neighbor_allgather> || std::is_same_v<Call, Neighbor_alltoall> ||
    std::is_same_v<Call, Neighbor_allgatherv> || std::is_same_v<Call, Neighbor_alltoallv> ||
    std::is_same_v<Call, Neighbor_alltoallw>;

}  // namespace isthmus::mpi
