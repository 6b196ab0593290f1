#include "collectives/scan/scan.hpp"

#include "base/product.hpp"
#include "collectives/device/device.hpp"
#include "collectives/group/gather.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {

// The algorithms, each in the file of its name.
Algorithm<const Scan&>::Function cell_scan, slices_scan, bruck_scan, chain_scan, flat_scan;

namespace {

bool fits_gather(const comm::Nodes& nodes, std::size_t bytes) { return bytes <= gather_room(nodes); }
/// Whether each node's members follow one another in the team, which the chain of nodes needs.
bool in_order(const comm::Nodes& nodes, std::size_t) { return nodes.in_order; }

constexpr Algorithm<const Scan&> kAlgorithms[] = {
    {
        .rule = {.name = "cell",
                 .what = "each shows its bytes beside its flag and adds those before it",
                 .needs = Needs::node,
                 .capacity = Round::kBytes},
        .run = cell_scan,
    },
    {
        .rule = {.name = "slices",
                 .what = "each adds up a slice of everybody's source and writes each sum where it belongs",
                 .needs = Needs::node},
        .run = slices_scan,
    },
    {
        .rule = {.name = "bruck",
                 .what = "gathered as by fcollect's bruck, and each adds those before it",
                 .needs = Needs::wire,
                 .capacity = Round::kBytes,
                 .fits = fits_gather},
        .run = bruck_scan,
    },
    {
        .rule = {.name = "chain",
                 .what = "leaders with a slice each begin with the sum that the node below sends, in chunks",
                 .needs = Needs::wire,
                 .fits = in_order},
        .run = chain_scan,
    },
    {
        .rule = {.name = "flat", .what = "all sync, each reads from all before it, all sync"},
        .run = flat_scan,
    },
};
constexpr Table kTable(Operation::scan, kAlgorithms);

}  // namespace

void scan(const Call& call, const Combine& sum, void* dest, const void* source, std::size_t n, bool inclusive) {
  if (n == 0) return call.match({n});
  const Scan task{call, sum, static_cast<char*>(dest), static_cast<const char*>(source), n, inclusive};
  const std::size_t bytes = base::product(n, sum.element);
  const bool device = on_device(symmetric(call, dest, bytes), symmetric(call, source, bytes));
  check_overlap(call, dest, bytes, source, bytes, true);
  call.match({n, call.place(dest), call.place(source)});
  if (device) [[unlikely]]
    return device_scan(task);
  kTable.choose(call.group, bytes)(task);
}

std::span<const Rule> scan_rules() { return kTable.rules(); }

}  // namespace isthmus::collectives
