#include "collectives/collect/collect.hpp"

#include "base/product.hpp"
#include "collectives/device/device.hpp"
#include "collectives/group/gather.hpp"
#include "collectives/group/peer_buffer.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {

// The algorithms, each in the file of its name.
Algorithm<const Collect&>::Function cell_fcollect, direct_fcollect, bruck_fcollect, flat_fcollect;
Algorithm<const Collect&>::Function cell_collect, ring_collect, flat_collect;

namespace {

constexpr Algorithm<const Collect&> kFcollectAlgorithms[] = {
    {
        .rule = {.name = "cell",
                 .what = "each shows its bytes beside its flag",
                 .needs = Needs::node,
                 .capacity = Round::kBytes},
        .run = cell_fcollect,
    },
    {
        .rule = {.name = "direct", .what = "each copies from everybody's source", .needs = Needs::node},
        .run = direct_fcollect,
    },
    {
        .rule = {.name = "bruck",
                 .what = "the first member of each node takes what its members have; these exchange all they have with "
                         "the node 2^r away",
                 .needs = Needs::wire,
                 .capacity = ReceiveBuffer::kLargeBytes,
                 .until_bytes = 32768,
                 .fits = gather_fits},
        .run = bruck_fcollect,
    },
    {
        .rule = {.name = "ring",
                 .what = "parts go from each node to the next, several leaders at once, and are copied on each node",
                 .needs = Needs::wire},
        .run = ring_fcollect,
    },
    {
        .rule = {.name = "flat", .what = "all sync, each reads from everybody, all sync"},
        .run = flat_fcollect,
    },
};
constexpr Table kFcollect(Operation::fcollect, kFcollectAlgorithms);

constexpr Algorithm<const Collect&> kCollectAlgorithms[] = {
    {
        .rule = {.name = "cell",
                 .what = "sizes beside the flags, and small parts with them; large parts are written to everybody's "
                         "dest",
                 .needs = Needs::node},
        .run = cell_collect,
    },
    {
        .rule = {.name = "ring",
                 .what = "sizes are gathered, and small parts with them; large parts go from each node to the next, "
                         "several leaders at once",
                 .needs = Needs::wire},
        .run = ring_collect,
    },
    {
        .rule = {.name = "flat", .what = "sizes are shared, each writes to everybody's dest, all sync"},
        .run = flat_collect,
    },
};
constexpr Table kCollect(Operation::collect, kCollectAlgorithms);

}  // namespace

void fcollect(const Call& call, void* dest, const void* source, std::size_t bytes) {
  if (bytes == 0) return call.match({bytes});
  const std::size_t whole = base::product(bytes, static_cast<std::size_t>(call.group.size()));
  const bool device = on_device(symmetric(call, dest, whole), symmetric(call, source, bytes));
  check_overlap(call, dest, whole, source, bytes, false);
  call.match({bytes, call.place(dest), call.place(source)});
  const Collect task{call, static_cast<char*>(dest), source, bytes};
  if (device) [[unlikely]]
    return device_fcollect(task);
  kFcollect.choose(call.group, bytes)(task);
}

void collect(const Call& call, void* dest, const void* source, std::size_t bytes) {
  if (bytes > 0) {
    symmetric(call, source, bytes);
    symmetric(call, dest, bytes);
    check_overlap(call, dest, bytes, source, bytes, false);
  }
  call.match({call.place(dest)});  // every member has a dest, even one without elements
  const Collect task{call, static_cast<char*>(dest), source, bytes};
  if (call.world.careful() && some_on_device(call, dest, source, bytes)) [[unlikely]]
    return device_collect(task);
  kCollect.choose(call.group, 0)(task);  // not by size, since the members' sizes differ
}

std::span<const Rule> fcollect_rules() { return kFcollect.rules(); }
std::span<const Rule> collect_rules() { return kCollect.rules(); }
bool fcollect_is_bruck(const Group& group, std::size_t bytes) {
  return kFcollect.choose(group, bytes) == bruck_fcollect;
}

void push_part(const Collect& task, std::size_t before, std::size_t whole) {
  const PeerBuffer to(task.call, task.dest, whole);
  check_overlap(task.call, task.dest, whole, task.source, task.bytes, false);
  const Group& group = task.call.group;
  for (int step = 0; task.bytes > 0 && step < group.size(); ++step)
    to.write((group.me() + step) % group.size(), before, task.source, task.bytes);
}

}  // namespace isthmus::collectives
