// Which buffers of a call are replaced by copies in host memory, and what the call does with each of them.
#include "abi/abi.hpp"
#include "device/host_copies.hpp"
#include "real.hpp"

namespace isthmus::mpi {

Where Where::in(Word comm) {
  Where where;
  int between = 0;
  real().Comm_test_inter(comm, &between);
  where.between_groups = between != 0;
  real().Comm_rank(comm, &where.me);
  real().Comm_size(comm, &where.own_group);
  where.members = where.own_group;
  if (between) real().Comm_remote_size(comm, &where.members);
  return where;
}

bool Where::is_root(int root) const { return root == (between_groups ? abi().root : me); }

/// The numbers by which the root's own group names it are below 0.
bool Where::takes_part(int root) const { return !between_groups || root >= 0; }

namespace {

using Use = HostCopies::Use;

/// A buffer that is also read where the send buffer says that the data are there.
void* written(HostCopies& host_copies, void* address, const Span& span, bool read_too) {
  return host_copies.of(address, span, read_too ? Use::updated : Use::written);
}
bool in_place(const void* send) { return send == abi().in_place; }

}  // namespace

void replace(Bcast& call, const Where& where, HostCopies& host_copies) {
  if (where.is_root(call.root))
    call.buffer = host_copies.of(call.buffer, span_of(call.type, call.count.value), Use::read);
  else if (where.takes_part(call.root))
    call.buffer = host_copies.of(call.buffer, span_of(call.type, call.count.value), Use::written);
}

void replace(Gather& call, const Where& where, HostCopies& host_copies) {
  if (where.is_root(call.root))
    call.receive = written(host_copies, call.receive,
                           span_of(call.receive_type, call.receive_count.value * where.members), in_place(call.send));
  if (!in_place(call.send) && where.takes_part(call.root))
    call.send = host_copies.of(call.send, span_of(call.send_type, call.send_count.value), Use::read);
}

void replace(Gatherv& call, const Where& where, HostCopies& host_copies) {
  if (where.is_root(call.root))
    call.receive = written(host_copies, call.receive,
                           span_of(call.receive_type, call.receive_counts, call.displacements, where.members),
                           in_place(call.send));
  if (!in_place(call.send) && where.takes_part(call.root))
    call.send = host_copies.of(call.send, span_of(call.send_type, call.send_count.value), Use::read);
}

void replace(Scatter& call, const Where& where, HostCopies& host_copies) {
  if (where.is_root(call.root))
    call.send = host_copies.of(call.send, span_of(call.send_type, call.send_count.value * where.members), Use::read);
  if (!in_place(call.receive) && where.takes_part(call.root))
    call.receive = written(host_copies, call.receive, span_of(call.receive_type, call.receive_count.value), false);
}

void replace(Scatterv& call, const Where& where, HostCopies& host_copies) {
  if (where.is_root(call.root))
    call.send = host_copies.of(call.send, span_of(call.send_type, call.send_counts, call.displacements, where.members),
                               Use::read);
  if (!in_place(call.receive) && where.takes_part(call.root))
    call.receive = written(host_copies, call.receive, span_of(call.receive_type, call.receive_count.value), false);
}

void replace(Allgather& call, const Where& where, HostCopies& host_copies) {
  call.receive = written(host_copies, call.receive,
                         span_of(call.receive_type, call.receive_count.value * where.members), in_place(call.send));
  if (!in_place(call.send))
    call.send = host_copies.of(call.send, span_of(call.send_type, call.send_count.value), Use::read);
}

void replace(Allgatherv& call, const Where& where, HostCopies& host_copies) {
  call.receive =
      written(host_copies, call.receive,
              span_of(call.receive_type, call.receive_counts, call.displacements, where.members), in_place(call.send));
  if (!in_place(call.send))
    call.send = host_copies.of(call.send, span_of(call.send_type, call.send_count.value), Use::read);
}

void replace(Alltoall& call, const Where& where, HostCopies& host_copies) {
  call.receive = written(host_copies, call.receive,
                         span_of(call.receive_type, call.receive_count.value * where.members), in_place(call.send));
  if (!in_place(call.send))
    call.send = host_copies.of(call.send, span_of(call.send_type, call.send_count.value * where.members), Use::read);
}

void replace(Alltoallv& call, const Where& where, HostCopies& host_copies) {
  const int n = where.members;
  call.receive =
      written(host_copies, call.receive, span_of(call.receive_type, call.receive_counts, call.receive_displacements, n),
              in_place(call.send));
  if (!in_place(call.send))
    call.send =
        host_copies.of(call.send, span_of(call.send_type, call.send_counts, call.send_displacements, n), Use::read);
}

void replace(Alltoallw& call, const Where& where, HostCopies& host_copies) {
  const int n = where.members;
  call.receive =
      written(host_copies, call.receive,
              span_of(call.receive_types, call.receive_counts, call.receive_displacements, n), in_place(call.send));
  if (!in_place(call.send))
    call.send =
        host_copies.of(call.send, span_of(call.send_types, call.send_counts, call.send_displacements, n), Use::read);
}

void replace(Reduce& call, const Where& where, HostCopies& host_copies) {
  const Span span = span_of(call.type, call.count.value);
  if (where.is_root(call.root)) call.receive = written(host_copies, call.receive, span, in_place(call.send));
  if (!in_place(call.send) && where.takes_part(call.root)) call.send = host_copies.of(call.send, span, Use::read);
}

void replace(Reduce_scatter& call, const Where& where, HostCopies& host_copies) {
  std::int64_t all = 0;  // between groups as well: the data of the other group are as many
  for (int member = 0; member < where.own_group; ++member) all += call.receive_counts[member];
  const Span whole = span_of(call.type, all);
  const std::int64_t own = call.receive_counts[where.me];
  call.receive = in_place(call.send) ? written(host_copies, call.receive, whole, true)
                                     : written(host_copies, call.receive, span_of(call.type, own), false);
  if (!in_place(call.send)) call.send = host_copies.of(call.send, whole, Use::read);
}

void replace(Reduce_scatter_block& call, const Where& where, HostCopies& host_copies) {
  const Span whole = span_of(call.type, call.count.value * where.own_group);
  call.receive = in_place(call.send) ? written(host_copies, call.receive, whole, true)
                                     : written(host_copies, call.receive, span_of(call.type, call.count.value), false);
  if (!in_place(call.send)) call.send = host_copies.of(call.send, whole, Use::read);
}

void replace(Combining& call, const Where&, HostCopies& host_copies) {
  const Span span = span_of(call.type, call.count.value);
  call.receive = written(host_copies, call.receive, span, in_place(call.send));
  if (!in_place(call.send)) call.send = host_copies.of(call.send, span, Use::read);
}

/// The first member's buffer stays as it is.
void replace(Exscan& call, const Where& where, HostCopies& host_copies) {
  const Span span = span_of(call.type, call.count.value);
  call.receive = written(host_copies, call.receive, span, in_place(call.send) || where.me == 0);
  if (!in_place(call.send)) call.send = host_copies.of(call.send, span, Use::read);
}

}  // namespace isthmus::mpi
