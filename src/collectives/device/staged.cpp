#include "collectives/device/staged.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <vector>

#include "base/error.hpp"
#include "collectives/device/batch.hpp"
#include "collectives/group/team_memory.hpp"

namespace isthmus::collectives {
namespace {

std::size_t members(const Call& call) { return static_cast<std::size_t>(call.group.size()); }

/// Symmetric host memory of the team, allocated by its first staged collective and kept as long as the team exists. It
/// is as large as this collective can use, because there may be many teams that send little, and is replaced when a
/// later one can use more.
class Stage {
 public:
  static constexpr std::size_t kLargestElement = 32;  // a complex number of two long doubles

  /// `wanted` is the number of bytes with which the collective would be done in one block, the same on all members.
  Stage(const Call& call, std::size_t wanted) : call_(call) {
    constexpr std::size_t kUsual = std::size_t{64} << 10, kMost = std::size_t{4} << 20;
    // There must be room for one element of each member, both as input and as output.
    const std::size_t least = std::max(kUsual, std::bit_ceil(2 * (members(call) + 1) * kLargestElement));
    make(least, std::bit_ceil(std::clamp(wanted, least, std::max(least, kMost))));
  }
  char* get() const { return start_; }
  std::size_t bytes() const { return bytes_; }
  memkind::Place at(const char* p) const { return {memkind::kHost, const_cast<char*>(p)}; }
  /// Waits until all members are done with the contents, because some algorithms write to members that have not arrived
  /// yet.
  void settle() const { call_.group.sync(); }

 private:
  void make(std::size_t least, std::size_t most) {
    memory::TeamHeap& heap = call_.world.memory()->team_heap();
    comm::Team& team = *call_.group.team();
    bytes_ = team.stage ? heap.extent(team.slot, team.stage) : 0;
    if (bytes_ < most) {
      if (team.stage) heap.free(team.slot, team.stage);
      team.stage = nullptr;
      for (bytes_ = most * 2; !team.stage && bytes_ > least;)
        team.stage = static_cast<char*>(team_allocate(heap, call_.group, bytes_ /= 2, 4096));
    }
    if (!team.stage)
      base::fatal(call_.name,
                  base::text("there is no memory of teams left for %zu bytes, through which collectives on device "
                             "memory go here; set SHMEM_TEAM_HEAP_SIZE higher",
                             bytes_));
    start_ = team.stage;
  }

