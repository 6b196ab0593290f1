#include <algorithm>
#include <cstring>

#include "collectives/device/batch.hpp"
#include "collectives/device/device.hpp"
#include "collectives/round.hpp"

namespace isthmus::collectives {
namespace {

constexpr std::size_t kBlock = std::size_t{256} << 10;

memkind::Place host(char* at) { return {memkind::kHost, at}; }

/// For each block of this member's slice, brings everybody's part of it here and lets `use(blocks, n, at)` make of it
/// what goes to everybody's dest: a block for each member, `bytes` apart, in the same place.
template <class Use>
void by_slices(const Call& call, std::size_t element, void* dest, const void* source, std::size_t count, Use&& use) {
  Round round(device_neighbours(call));
  round.arrive_empty();
  const PeerBuffer from(call, source, count * element), to(call, dest, count * element);
  const Slice part = slice(count, round.me(), round.size(), element);
  const auto members = static_cast<std::size_t>(round.size());
  const std::size_t step = std::min(kBlock / element, std::max<std::size_t>(part.n, 1)), room = step * element;
  const memkind::Kind& kind = call.world.kind_of(dest).device ? call.world.kind_of(dest) : call.world.kind_of(source);
  const memkind::Staging blocks(kind, room * members);
  round.await_all();  // somebody may have no slice
  Batch batch;
  for (std::size_t i = 0; i < part.n; i += step) {
    const std::size_t n = std::min(step, part.n - i), bytes = n * element, at = (part.first + i) * element;
    for (std::size_t member = 0; member < members; ++member)
      batch.copy(host(blocks.get() + member * room), from.place_of(static_cast<int>(member)) + at, bytes);
    batch.finish();
    use(blocks.get(), room, n);
    for (std::size_t member = 0; member < members; ++member)
      batch.copy(to.place_of(static_cast<int>(member)) + at, host(blocks.get() + member * room), bytes);
    batch.finish();
  }
  round.leave_together();
}

}  // namespace

void device_reduce(const Reduce& task) {
  const Combine& combine = task.combine;
  const std::size_t bytes = task.bytes();
  if (bytes <= Round::kBytes) {
    Round round(device_neighbours(task.call), bytes);
    memkind::copy(host(reinterpret_cast<char*>(round.mine())), mine(task.call, task.source), bytes);
    round.arrive();
    alignas(16) char sum[Round::kBytes];
    std::memcpy(sum, round.await(0), bytes);
    for (int member = 1; member < round.size(); ++member) combine.apply(sum, sum, round.await(member), task.n);
    round.saw_all();
    return memkind::copy(mine(task.call, task.dest), host(sum), bytes);
  }
  const auto members = static_cast<std::size_t>(task.call.group.size());
  by_slices(task.call, combine.element, task.dest, task.source, task.n,
            [&](char* blocks, std::size_t room, std::size_t n) {
              for (std::size_t member = 1; member < members; ++member)
                combine.apply(blocks, blocks, blocks + member * room, n);
              for (std::size_t member = 1; member < members; ++member)
                std::memcpy(blocks + member * room, blocks, n * combine.element);
            });
}

void device_scan(const Scan& task) {
  const std::size_t element = task.sum.element;
  const auto members = static_cast<std::size_t>(task.call.group.size());
  by_slices(task.call, element, task.dest, task.source, task.n, [&](char* blocks, std::size_t room, std::size_t n) {
    for (std::size_t member = 1; member < members; ++member)
      task.sum.apply(blocks + member * room, blocks + (member - 1) * room, blocks + member * room, n);
    if (task.inclusive) return;
    for (std::size_t member = members - 1; member > 0; --member)
      std::memcpy(blocks + member * room, blocks + (member - 1) * room, n * element);
    std::memset(blocks, 0, n * element);  // all zero bits are 0 in every type
  });
}

}  // namespace isthmus::collectives
