// Reductions and scans. Members do a slice each, or a few of them for few bytes: a kernel reads it from everybody's
// source and writes the result to the dests. Operations that no kernel has go through host memory.
#include <algorithm>
#include <array>
#include <optional>

#include "abi/abi.hpp"
#include "collectives/device/slices.hpp"
#include "device/pull.hpp"
#include "reduction.hpp"

namespace isthmus::mpi {
namespace {

using collectives::Slice;
using collectives::Sums;
using memkind::Place;

/// The buffers of all members, of which kernels take kMembers at most. Those that are not used are null.
class Places {
 public:
  explicit Places(const memkind::Kind& kind) : kind_(kind) {}
  char*& operator[](int member) { return at_[static_cast<std::size_t>(member)]; }
  Place place_of(int member) const { return {kind_, at_[static_cast<std::size_t>(member)]}; }

 private:
  const memkind::Kind& kind_;
  std::array<char*, kernels::kMembers> at_{};
};

/// The operation, if kernels can do it; otherwise the call is refused.
const collectives::Combine* find_kernel(DeviceCall& device, Word type, Word op) {
  const std::optional<Reduction> reduction = find_reduction(type, op);
  const collectives::Combine* const combine = reduction ? reduction->combine : nullptr;
  const bool done_by_kernels = combine && combine->kernel.type != kernels::Type::none &&
                               static_cast<unsigned>(device.size()) <= kernels::kMembers;
  if (!done_by_kernels) device.refuse();
  return done_by_kernels ? combine : nullptr;
}

/// Elements of a predefined type, whose gaps (in pairs) the kernels step over.
Buffer elements(const void* address, Count count, const collectives::Combine* combine) {
  static const Layout byte = Layout::basic(1);
  return {address, &byte, natural(count) * (combine ? combine->element : 1)};
}

Sums sums_of(const DeviceCall& device, const collectives::Combine& combine, std::size_t n) {
  return {.combine = combine,
          .kernel = combine.kernel,
          .kind = device.kind(),
          .same_kind = true,
          .members = device.size(),
          .n = n};
}

/// Maps the sources of all members, and the dests of those for which `wanted(member)`.
template <class Wanted>
bool map_all(DeviceCall& device, Places& from, Places& to, Wanted&& wanted) {
  bool good = true;
  for (int member = 0; member < device.size(); ++member) {
    good &= (from[member] = device.source_of(member).at) != nullptr;
    if (wanted(member)) good &= (to[member] = device.dest_of(member)) != nullptr;
  }
  return good;
}

/// One slice, by a kernel or, where the device refuses it, by the host.
void reduce_slice(const Sums& sums, const Places& from, const Places& to, const Slice& part) {
  if (sums.kind.device->launch && run_kernel(sums, from, to, part)) return;
  by_host(sums, from, to, part,
          [&](char* blocks, std::size_t room, std::size_t n) { reduce_blocks(sums, blocks, room, n); });
}

/// Reduces `n` elements of all members by slices, to the dests of those for which `wanted(member)`.
template <class Wanted>
Outcome reduce(DeviceCall& device, const collectives::Combine* combine, std::size_t n, Wanted&& wanted) {
  Outcome otherwise;
  if (!mapped(device, otherwise)) return otherwise;
  const Sums sums = sums_of(device, *combine, n);
  // Either each member does its slice for all who want the result, or each of these does all of it for itself.
  const bool alone = device.own_dests_only();
  const Slice part = !alone ? sums.slice_of(device.me()) : wanted(device.me()) ? Slice{0, n} : Slice{0, 0};
  const auto fills = [&](int member) { return alone ? member == device.me() : wanted(member); };
  Places from(device.kind()), to = from;
  const bool good = part.n == 0 || map_all(device, from, to, fills);
  if (device.in_place() && !device.all_well()) return Outcome::staged;
  if (good && part.n > 0) reduce_slice(sums, from, to, part);
  return end(device);
}

/// The source of a call whose receive buffer is the source where the send buffer says so.
const void* source_of(const void* send, const void* receive) { return send == abi().in_place ? receive : send; }

/// Reduce-scatter: this member's elements begin with number `first`.
Outcome scatter(DeviceCall& device, const collectives::Combine* combine, const void* send, const void* receive,
                std::size_t all, std::size_t first, std::size_t n) {
  const Buffer source = elements(source_of(send, receive), static_cast<std::int64_t>(all), combine);
  if (send == abi().in_place && all > 0)
    device.give_copy(source);  // others read where this member's result is written
  else
    give(device, source);
  const Buffer dest = elements(receive, static_cast<std::int64_t>(n), combine);
  fill(device, dest);
  Outcome otherwise;
  if (!mapped(device, otherwise)) return otherwise;
  Places from(device.kind()), to = from;
  const bool good = n == 0 || map_all(device, from, to, [&](int member) { return member == device.me(); });
  // Members that get nothing need not say that they are in place where others do, so that what all have shown decides.
  if (device.in_place() && !device.all_well()) return Outcome::staged;
  if (good && n > 0) {
    to[device.me()] -= first * combine->element;  // the slice has the same offset on both sides
    reduce_slice(sums_of(device, *combine, n), from, to, {first, n});
  }
  return end(device);
}

/// The result of member m is that of the members before it, and of m itself if `inclusive`.
void scan_slice(const Sums& sums, const Places& from, const Places& to, const Slice& part, bool inclusive) {
  using kernels::Operation;
  if (sums.kernel.operation == Operation::sum) {
    Sums scan = sums;
    const kernels::Kernel kernel{inclusive ? Operation::inscan : Operation::exscan, sums.kernel.type};
    const Sums whole{scan.combine, kernel, scan.kind, true, scan.members, scan.n};
    if (run_kernel(whole, from, to, part)) return;
  }
  // From the last member on, so that no source is overwritten before it was read where dest is source.
  for (int member = sums.members - 1; member >= (inclusive ? 0 : 1); --member) {
    Places only(sums.kind);
    only[0] = to.place_of(member).at;
    Sums before{sums.combine, sums.kernel, sums.kind, true, inclusive ? member + 1 : member, sums.n};
    reduce_slice(before, from, only, part);
  }
}

Outcome scan(Communicator& comm, const Combining& call, bool inclusive) {
  DeviceCall device(comm);
  const collectives::Combine* const combine = find_kernel(device, call.type, call.op);
  give(device, elements(source_of(call.send, call.receive), call.count, combine));
  if (inclusive || device.me() > 0) fill(device, elements(call.receive, call.count, combine));
  Outcome otherwise;
  if (!mapped(device, otherwise)) return otherwise;
  const Sums sums = sums_of(device, *combine, natural(call.count));
  const Slice part = sums.slice_of(device.me());
  Places from(device.kind()), to = from;
  const bool good = part.n == 0 || map_all(device, from, to, [&](int member) { return inclusive || member > 0; });
  if (device.in_place() && !device.all_well()) return Outcome::staged;
  if (good && part.n > 0) scan_slice(sums, from, to, part, inclusive);
  return end(device);
}

}  // namespace

Outcome on_devices(Communicator& comm, const Allreduce& call) {
  DeviceCall device(comm);
  const collectives::Combine* const combine = find_kernel(device, call.type, call.op);
  give(device, elements(source_of(call.send, call.receive), call.count, combine));
  fill(device, elements(call.receive, call.count, combine));
  return reduce(device, combine, natural(call.count), [](int) { return true; });
}

Outcome on_devices(Communicator& comm, const Reduce& call) {
  DeviceCall device(comm);
  const collectives::Combine* const combine = find_kernel(device, call.type, call.op);
  give(device, elements(source_of(call.send, call.receive), call.count, combine));
  if (device.me() == call.root) fill(device, elements(call.receive, call.count, combine));
  if (call.root < 0 || call.root >= device.size()) device.refuse();
  return reduce(device, combine, natural(call.count), [&](int member) { return member == call.root; });
}

Outcome on_devices(Communicator& comm, const Reduce_scatter_block& call) {
  DeviceCall device(comm);
  const collectives::Combine* const combine = find_kernel(device, call.type, call.op);
  const std::size_t n = natural(call.count), members = static_cast<std::size_t>(device.size());
  return scatter(device, combine, call.send, call.receive, n * members, n * static_cast<std::size_t>(device.me()), n);
}

Outcome on_devices(Communicator& comm, const Reduce_scatter& call) {
  DeviceCall device(comm);
  const collectives::Combine* const combine = find_kernel(device, call.type, call.op);
  std::size_t all = 0, first = 0, n = 0;
  for (int member = 0; member < device.size(); ++member) {
    if (call.receive_counts[member] < 0) device.refuse();
    if (member == device.me()) first = all, n = natural(call.receive_counts[member]);
    all += natural(call.receive_counts[member]);
  }
  return scatter(device, combine, call.send, call.receive, all, first, n);
}

Outcome on_devices(Communicator& comm, const Scan& call) { return scan(comm, call, true); }
Outcome on_devices(Communicator& comm, const Exscan& call) { return scan(comm, call, false); }

}  // namespace isthmus::mpi
