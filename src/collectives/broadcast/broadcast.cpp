#include "collectives/broadcast/broadcast.hpp"

#include "base/error.hpp"
#include "collectives/device/device.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {

// The algorithms, each in the file of its name.
Algorithm<const Broadcast&>::Function cell_broadcast, direct_broadcast, binomial_broadcast, chain_broadcast,
    flat_broadcast;

namespace {

constexpr Algorithm<const Broadcast&> kAlgorithms[] = {
    {
        .rule = {.name = "cell",
                 .what = "the root shows the bytes beside its flag and goes on",
                 .needs = Needs::node,
                 .capacity = Round::kBytes},
        .run = cell_broadcast,
    },
    {
        .rule = {.name = "direct", .what = "each copies from the root's source", .needs = Needs::node},
        .run = direct_broadcast,
    },
    {
        .rule = {.name = "binomial",
                 .what = "along a binomial tree of the nodes, then from its first member to the others of each",
                 .needs = Needs::wire,
                 .until_bytes = 1048576},
        .run = binomial_broadcast,
    },
    {
        .rule = {.name = "chain",
                 .what = "from node to node in chunks, several leaders with a stripe each, copied on each node as they "
                         "come",
                 .needs = Needs::wire},
        .run = chain_broadcast,
    },
    {
        .rule = {.name = "flat", .what = "all sync, each reads from the root, all sync"},
        .run = flat_broadcast,
    },
};
constexpr Table kTable(Operation::broadcast, kAlgorithms);

}  // namespace

void broadcast(const Call& call, void* dest, const void* source, std::size_t bytes, int root, bool root_too) {
  if (root < 0 || root >= call.group.size())
    base::fatal(call.name,
                base::text("root %d is out of range; the team has members 0 to %d", root, call.group.size() - 1));
  const auto the_root = static_cast<std::uint64_t>(root);
  if (bytes == 0) return call.match({bytes, the_root});
  const bool device = on_device(symmetric(call, dest, bytes), symmetric(call, source, bytes));
  check_overlap(call, dest, bytes, source, bytes, false);
  call.match({bytes, the_root, call.place(dest), call.place(source)});
  const Broadcast task{call, dest, source, bytes, root, root_too};
  if (device) [[unlikely]]
    return device_broadcast(task);
  kTable.choose(call.group, bytes)(task);
}

std::span<const Rule> broadcast_rules() { return kTable.rules(); }

}  // namespace isthmus::collectives
