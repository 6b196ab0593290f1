// Collectives of neighbours in a topology. They are the MPI's; one that knows nothing of devices gets copies in host
// memory.
#include <memory>

#include "abi/abi.hpp"
#include "calls/devices.hpp"
#include "calls/requests.hpp"
#include "real.hpp"

namespace isthmus::mpi {
namespace {

/// How many neighbours send to this rank, and to how many it sends.
struct Degrees {
  int in = 0, out = 0;
};
struct Spans {
  Span send, receive;
};

/// None if the communicator has no topology, about which the MPI then complains.
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

/// Puts copies in the place of device buffers. A neighbour may not exist, so that not all of the result is written.
template <class Find>
void replace(Word comm, const void*& send, void*& receive, Find&& find, Shadow& shadow) {
  const Spans spans = find(degrees_of(comm));
  send = shadow.of(send, spans.send, Shadow::Use::read);
  receive = shadow.of(receive, spans.receive, Shadow::Use::updated);
}

template <class Find, class Call>
int exchange(Word comm, const void*& send, void*& receive, Find&& find, Call&& call) {
  if (buffers_pass_through(send, receive)) [[likely]]
    return call();
  Shadow shadow(Shadow::For::mpi);
  replace(comm, send, receive, find, shadow);
  const int result = call();
  shadow.finish();
  return result;
}

template <class Find, class Call>
int begin_exchange(Word comm, const void*& send, void*& receive, void* request, Find&& find, Call&& call) {
  if (buffers_pass_through(send, receive)) [[likely]]
    return call();
  auto shadow = std::make_unique<Shadow>(Shadow::For::mpi);
  replace(comm, send, receive, find, *shadow);
  const int result = call();
  if (result == kSuccess && shadow->used()) attach(request, {std::move(shadow), false, true});
  return result;
}

}  // namespace

namespace ours {

int Neighbor_allgather(const void* send, int send_count, Word send_type, void* receive, int receive_count,
                       Word receive_type, Word comm) {
  return exchange(
      comm, send, receive,
      [&](const Degrees& n) {
        return Spans{span_of(send_type, send_count), span_of(receive_type, std::int64_t{receive_count} * n.in)};
      },
      [&] {
        return real().Neighbor_allgather(send, send_count, send_type, receive, receive_count, receive_type, comm);
      });
}
int Ineighbor_allgather(const void* send, int send_count, Word send_type, void* receive, int receive_count,
                        Word receive_type, Word comm, void* request) {
  return begin_exchange(
      comm, send, receive, request,
      [&](const Degrees& n) {
        return Spans{span_of(send_type, send_count), span_of(receive_type, std::int64_t{receive_count} * n.in)};
      },
      [&] {
        return real().Ineighbor_allgather(send, send_count, send_type, receive, receive_count, receive_type, comm,
                                          request);
      });
}
int Neighbor_allgatherv(const void* send, int send_count, Word send_type, void* receive, const int* receive_counts,
                        const int* places, Word receive_type, Word comm) {
  return exchange(
      comm, send, receive,
      [&](const Degrees& n) {
        return Spans{span_of(send_type, send_count), span_of(receive_type, receive_counts, places, n.in)};
      },
      [&] {
        return real().Neighbor_allgatherv(send, send_count, send_type, receive, receive_counts, places, receive_type,
                                          comm);
      });
}
int Ineighbor_allgatherv(const void* send, int send_count, Word send_type, void* receive, const int* receive_counts,
                         const int* places, Word receive_type, Word comm, void* request) {
  return begin_exchange(
      comm, send, receive, request,
      [&](const Degrees& n) {
        return Spans{span_of(send_type, send_count), span_of(receive_type, receive_counts, places, n.in)};
      },
      [&] {
        return real().Ineighbor_allgatherv(send, send_count, send_type, receive, receive_counts, places, receive_type,
                                           comm, request);
      });
}
int Neighbor_alltoall(const void* send, int send_count, Word send_type, void* receive, int receive_count,
                      Word receive_type, Word comm) {
  return exchange(
      comm, send, receive,
      [&](const Degrees& n) {
        return Spans{span_of(send_type, std::int64_t{send_count} * n.out),
                     span_of(receive_type, std::int64_t{receive_count} * n.in)};
      },
      [&] {
        return real().Neighbor_alltoall(send, send_count, send_type, receive, receive_count, receive_type, comm);
      });
}
int Ineighbor_alltoall(const void* send, int send_count, Word send_type, void* receive, int receive_count,
                       Word receive_type, Word comm, void* request) {
  return begin_exchange(
      comm, send, receive, request,
      [&](const Degrees& n) {
        return Spans{span_of(send_type, std::int64_t{send_count} * n.out),
                     span_of(receive_type, std::int64_t{receive_count} * n.in)};
      },
      [&] {
        return real().Ineighbor_alltoall(send, send_count, send_type, receive, receive_count, receive_type, comm,
                                         request);
      });
}
int Neighbor_alltoallv(const void* send, const int* send_counts, const int* send_places, Word send_type, void* receive,
                       const int* receive_counts, const int* receive_places, Word receive_type, Word comm) {
  return exchange(
      comm, send, receive,
      [&](const Degrees& n) {
        return Spans{span_of(send_type, send_counts, send_places, n.out),
                     span_of(receive_type, receive_counts, receive_places, n.in)};
      },
      [&] {
        return real().Neighbor_alltoallv(send, send_counts, send_places, send_type, receive, receive_counts,
                                         receive_places, receive_type, comm);
      });
}
int Ineighbor_alltoallv(const void* send, const int* send_counts, const int* send_places, Word send_type, void* receive,
                        const int* receive_counts, const int* receive_places, Word receive_type, Word comm,
                        void* request) {
  return begin_exchange(
      comm, send, receive, request,
      [&](const Degrees& n) {
        return Spans{span_of(send_type, send_counts, send_places, n.out),
                     span_of(receive_type, receive_counts, receive_places, n.in)};
      },
      [&] {
        return real().Ineighbor_alltoallv(send, send_counts, send_places, send_type, receive, receive_counts,
                                          receive_places, receive_type, comm, request);
      });
}
int Neighbor_alltoallw(const void* send, const int* send_counts, const std::int64_t* send_places,
                       const void* send_types, void* receive, const int* receive_counts,
                       const std::int64_t* receive_places, const void* receive_types, Word comm) {
  return exchange(
      comm, send, receive,
      [&](const Degrees& n) {
        return Spans{span_of(send_types, send_counts, send_places, n.out),
                     span_of(receive_types, receive_counts, receive_places, n.in)};
      },
      [&] {
        return real().Neighbor_alltoallw(send, send_counts, send_places, send_types, receive, receive_counts,
                                         receive_places, receive_types, comm);
      });
}
int Ineighbor_alltoallw(const void* send, const int* send_counts, const std::int64_t* send_places,
                        const void* send_types, void* receive, const int* receive_counts,
                        const std::int64_t* receive_places, const void* receive_types, Word comm, void* request) {
  return begin_exchange(
      comm, send, receive, request,
      [&](const Degrees& n) {
        return Spans{span_of(send_types, send_counts, send_places, n.out),
                     span_of(receive_types, receive_counts, receive_places, n.in)};
      },
      [&] {
        return real().Ineighbor_alltoallw(send, send_counts, send_places, send_types, receive, receive_counts,
                                          receive_places, receive_types, comm, request);
      });
}

}  // namespace ours
}  // namespace isthmus::mpi
