// All-to-all with blocks of any length (alltoallv), and of any type each (alltoallw).
#include "abi/abi.hpp"
#include "device/pull.hpp"
#include "types/cached.hpp"

namespace isthmus::mpi {
namespace {

std::vector<Incoming> all_blocks(const DeviceCall& device) {
  std::vector<Incoming> incoming;
  for (int i = 0; i < device.size(); ++i) {
    const int member = (device.me() + i) % device.size();
    if (device.gives(member)) incoming.push_back({member, device.offset_from(member), 0, nullptr, nullptr});
  }
  return incoming;
}

}  // namespace

Outcome on_devices(Communicator& comm, const Alltoallv& call) {
  DeviceCall device(comm);
  const bool in_place = call.send == abi().in_place;
  const Counts& counts = in_place ? call.receive_counts : call.send_counts;
  const Counts& displacements = in_place ? call.receive_displacements : call.send_displacements;
  Buffer dest = buffer(device, call.receive, 0, call.receive_type);
  dest.count = reach(device, call.receive_counts, call.receive_displacements);
  fill(device, dest);
  Buffer source = dest;
  if (!in_place) {
    source = buffer(device, call.send, 0, call.send_type);
    source.count = reach(device, counts, displacements);
    give(device, source);
  } else if (source.bytes() > 0) {
    device.give_copy(source);
  }
  std::vector<std::ptrdiff_t> offsets;
  for (int member = 0; member < device.size(); ++member)
    offsets.push_back(distance(device, source, displacements[member]));
  device.set_offsets(std::move(offsets));
  Outcome otherwise;
  if (!mapped(device, otherwise)) return otherwise;
  if (in_place && !can_write(device)) return Outcome::staged;
  std::vector<Incoming> incoming = all_blocks(device);
  for (Incoming& one : incoming) {
    one.bytes = dest.layout->size() * natural(call.receive_counts[one.member]);
    one.to = dest.lowest() + dest.layout->extent() * call.receive_displacements[one.member];
    one.shape = &device.dest_shape();
  }
  pull(device, incoming);
  return end(device);
}

Outcome on_devices(Communicator& comm, const Alltoallw& call) {
  DeviceCall device(comm);
  const bool in_place = call.send == abi().in_place;
  const auto blocks = [&](const void* base, const Counts& counts, const Counts& displacements, const void* types) {
    std::vector<Buffer> made;
    for (int member = 0; member < device.size(); ++member)
      made.push_back(buffer(device, static_cast<const char*>(base) + displacements[member], counts[member],
                            abi().handle_at(types, member)));
    return made;
  };
  const std::vector<Buffer> dests =
      blocks(call.receive, call.receive_counts, call.receive_displacements, call.receive_types);
  const std::vector<Strides> shapes = device.fill_blocks(dests);
  device.give_blocks(in_place ? dests : blocks(call.send, call.send_counts, call.send_displacements, call.send_types));
  Outcome otherwise;
  if (!mapped(device, otherwise)) return otherwise;
  if (in_place && !can_write(device)) return Outcome::staged;
  std::vector<Incoming> incoming = all_blocks(device);
  for (Incoming& one : incoming) {
    const auto i = static_cast<std::size_t>(one.member);
    one.bytes = dests[i].bytes();
    one.to = dests[i].lowest();
    one.shape = &shapes[i];
  }
  pull(device, incoming);
  return end(device);
}

}  // namespace isthmus::mpi