  const Call& call_;
  std::size_t bytes_ = 0;
  char* start_ = nullptr;
};

/// Divides `count` items of `unit` bytes into blocks of at most `room` bytes, and calls `step(from, n)` for the items
/// of each.
template <class Step>
void in_blocks(std::size_t count, std::size_t unit, std::size_t room, Step&& step) {
  const std::size_t most = std::max<std::size_t>(room / unit, 1);
  for (std::size_t from = 0; from < count; from += most) step(from, std::min(most, count - from));
}

/// Copies `n` units between buffers in which they are `from_step` and `to_step` bytes apart.
void copy_units(Batch& batch, std::size_t unit, memkind::Place to, std::size_t to_step, memkind::Place from,
                std::size_t from_step, std::size_t n) {
  if (to_step == unit && from_step == unit) return batch.copy(to, from, n * unit);
  for (std::size_t i = 0; i < n; ++i) batch.copy(to + i * to_step, from + i * from_step, unit);
}

}  // namespace

bool goes_staged(const Call& call) {
  if (!call.group.team())
    base::fatal(call.name,
                "no sync state is left for another active set, and device memory cannot do without; use "
                "fewer pSync arrays, or a team");
  return !call.group.all_mapped() || !call.world.memory()->devices_all_mapped();
}

void staged_broadcast(const Broadcast& task) {
  const Stage stage(task.call, 2 * task.bytes);
  char *in = stage.get(), *out = in + stage.bytes() / 2;
  in_blocks(task.bytes, 1, stage.bytes() / 2, [&](std::size_t from, std::size_t n) {
    if (task.is_root()) memkind::copy(stage.at(in), mine(task.call, task.source) + from, n);
    broadcast(task.call, out, in, n, task.root, false);
    if (!task.is_root() || task.root_too)
      memkind::copy(mine(task.call, task.dest) + from, stage.at(task.is_root() ? in : out), n);
    stage.settle();
  });
}

void staged_fcollect(const Collect& task) {
  const std::size_t parts = members(task.call);
  const Stage stage(task.call, (parts + 1) * task.bytes);
  in_blocks(task.bytes, parts + 1, stage.bytes(), [&](std::size_t from, std::size_t n) {
    char *in = stage.get(), *out = in + n;
    memkind::copy(stage.at(in), mine(task.call, task.source) + from, n);
    fcollect(task.call, out, in, n);
    Batch batch;
    if (n == task.bytes)
      batch.copy(mine(task.call, task.dest), stage.at(out), n * parts);
    else
      for (std::size_t i = 0; i < parts; ++i)
        batch.copy(mine(task.call, task.dest_of(static_cast<int>(i))) + from, stage.at(out + i * n), n);
    batch.finish();
    stage.settle();
  });
}

void staged_collect(const Collect& task) {
  Group& group = task.call.group;
  group.share(task.bytes);
  std::vector<std::size_t> sizes(members(task.call)), starts(sizes.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = group.shared(static_cast<int>(i), 0);
  std::exclusive_scan(sizes.begin(), sizes.end(), starts.begin(), std::size_t{0});
  group.sync();  // no member shares other words before all have read these
  const std::size_t longest = *std::max_element(sizes.begin(), sizes.end());
  const Stage stage(task.call, 2 * sizes.size() * longest);
  char *in = stage.get(), *out = in + stage.bytes() / 2;
  in_blocks(longest, sizes.size(), stage.bytes() / 2, [&](std::size_t from, std::size_t n) {
    const auto part = [&](std::size_t size) { return size > from ? std::min(size - from, n) : 0; };
    if (part(task.bytes) > 0) memkind::copy(stage.at(in), mine(task.call, task.source) + from, part(task.bytes));
    collect(task.call, out, in, part(task.bytes));
    Batch batch;
    const char* next = out;
    for (std::size_t i = 0; i < sizes.size(); next += part(sizes[i]), ++i)
      if (part(sizes[i]) > 0) batch.copy(mine(task.call, task.dest) + starts[i] + from, stage.at(next), part(sizes[i]));
    batch.finish();
    stage.settle();
  });
}

void staged_alltoall(const Alltoall& task) {
  const std::size_t blocks = members(task.call);
  const bool dense = task.dest_step == task.element && task.source_step == task.element;
  // Blocks without gaps can be divided at any byte.
  const std::size_t unit = dense ? 1 : task.element, count = dense ? task.block() : task.n;
  const std::size_t to_step = dense ? 1 : task.dest_step, from_step = dense ? 1 : task.source_step;
  const Stage stage(task.call, 2 * count * unit * blocks);
  char *in = stage.get(), *out = in + stage.bytes() / 2;
  in_blocks(count, unit * blocks, stage.bytes() / 2, [&](std::size_t from, std::size_t n) {
    Batch batch;
    for (std::size_t i = 0; i < blocks; ++i)
      copy_units(batch, unit, stage.at(in + i * n * unit), unit,
                 mine(task.call, task.source) + task.offset_for(static_cast<int>(i)) + from * from_step, from_step, n);
    batch.finish();
    alltoall(task.call, out, in, n * unit);
    for (std::size_t i = 0; i < blocks; ++i)
      copy_units(batch, unit, mine(task.call, task.dest_from(static_cast<int>(i))) + from * to_step, to_step,
                 stage.at(out + i * n * unit), unit, n);
    batch.finish();
    stage.settle();
  });
}

namespace {

/// A collective that treats each element by itself. `host(dest, source, n)` does it for `n` elements in host memory.
template <class Task, class Host>
void by_elements(const Task& task, std::size_t element, Host&& host) {
  const Stage stage(task.call, 2 * task.n * element);
  char *in = stage.get(), *out = in + stage.bytes() / 2;
  in_blocks(task.n, element, stage.bytes() / 2, [&](std::size_t from, std::size_t n) {
    memkind::copy(stage.at(in), mine(task.call, task.source) + from * element, n * element);
    host(out, in, n);
    memkind::copy(mine(task.call, task.dest) + from * element, stage.at(out), n * element);
    stage.settle();
  });
}

}  // namespace

void staged_reduce(const Reduce& task) {
  by_elements(task, task.combine.element,
              [&](char* dest, const char* source, std::size_t n) { reduce(task.call, task.combine, dest, source, n); });
}

void staged_scan(const Scan& task) {
  by_elements(task, task.sum.element, [&](char* dest, const char* source, std::size_t n) {
    scan(task.call, task.sum, dest, source, n, task.inclusive);
  });
}

}  // namespace isthmus::collectives
