// Reductions and scans of device memory by slices: a member reads its slice from everybody's source and writes the
// result to everybody's dest, by a kernel, or where there is none through host memory. `From` and `To` say where that
// is: they have a function place_of(member). A dest whose address is null gets nothing.
#pragma once
#include <algorithm>
#include <cstring>

#include "collectives/device/pieces.hpp"
#include "collectives/device/work.hpp"
#include "collectives/group/slice.hpp"
#include "collectives/reduce/combine.hpp"

namespace isthmus::collectives {

/// The arguments of a reduction or scan.
struct Sums {
  const Combine& combine;
  kernels::Kernel kernel;
  const memkind::Kind& kind;  ///< of everybody's device memory
  bool same_kind;             ///< source and dest are both of it
  int members;
  std::size_t n;

  std::size_t bytes() const { return n * combine.element; }
  /// Whether kernels do the work. The answer is the same on all members; one whose device refuses the launch does its
  /// slice on the host.
  bool by_kernel() const {
    return kernel.type != kernels::Type::none && same_kind && kind.device->launch &&
           static_cast<unsigned>(members) <= kernels::kMembers && bytes() >= kind.device->limits->reduce_kernel;
  }
  /// The slice of a member. A launch takes as long as many bytes do, so few bytes are the work of few members, or of
  /// one.
  Slice slice_of(int member) const {
    const std::size_t worth = bytes() / kind.device->limits->slice;
    const auto all = static_cast<std::size_t>(members);
    const auto workers = static_cast<int>(by_kernel() ? std::clamp<std::size_t>(worth, 1, all) : all);
    return member < workers ? slice(n, member, workers, combine.element) : Slice{0, 0};
  }
};

/// Launches the kernel for a slice. Returns false where this process's device
/// cannot run it.
template <class From, class To>
bool run_kernel(const Sums& sums, const From& from, const To& to, const Slice& part) {
  kernels::Work work{};
  work.members = static_cast<kernels::Address>(sums.members);
  const std::size_t at = part.first * sums.combine.element;
  for (int member = 0; member < sums.members; ++member) {
    work.from[member] = reinterpret_cast<kernels::Address>(from.place_of(member).at + at);
    char* const dest = to.place_of(member).at;
    work.to[member] = dest ? reinterpret_cast<kernels::Address>(dest + at) : 0;
  }
  divide(work, part.n, sums.combine.element);
  return memkind::begin_kernel(sums.kind, sums.kernel, work);
}

/// For each block of the slice: copies everybody's source to host memory, one block of `n` elements for each member,
/// `room` bytes apart, lets `use(blocks, room, n)` replace each block by the result for that member, and copies these
/// to everybody's dest.
template <class From, class To, class Use>
void by_host(const Sums& sums, const From& from, const To& to, const Slice& part, Use&& use) {
  constexpr std::size_t kBlock = std::size_t{256} << 10;
  const std::size_t element = sums.combine.element, step = std::min(kBlock / element, part.n), room = step * element;
  const memkind::Staging blocks(sums.kind, room * static_cast<std::size_t>(sums.members));
  const auto block = [&](int member) {
    return memkind::Place{memkind::kHost, blocks.get() + static_cast<std::size_t>(member) * room};
  };
  Batch batch;
  for (std::size_t i = 0; i < part.n; i += step) {
    const std::size_t n = std::min(step, part.n - i), bytes = n * element, at = (part.first + i) * element;
    for (int member = 0; member < sums.members; ++member) batch.copy(block(member), from.place_of(member) + at, bytes);
    batch.finish();
    use(blocks.get(), room, n);
    for (int member = 0; member < sums.members; ++member)
      if (to.place_of(member).at) batch.copy(to.place_of(member) + at, block(member), bytes);
    batch.finish();
  }
}

/// What by_host() does with the blocks of a reduction: every member gets the same result.
inline void reduce_blocks(const Sums& sums, char* blocks, std::size_t room, std::size_t n) {
  const auto members = static_cast<std::size_t>(sums.members);
  for (std::size_t member = 1; member < members; ++member)
    sums.combine.apply(blocks, blocks, blocks + member * room, n);
  for (std::size_t member = 1; member < members; ++member)
    std::memcpy(blocks + member * room, blocks, n * sums.combine.element);
}

}  // namespace isthmus::collectives
