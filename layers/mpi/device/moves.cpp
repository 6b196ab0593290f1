// Collectives that move data. A member reads what it receives from the sources of the others, by one batch of copies or
// one kernel, and waits once. Few bytes are the work of one member, because a launch costs as much as many bytes do.
#include <algorithm>

#include "abi/abi.hpp"
#include "collectives/device/pieces.hpp"
#include "device/pull.hpp"

namespace isthmus::mpi {
namespace {

using collectives::Pieces;
using memkind::Limits;
using memkind::Place;

bool is_root(const DeviceCall& device, int root) { return device.me() == root; }
bool valid_root(DeviceCall& device, int root) {
  const bool valid = root >= 0 && root < device.size();
  if (!valid) device.refuse();
  return valid;
}

/// Whether one member copies `pieces` blocks of `bytes` for all.
bool one_for_all(const DeviceCall& device, std::size_t pieces, std::size_t bytes) {
  return device.all_contiguous() && pieces > 0 && bytes > 0 && !device.own_dests_only() &&
         collectives::one_for_all(device.kind(), device.kind(), pieces, bytes);
}

/// Copies of one member for all: collects them, and makes them unless a buffer could not be mapped.
class ForAll {
 public:
  ForAll(DeviceCall& device, std::size_t bytes, std::size_t most) : device_(device), pieces_(bytes, most) {}
  void copy(int to, std::size_t to_offset, int from, std::ptrdiff_t from_offset) {
    char *const dest = device_.dest_of(to), *const source = device_.source_of(from).at;
    if (!dest || !source) return;
    if (dest + to_offset != source + from_offset)
      pieces_.copy(Place{device_.kind(), dest + to_offset}, Place{device_.kind(), source + from_offset});
  }
  void finish() { pieces_.finish(); }

