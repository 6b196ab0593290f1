#include "device/pull.hpp"

#include <algorithm>

#include "collectives/device/pieces.hpp"
#include "types/cached.hpp"

namespace isthmus::mpi {

using memkind::Place;

Buffer buffer(DeviceCall& device, const void* address, Count count, Word type) {
  const Buffer made{address, find_layout(type), natural(count)};
  if (count.value < 0 || !made.layout) device.refuse();
  return made;
}

void give(DeviceCall& device, const Buffer& source) {
  if (source.count > 0 && (!source.layout || source.bytes() > 0)) device.give(source);
}

void fill(DeviceCall& device, const Buffer& dest) {
  if (dest.count > 0 && (!dest.layout || dest.bytes() > 0)) device.fill(dest);
}

std::size_t reach(DeviceCall& device, const Counts& counts, const Counts& displacements) {
  std::size_t reached = 0;
  for (int member = 0; member < device.size(); ++member) {
    if (counts[member] < 0 || displacements[member] < 0) device.refuse();
    if (counts[member] > 0) reached = std::max(reached, natural(counts[member] + displacements[member]));
  }
  return reached;
}

bool can_write(DeviceCall& device) {
  if (!device.all_contiguous()) return false;
  for (int member = 0; member < device.size(); ++member)
    if (device.gives(member)) device.source_of(member);
  return device.all_well();
}

void pull(DeviceCall& device, const std::vector<Incoming>& incoming) {
  struct Ready {
    const Incoming* what;
    DeviceCall::Theirs theirs;
  };
  std::vector<Ready> ready;
  ready.reserve(incoming.size());
  for (const Incoming& one : incoming) {
    if (one.bytes == 0) continue;
    ready.push_back({&one, device.source_of(one.member)});
    if (!ready.back().theirs.at) return;  // the call will be repeated
    ready.back().theirs.at += one.from;
  }
  if (ready.empty()) return;
  const memkind::Kind& kind = device.kind();
  const auto plain = [](const Ready& one) { return one.what->shape->contiguous() && one.theirs.shape.contiguous(); };
  const auto like_first = [&](const Ready& one) { return one.what->bytes == ready[0].what->bytes; };
  if (std::all_of(ready.begin(), ready.end(), plain) && std::all_of(ready.begin(), ready.end(), like_first)) {
    collectives::Pieces pieces(ready[0].what->bytes, ready.size());
    for (const Ready& one : ready)
      if (one.what->to != one.theirs.at) pieces.copy(Place{kind, one.what->to}, Place{kind, one.theirs.at});
    return pieces.finish();
  }
  std::vector<Section> sections;
  for (std::size_t i = 0; i < ready.size();) {
    const Ready& first = ready[i];
    sections.clear();
    std::size_t next = i;
    const auto fits = [&](const Ready& one) {
      return one.what->bytes == first.what->bytes && *one.what->shape == *first.what->shape &&
             one.theirs.shape == first.theirs.shape;
    };
    for (; next < ready.size() && fits(ready[next]); ++next)
      sections.push_back({ready[next].what->to, ready[next].theirs.at});
    if (plain(first))
      for (const Section& section : sections) {
        if (section.to != section.from)
          memkind::begin_copy(Place{kind, section.to}, Place{kind, section.from}, first.what->bytes);
      }
    else if (!begin_strided(kind, *first.what->shape, first.theirs.shape, sections, 0, first.what->bytes))
      return device.fail();
    i = next;
  }
}

}  // namespace isthmus::mpi
