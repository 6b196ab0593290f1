// Reductions and scans of mapped device memory. All members, or a few for few bytes, do a slice each: a kernel reads it
// from everybody's source and writes the result to everybody's dest. Where there is no kernel, blocks are copied to
// host memory, combined there and copied back.
#include <algorithm>
#include <cstring>

#include "collectives/device/batch.hpp"
#include "collectives/device/device.hpp"
#include "collectives/device/slices.hpp"
#include "collectives/device/staged.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {
namespace {

memkind::Place host(char* at) { return {memkind::kHost, at}; }

Sums sums_of(const Call& call, const Combine& combine, kernels::Kernel kernel, const void* dest, const void* source,
             std::size_t n) {
  return {.combine = combine,
          .kernel = kernel,
          .kind = device_kind(call, dest, source),
          .same_kind = &call.world.kind_of(dest) == &call.world.kind_of(source),
          .members = call.group.size(),
          .n = n};
}

template <class Task, class Use>
void by_slices(const Task& task, const Sums& sums, Use&& use) {
  Round round(device_neighbours(task.call));
  round.arrive_empty();
  const PeerBuffer from(task.call, task.source, sums.bytes()), to(task.call, task.dest, sums.bytes());
  const Slice part = sums.slice_of(round.me());
  round.await_all();  // members without a slice, too, have a source and a dest
  if (part.n > 0) {
    if (sums.by_kernel() && run_kernel(sums, from, to, part))
      Batch().finish();
    else
      by_host(sums, from, to, part, use);
  }
  round.leave_together();
}

/// For few bytes, which fit into a cell: each member shows its own to everybody, and combines everybody's on the host.
void by_cells(const Reduce& task, const Sums& sums) {
  const std::size_t bytes = sums.bytes();
  Round round(device_neighbours(task.call), bytes);
  memkind::copy(host(reinterpret_cast<char*>(round.mine())), mine(task.call, task.source), bytes);
  round.arrive();
  alignas(16) char sum[Round::kBytes];
  std::memcpy(sum, round.await(0), bytes);
  for (int member = 1; member < round.size(); ++member) sums.combine.apply(sum, sum, round.await(member), sums.n);
  round.saw_all();
  memkind::copy(mine(task.call, task.dest), host(sum), bytes);
}

}  // namespace

void device_reduce(const Reduce& task) {
  if (goes_staged(task.call)) return staged_reduce(task);
  const Combine& combine = task.combine;
  const Sums sums = sums_of(task.call, combine, combine.kernel, task.dest, task.source, task.n);
  if (sums.bytes() <= Round::kBytes && !sums.by_kernel()) return by_cells(task, sums);
  by_slices(task, sums, [&](char* blocks, std::size_t room, std::size_t n) { reduce_blocks(sums, blocks, room, n); });
}

void device_scan(const Scan& task) {
  if (goes_staged(task.call)) return staged_scan(task);
  const auto operation = task.inclusive ? kernels::Operation::inscan : kernels::Operation::exscan;
  const kernels::Kernel kernel{operation, task.sum.kernel.type};
  const Sums sums = sums_of(task.call, task.sum, kernel, task.dest, task.source, task.n);
  const auto members = static_cast<std::size_t>(task.call.group.size());
  by_slices(task, sums, [&](char* blocks, std::size_t room, std::size_t n) {
    for (std::size_t member = 1; member < members; ++member)
      task.sum.apply(blocks + member * room, blocks + (member - 1) * room, blocks + member * room, n);
    if (task.inclusive) return;
    for (std::size_t member = members - 1; member > 0; --member)
      std::memcpy(blocks + member * room, blocks + (member - 1) * room, n * task.sum.element);
    std::memset(blocks, 0, n * task.sum.element);  // all zero bits are 0 in every type
  });
}

}  // namespace isthmus::collectives