 private:
  DeviceCall& device_;
  Pieces pieces_;
};

std::size_t count_of(const DeviceCall& device) { return static_cast<std::size_t>(device.size()); }

/// Gather and gatherv: the root reads small blocks from all, by one kernel. Members write large blocks to the root's
/// dest themselves, at the same time; `given` is the length of this member's. The root has shown where each begins and
/// how many bytes it has there, which alone says who copies.
template <class Bytes, class Offset>
Outcome gather(DeviceCall& device, int root, bool in_place, const Buffer& dest, std::size_t given, Bytes&& bytes,
               Offset&& offset) {
  Outcome otherwise;
  if (!mapped(device, otherwise)) return otherwise;
  const auto pushed = [&](std::size_t block) {
    return block > device.kind().device->limits->slice && device.all_contiguous() && !device.own_dests_only();
  };
  if (!is_root(device, root) && given > 0 && pushed(device.room_at(root))) {
    const std::size_t bytes_there = std::min(given, device.room_at(root));
    char *const to = device.dest_of(root), *const from = device.source_of(device.me()).at;
    if (to)
      memkind::begin_copy(Place{device.kind(), to + device.offset_from(root)}, Place{device.kind(), from}, bytes_there);
  }
  std::vector<Incoming> incoming;
  if (is_root(device, root)) incoming.reserve(count_of(device));
  for (int step = 0; is_root(device, root) && step < device.size(); ++step) {
    const int member = (root + step) % device.size();
    if (device.gives(member) && (member == root ? !in_place : !pushed(bytes(member))))
      incoming.push_back({member, 0, bytes(member), dest.lowest() + offset(member), &device.dest_shape()});
  }
  pull(device, incoming);
  return end(device);
}

}  // namespace

Outcome on_devices(Communicator& comm, const Bcast& call) {
  DeviceCall device(comm);
  const Buffer all = buffer(device, call.buffer, call.count, call.type);
  if (valid_root(device, call.root)) is_root(device, call.root) ? give(device, all) : fill(device, all);
  Outcome otherwise;
  const std::size_t others = count_of(device) - 1, bytes = all.bytes();
  if (!mapped(device, &Limits::staged_broadcast, bytes, otherwise)) return otherwise;
  if (one_for_all(device, others, bytes)) {
    ForAll copies(device, bytes, others);
    for (int member = 0; is_root(device, call.root) && member < device.size(); ++member)
      if (member != call.root) copies.copy(member, 0, call.root, 0);
    copies.finish();
  } else if (!is_root(device, call.root)) {
    pull(device, {{call.root, 0, bytes, all.lowest(), &device.dest_shape()}});
  }
  return end(device);
}

Outcome on_devices(Communicator& comm, const Gather& call) {
  DeviceCall device(comm);
  const bool root = is_root(device, call.root), in_place = call.send == abi().in_place;
  const auto members = static_cast<std::int64_t>(device.size());
  Buffer dest;
  if (valid_root(device, call.root) && root) {
    dest = buffer(device, call.receive, call.receive_count.value * members, call.receive_type);
    fill(device, dest);
    if (dest.layout) device.set_stride(dest.layout->extent() * call.receive_count.value);
  }
  Buffer source;
  if (!in_place) give(device, source = buffer(device, call.send, call.send_count, call.send_type));
  const std::size_t bytes = dest.bytes() / count_of(device);
  return gather(
      device, call.root, in_place, dest, source.bytes(), [&](int) { return bytes; },
      [&](int member) { return dest.layout->extent() * call.receive_count.value * member; });
}

Outcome on_devices(Communicator& comm, const Gatherv& call) {
  DeviceCall device(comm);
  const bool root = is_root(device, call.root), in_place = call.send == abi().in_place;
  Buffer dest;
  if (valid_root(device, call.root) && root) {
    dest = buffer(device, call.receive, 1, call.receive_type);
    dest.count = reach(device, call.receive_counts, call.displacements);
    fill(device, dest);
    std::vector<std::ptrdiff_t> offsets, rooms;
    for (int member = 0; dest.layout && member < device.size(); ++member) {
      offsets.push_back(dest.layout->extent() * call.displacements[member]);
      rooms.push_back(static_cast<std::ptrdiff_t>(dest.layout->size() * natural(call.receive_counts[member])));
    }
    device.set_offsets(std::move(offsets));
    device.set_rooms(std::move(rooms));
  }
  Buffer source;
  if (!in_place) give(device, source = buffer(device, call.send, call.send_count, call.send_type));
  return gather(
      device, call.root, in_place, dest, source.bytes(),
      [&](int member) { return dest.layout->size() * static_cast<std::size_t>(call.receive_counts[member]); },
      [&](int member) { return dest.layout->extent() * call.displacements[member]; });
}

Outcome on_devices(Communicator& comm, const Scatter& call) {
  DeviceCall device(comm);
  const bool root = is_root(device, call.root), in_place = call.receive == abi().in_place;
  std::size_t bytes = 0;
  if (valid_root(device, call.root) && root) {
    const Buffer source = buffer(device, call.send, call.send_count.value * device.size(), call.send_type);
    give(device, source);
    device.set_stride(distance(device, source, call.send_count.value));
    bytes = source.bytes() / count_of(device);
  }
  Buffer dest;
  if (!in_place) {
    dest = buffer(device, call.receive, call.receive_count, call.receive_type);
    fill(device, dest);
    bytes = dest.bytes();
  }
  Outcome otherwise;
  if (!mapped(device, otherwise)) return otherwise;
  if (one_for_all(device, count_of(device), bytes)) {
    ForAll copies(device, bytes, count_of(device));
    for (int member = 0; root && member < device.size(); ++member)
      if (device.fills(member)) copies.copy(member, 0, call.root, device.stride_of(call.root) * member);
    copies.finish();
  } else if (!in_place) {
    pull(device, {{call.root, device.offset_from(call.root), bytes, dest.lowest(), &device.dest_shape()}});
  }
  return end(device);
}

Outcome on_devices(Communicator& comm, const Scatterv& call) {
  DeviceCall device(comm);
  const bool in_place = call.receive == abi().in_place;
  if (valid_root(device, call.root) && is_root(device, call.root)) {
    Buffer source = buffer(device, call.send, 0, call.send_type);
    source.count = reach(device, call.send_counts, call.displacements);
    give(device, source);
    std::vector<std::ptrdiff_t> offsets;
    for (int member = 0; member < device.size(); ++member)
      offsets.push_back(distance(device, source, call.displacements[member]));
    device.set_offsets(std::move(offsets));
  }
  Buffer dest;
  if (!in_place) {
    dest = buffer(device, call.receive, call.receive_count, call.receive_type);
    fill(device, dest);
  }
  Outcome otherwise;
  if (!mapped(device, otherwise)) return otherwise;
  if (!in_place)
    pull(device, {{call.root, device.offset_from(call.root), dest.bytes(), dest.lowest(), &device.dest_shape()}});
  return end(device);
}

Outcome on_devices(Communicator& comm, const Allgather& call) {
  DeviceCall device(comm);
  const Buffer dest = buffer(device, call.receive, call.receive_count.value * static_cast<std::int64_t>(device.size()),
                             call.receive_type);
  fill(device, dest);
  const std::ptrdiff_t step = dest.layout ? dest.layout->extent() * call.receive_count.value : 0;
  if (call.send == abi().in_place)
    give(device,
         buffer(device, static_cast<char*>(call.receive) + step * device.me(), call.receive_count, call.receive_type));
  else
    give(device, buffer(device, call.send, call.send_count, call.send_type));
  Outcome otherwise;
  const std::size_t members = count_of(device), bytes = dest.bytes() / members;
  if (!mapped(device, &Limits::staged_fcollect, bytes, otherwise)) return otherwise;
  if (one_for_all(device, members * members, bytes)) {
    ForAll copies(device, bytes, members * members);
    for (int to = 0; device.me() == 0 && to < device.size(); ++to)
      for (int from = 0; from < device.size(); ++from) copies.copy(to, bytes * static_cast<std::size_t>(from), from, 0);
    copies.finish();
    return end(device);
  }
  std::vector<Incoming> incoming;
  incoming.reserve(count_of(device));
  for (int i = 0; i < device.size(); ++i) {
    const int member = (device.me() + i) % device.size();
    incoming.push_back({member, 0, bytes, dest.lowest() + step * member, &device.dest_shape()});
  }
  if (call.send == abi().in_place) incoming.erase(incoming.begin());  // this member's own
  pull(device, incoming);
  return end(device);
}

Outcome on_devices(Communicator& comm, const Allgatherv& call) {
  DeviceCall device(comm);
  Buffer dest = buffer(device, call.receive, 0, call.receive_type);
  dest.count = reach(device, call.receive_counts, call.displacements);
  fill(device, dest);
  const std::ptrdiff_t extent = dest.layout ? dest.layout->extent() : 0;
  const bool in_place = call.send == abi().in_place;
  if (in_place)
    give(device, buffer(device, static_cast<char*>(call.receive) + extent * call.displacements[device.me()],
                        call.receive_counts[device.me()], call.receive_type));
  else
    give(device, buffer(device, call.send, call.send_count, call.send_type));
  Outcome otherwise;
  if (!mapped(device, otherwise)) return otherwise;
  std::vector<Incoming> incoming;
  incoming.reserve(count_of(device));
  for (int i = in_place ? 1 : 0; i < device.size(); ++i) {
    const int member = (device.me() + i) % device.size();
    const std::size_t bytes = dest.layout->size() * natural(call.receive_counts[member]);
    incoming.push_back({member, 0, bytes, dest.lowest() + extent * call.displacements[member], &device.dest_shape()});
  }
  pull(device, incoming);
  return end(device);
}

Outcome on_devices(Communicator& comm, const Alltoall& call) {
  DeviceCall device(comm);
  const auto members = static_cast<std::int64_t>(device.size());
  const bool in_place = call.send == abi().in_place;
  const Buffer dest = buffer(device, call.receive, call.receive_count.value * members, call.receive_type);
  fill(device, dest);
  const Buffer source = in_place ? dest : buffer(device, call.send, call.send_count.value * members, call.send_type);
  if (!in_place)
    give(device, source);
  else if (source.bytes() > 0)
    device.give_copy(source);
  device.set_stride(distance(device, source, (in_place ? call.receive_count : call.send_count).value));
  Outcome otherwise;
  const std::size_t bytes = dest.bytes() / count_of(device), square = count_of(device) * count_of(device);
  if (!mapped(device, &Limits::staged_alltoall, bytes, otherwise)) return otherwise;
  if (!in_place && one_for_all(device, square, bytes)) {
    ForAll copies(device, bytes, square);
    for (int to = 0; device.me() == 0 && to < device.size(); ++to)
      for (int from = 0; from < device.size(); ++from)
        copies.copy(to, bytes * static_cast<std::size_t>(from), from, device.stride_of(from) * to);
    copies.finish();
    return end(device);
  }
  if (in_place && !can_write(device)) return Outcome::staged;
  const std::ptrdiff_t step = dest.layout->extent() * call.receive_count.value;
  std::vector<Incoming> incoming;
  incoming.reserve(count_of(device));
  for (int i = 0; i < device.size(); ++i) {
    const int member = (device.me() + i) % device.size();
    incoming.push_back(
        {member, device.offset_from(member), bytes, dest.lowest() + step * member, &device.dest_shape()});
  }
  pull(device, incoming);
  return end(device);
}

}  // namespace isthmus::mpi
