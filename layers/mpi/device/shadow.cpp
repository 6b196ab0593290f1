#include "device/shadow.hpp"

#include <algorithm>
#include <array>

#include "abi/abi.hpp"
#include "device/memory.hpp"
#include "real.hpp"

namespace isthmus::mpi {
namespace {

/// Whether the MPI takes memory of that kind. Both families have these functions; one that lacks them takes none.
bool mpi_takes(const memkind::Kind& kind) {
  struct Row {
    const memkind::Kind* kind;
    const char* query;
    bool answer;
  };
  static const std::array<Row, 3> rows = [] {
    std::array<Row, 3> made{{{&memkind::kCuda, "MPIX_Query_cuda_support", false},
                             {&memkind::kHip, "MPIX_Query_rocm_support", false},
                             {&memkind::kZe, "MPIX_Query_ze_support", false}}};
    for (Row& row : made)
      if (void* const query = find_variable(row.query)) row.answer = reinterpret_cast<int (*)()>(query)() != 0;
    return made;
  }();
  return std::any_of(rows.begin(), rows.end(), [&](const Row& row) { return row.kind == &kind && row.answer; });
}

/// The span from `a` to the end of `b`, or from `b` to the end of `a`.
Span both(const Span& a, const Span& b) {
  if (a.bytes == 0 || b.bytes == 0) return a.bytes == 0 ? b : a;
  const auto end = [](const Span& span) { return span.lowest + static_cast<std::ptrdiff_t>(span.bytes); };
  const std::ptrdiff_t lowest = std::min(a.lowest, b.lowest);
  return {lowest, static_cast<std::size_t>(std::max(end(a), end(b)) - lowest), true};
}

Span moved(Span span, std::ptrdiff_t bytes) {
  span.lowest += bytes;
  return span;
}

std::ptrdiff_t extent_of(Word type) {
  std::intptr_t lower = 0, extent = 0;
  return real().Type_get_extent(type, &lower, &extent) == kSuccess ? extent : 0;
}

}  // namespace

Span span_of(Word type, std::int64_t count) {
  std::intptr_t lowest = 0, bytes = 0;
  int size = 0;
  if (count <= 0 || abi().handle(type) == abi().type_null || real().Type_size(type, &size) != kSuccess ||
      real().Type_get_true_extent(type, &lowest, &bytes) != kSuccess || bytes <= 0)
    return {};
  const std::ptrdiff_t further = extent_of(type) * (count - 1);
  const std::ptrdiff_t all = bytes + (further < 0 ? -further : further);
  return {lowest + std::min<std::ptrdiff_t>(further, 0), static_cast<std::size_t>(all), all != size * count};
}

Span span_of(Word type, const Numbers& counts, const Numbers& displacements, int members) {
  Span all;
  for (int member = 0; member < members; ++member)
    if (counts[member] > 0)
      all = both(all, moved(span_of(type, counts[member]), extent_of(type) * displacements[member]));
  return all;
}

Span span_of(const void* types, const Numbers& counts, const Numbers& displacements, int members) {
  Span all;
  for (int member = 0; member < members; ++member)
    if (counts[member] > 0)
      all = both(all, moved(span_of(abi().handle_at(types, member), counts[member]), displacements[member]));
  return all;
}

void* Shadow::of(const void* address, const Span& span, Use use) {
  void* const same = const_cast<void*>(address);
  if (address == abi().in_place || span.bytes == 0) return same;
  char* lowest = static_cast<char*>(same) + span.lowest;
  const KnownMemory::Found found = device_memory().known.find(lowest);
  if (!found.kind->device || (whom_ == For::mpi && mpi_takes(*found.kind))) return same;
  // A span that was taken too large, as in calls between groups, ends with the allocation.
  const auto room = static_cast<std::size_t>(found.allocation.base + found.allocation.bytes - lowest);
  const std::size_t bytes = found.allocation.bytes > 0 ? std::min(span.bytes, room) : span.bytes;
  for (const Copy& copy : copies_)
    if (copy.at.at <= lowest && lowest + bytes <= copy.at.at + copy.bytes)
      return copy.host->get() + (lowest - copy.at.at) - span.lowest;
  const bool reads = use == Use::read || span.gaps;
  Copy copy{
      {*found.kind, lowest}, bytes, reads, use == Use::written, std::make_unique<memkind::Staging>(*found.kind, bytes)};
  if (reads) memkind::copy({memkind::kHost, copy.host->get()}, copy.at, bytes);
  copies_.push_back(std::move(copy));
  return copies_.back().host->get() - span.lowest;
}

void Shadow::refresh() {
  for (const Copy& copy : copies_)
    if (copy.read) memkind::begin_copy({memkind::kHost, copy.host->get()}, copy.at, copy.bytes);
  if (!copies_.empty()) memkind::finish_copies();
}

void Shadow::finish() {
  for (const Copy& copy : copies_)
    if (copy.written) memkind::begin_copy(copy.at, {memkind::kHost, copy.host->get()}, copy.bytes);
  if (!copies_.empty()) memkind::finish_copies();
}

Where Where::in(Word comm) {
  Where where;
  int between = 0;
  real().Comm_test_inter(comm, &between);
  where.between_groups = between != 0;
  real().Comm_rank(comm, &where.me);
  (between ? real().Comm_remote_size : real().Comm_size)(comm, &where.members);
  return where;
}

bool Where::gives(const void* buffer) const { return !between_groups || uses(0, buffer); }

bool Where::uses(int root, const void* buffer) const {
  return between_groups ? device_memory().known.find(buffer).kind->device != nullptr : me == root;
}

namespace {

using Use = Shadow::Use;

/// A buffer that is also read where the send buffer says that the data are there.
void* written(Shadow& shadow, void* address, Span span, bool read_too) {
  span.gaps |= read_too;
  return shadow.of(address, span, Use::written);
}
bool in_place(const void* send) { return send == abi().in_place; }

}  // namespace

void replace(Bcast& call, const Where& where, Shadow& shadow) {
  const Span span = span_of(call.type, call.count.value);
  const bool reads = where.between_groups || where.me == call.root;
  call.buffer = reads && !where.between_groups ? shadow.of(call.buffer, span, Use::read)
                                               : written(shadow, call.buffer, span, reads);
}

void replace(Gather& call, const Where& where, Shadow& shadow) {
  if (where.uses(call.root, call.receive))
    call.receive = written(shadow, call.receive, span_of(call.receive_type, call.receive_count.value * where.members),
                           in_place(call.send) || where.between_groups);
  if (!in_place(call.send) && where.gives(call.send))
    call.send = shadow.of(call.send, span_of(call.send_type, call.send_count.value), Use::read);
}

void replace(Gatherv& call, const Where& where, Shadow& shadow) {
  if (where.uses(call.root, call.receive))
    call.receive = written(shadow, call.receive,
                           span_of(call.receive_type, call.receive_counts, call.displacements, where.members), true);
  if (!in_place(call.send) && where.gives(call.send))
    call.send = shadow.of(call.send, span_of(call.send_type, call.send_count.value), Use::read);
}

void replace(Scatter& call, const Where& where, Shadow& shadow) {
  if (where.uses(call.root, call.send))
    call.send = shadow.of(call.send, span_of(call.send_type, call.send_count.value * where.members), Use::read);
  if (!in_place(call.receive) && where.gives(call.receive))
    call.receive = written(shadow, call.receive, span_of(call.receive_type, call.receive_count.value), false);
}

void replace(Scatterv& call, const Where& where, Shadow& shadow) {
  if (where.uses(call.root, call.send))
    call.send =
        shadow.of(call.send, span_of(call.send_type, call.send_counts, call.displacements, where.members), Use::read);
  if (!in_place(call.receive) && where.gives(call.receive))
    call.receive = written(shadow, call.receive, span_of(call.receive_type, call.receive_count.value), false);
}

void replace(Allgather& call, const Where& where, Shadow& shadow) {
  call.receive = written(shadow, call.receive, span_of(call.receive_type, call.receive_count.value * where.members),
                         in_place(call.send));
  if (!in_place(call.send)) call.send = shadow.of(call.send, span_of(call.send_type, call.send_count.value), Use::read);
}

void replace(Allgatherv& call, const Where& where, Shadow& shadow) {
  call.receive = written(shadow, call.receive,
                         span_of(call.receive_type, call.receive_counts, call.displacements, where.members), true);
  if (!in_place(call.send)) call.send = shadow.of(call.send, span_of(call.send_type, call.send_count.value), Use::read);
}

void replace(Alltoall& call, const Where& where, Shadow& shadow) {
  call.receive = written(shadow, call.receive, span_of(call.receive_type, call.receive_count.value * where.members),
                         in_place(call.send));
  if (!in_place(call.send))
    call.send = shadow.of(call.send, span_of(call.send_type, call.send_count.value * where.members), Use::read);
}

void replace(Alltoallv& call, const Where& where, Shadow& shadow) {
  const int n = where.members;
  call.receive = written(shadow, call.receive,
                         span_of(call.receive_type, call.receive_counts, call.receive_displacements, n), true);
  if (!in_place(call.send))
    call.send = shadow.of(call.send, span_of(call.send_type, call.send_counts, call.send_displacements, n), Use::read);
}

void replace(Alltoallw& call, const Where& where, Shadow& shadow) {
  const int n = where.members;
  call.receive = written(shadow, call.receive,
                         span_of(call.receive_types, call.receive_counts, call.receive_displacements, n), true);
  if (!in_place(call.send))
    call.send = shadow.of(call.send, span_of(call.send_types, call.send_counts, call.send_displacements, n), Use::read);
}

void replace(Reduce& call, const Where& where, Shadow& shadow) {
  const Span span = span_of(call.type, call.count.value);
  if (where.uses(call.root, call.receive)) call.receive = written(shadow, call.receive, span, in_place(call.send));
  if (!in_place(call.send)) call.send = shadow.of(call.send, span, Use::read);
}

void replace(Reduce_scatter& call, const Where& where, Shadow& shadow) {
  std::int64_t all = 0;
  for (int member = 0; member < where.members; ++member) all += call.receive_counts[member];
  const Span whole = span_of(call.type, all);
  const std::int64_t own = where.between_groups ? all : call.receive_counts[where.me];
  call.receive = in_place(call.send) ? written(shadow, call.receive, whole, true)
                                     : written(shadow, call.receive, span_of(call.type, own), where.between_groups);
  if (!in_place(call.send)) call.send = shadow.of(call.send, whole, Use::read);
}

void replace(Reduce_scatter_block& call, const Where& where, Shadow& shadow) {
  const Span whole = span_of(call.type, call.count.value * where.members);
  call.receive = in_place(call.send) ? written(shadow, call.receive, whole, true)
                                     : written(shadow, call.receive, span_of(call.type, call.count.value), false);
  if (!in_place(call.send)) call.send = shadow.of(call.send, whole, Use::read);
}

void replace(Combining& call, const Where&, Shadow& shadow) {
  const Span span = span_of(call.type, call.count.value);
  call.receive = written(shadow, call.receive, span, in_place(call.send));
  if (!in_place(call.send)) call.send = shadow.of(call.send, span, Use::read);
}

/// The first member's buffer stays as it is.
void replace(Exscan& call, const Where& where, Shadow& shadow) {
  const Span span = span_of(call.type, call.count.value);
  call.receive = written(shadow, call.receive, span, in_place(call.send) || where.me == 0);
  if (!in_place(call.send)) call.send = shadow.of(call.send, span, Use::read);
}

}  // namespace isthmus::mpi
