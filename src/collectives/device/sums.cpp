// Reductions and scans of mapped device memory. All members, or a few for few bytes, do a slice each: a kernel reads it
// from everybody's source and writes the result to everybody's dest. Where there is no kernel, blocks are copied to
// host memory, combined there and copied back.
#include <algorithm>
#include <cstring>

#include "collectives/device/batch.hpp"
#include "collectives/device/device.hpp"
#include "collectives/device/staged.hpp"
#include "collectives/device/work.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {
namespace {

constexpr std::size_t kBlock = std::size_t{256} << 10;

memkind::Place host(char* at) { return {memkind::kHost, at}; }

/// The arguments of a reduction or scan.
struct Sums {
  const Call& call;
  const Combine& combine;
  kernels::Kernel kernel;
  char* dest;
  const char* source;
  std::size_t n;

  std::size_t bytes() const { return n * combine.element; }
  const memkind::Kind& kind() const { return device_kind(call, dest, source); }
  /// Whether kernels do the work. The answer is the same on all members; one whose device refuses the launch does its
  /// slice on the host.
  bool by_kernel() const {
    return kernel.type != kernels::Type::none && &call.world.kind_of(dest) == &call.world.kind_of(source) &&
           kind().device->launch && static_cast<unsigned>(call.group.size()) <= kernels::kMembers &&
           bytes() >= kind().device->limits->reduce_kernel;
  }
  /// The slice of a member. A launch takes as long as many bytes do, so few bytes are the work of few members, or of
  /// one.
  Slice slice_of(int member) const {
    const auto size = static_cast<std::size_t>(call.group.size());
    const std::size_t worth = bytes() / kind().device->limits->slice;
    const auto workers = static_cast<int>(by_kernel() ? std::clamp<std::size_t>(worth, 1, size) : size);
    return member < workers ? slice(n, member, workers, combine.element) : Slice{0, 0};
  }
};

/// Launches the kernel for a slice. Returns false where this PE's device cannot run it.
bool run_kernel(const Sums& sums, const PeerBuffer& from, const PeerBuffer& to, const Slice& part) {
  kernels::Work work{};
  work.members = static_cast<kernels::Address>(sums.call.group.size());
  for (int member = 0; member < sums.call.group.size(); ++member) {
    const std::size_t at = part.first * sums.combine.element;
    work.from[member] = reinterpret_cast<kernels::Address>(from.of(member) + at);
    work.to[member] = reinterpret_cast<kernels::Address>(to.of(member) + at);
  }
  divide(work, part.n, sums.combine.element);
  return memkind::begin_kernel(sums.kind(), sums.kernel, work);
}

/// For each block of the slice: copies everybody's source to host memory, one block of `n` elements for each member,
/// `room` bytes apart, lets `use(blocks, room, n)` replace each block by the result for that member, and copies these
/// to everybody's dest.
template <class Use>
void by_host(const Sums& sums, const PeerBuffer& from, const PeerBuffer& to, const Slice& part, Use&& use) {
  const std::size_t element = sums.combine.element, step = std::min(kBlock / element, part.n), room = step * element;
  const int members = sums.call.group.size();
  const memkind::Staging blocks(sums.kind(), room * static_cast<std::size_t>(members));
  const auto block = [&](int member) { return host(blocks.get() + static_cast<std::size_t>(member) * room); };
  Batch batch;
  for (std::size_t i = 0; i < part.n; i += step) {
    const std::size_t n = std::min(step, part.n - i), bytes = n * element, at = (part.first + i) * element;
    for (int member = 0; member < members; ++member) batch.copy(block(member), from.place_of(member) + at, bytes);
    batch.finish();
    use(blocks.get(), room, n);
    for (int member = 0; member < members; ++member) batch.copy(to.place_of(member) + at, block(member), bytes);
    batch.finish();
  }
}

template <class Use>
void by_slices(const Sums& sums, Use&& use) {
  Round round(device_neighbours(sums.call));
  round.arrive_empty();
  const PeerBuffer from(sums.call, sums.source, sums.bytes()), to(sums.call, sums.dest, sums.bytes());
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
void by_cells(const Sums& sums) {
  const std::size_t bytes = sums.bytes();
  Round round(device_neighbours(sums.call), bytes);
  memkind::copy(host(reinterpret_cast<char*>(round.mine())), mine(sums.call, sums.source), bytes);
  round.arrive();
  alignas(16) char sum[Round::kBytes];
  std::memcpy(sum, round.await(0), bytes);
  for (int member = 1; member < round.size(); ++member) sums.combine.apply(sum, sum, round.await(member), sums.n);
  round.saw_all();
  memkind::copy(mine(sums.call, sums.dest), host(sum), bytes);
}

}  // namespace

void device_reduce(const Reduce& task) {
  if (goes_staged(task.call)) return staged_reduce(task);
  const Combine& combine = task.combine;
  const Sums sums{task.call, combine, combine.kernel, task.dest, task.source, task.n};
  if (sums.bytes() <= Round::kBytes && !sums.by_kernel()) return by_cells(sums);
  const auto members = static_cast<std::size_t>(task.call.group.size());
  by_slices(sums, [&](char* blocks, std::size_t room, std::size_t n) {
    for (std::size_t member = 1; member < members; ++member) combine.apply(blocks, blocks, blocks + member * room, n);
    for (std::size_t member = 1; member < members; ++member)
      std::memcpy(blocks + member * room, blocks, n * combine.element);
  });
}

void device_scan(const Scan& task) {
  if (goes_staged(task.call)) return staged_scan(task);
  const auto operation = task.inclusive ? kernels::Operation::inscan : kernels::Operation::exscan;
  const Sums sums{task.call, task.sum, {operation, task.sum.kernel.type}, task.dest, task.source, task.n};
  const auto members = static_cast<std::size_t>(task.call.group.size());
  by_slices(sums, [&](char* blocks, std::size_t room, std::size_t n) {
    for (std::size_t member = 1; member < members; ++member)
      task.sum.apply(blocks + member * room, blocks + (member - 1) * room, blocks + member * room, n);
    if (task.inclusive) return;
    for (std::size_t member = members - 1; member > 0; --member)
      std::memcpy(blocks + member * room, blocks + (member - 1) * room, n * task.sum.element);
    std::memset(blocks, 0, n * task.sum.element);  // all zero bits are 0 in every type
  });
}

}  // namespace isthmus::collectives
