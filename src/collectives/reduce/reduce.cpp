#include "collectives/reduce/reduce.hpp"

#include "base/product.hpp"
#include "collectives/device/device.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {

// The algorithms, each in the file of its name.
Algorithm<const Reduce&>::Function cell_reduce, slices_reduce, recursive_doubling_reduce, flat_reduce;

namespace {

/// Whether each node has a link to every other, which scatter_gather needs.
bool few_nodes(const comm::Nodes& nodes, std::size_t) { return nodes.count() <= comm::kApart; }

constexpr Algorithm<const Reduce&> kAlgorithms[] = {
    {
        .rule = {.name = "cell",
                 .what = "each shows its bytes beside its flag and combines everybody's",
                 .needs = Needs::node,
                 .capacity = Round::kBytes},
        .run = cell_reduce,
    },
    {
        .rule = {.name = "slices",
                 .what = "each combines a slice of everybody's source and writes it to everybody's dest",
                 .needs = Needs::node},
        .run = slices_reduce,
    },
    {
        .rule = {.name = "recursive_doubling",
                 .what = "the first member of each node combines what its members have; these exchange sums with the "
                         "node 2^r away",
                 .needs = Needs::wire,
                 .capacity = 65536,
                 .fits = doubling_fits},
        .run = recursive_doubling_reduce,
    },
    {
        .rule = {.name = "scatter_gather",
                 .what = "a node's members each combine a slice; of these each node finishes a part and writes it to "
                         "the others",
                 .needs = Needs::wire,
                 .fits = few_nodes},
        .run = scatter_gather_reduce,
    },
    {
        .rule = {.name = "ring",
                 .what = "the same, but partial sums and finished parts go from each node to the next",
                 .needs = Needs::wire},
        .run = ring_reduce,
    },
    {
        .rule = {.name = "flat", .what = "all sync, each combines a slice, all sync and gather the slices"},
        .run = flat_reduce,
    },
};
constexpr Table kTable(Operation::reduce, kAlgorithms);

}  // namespace

void reduce(const Call& call, const Combine& combine, void* dest, const void* source, std::size_t n) {
  if (n == 0) return call.match({n});
  const Reduce task{call, combine, static_cast<char*>(dest), static_cast<const char*>(source), n};
  const std::size_t bytes = base::product(n, combine.element);
  const bool device = on_device(symmetric(call, dest, bytes), symmetric(call, source, bytes));
  check_overlap(call, dest, bytes, source, bytes, true);
  call.match({n, call.place(dest), call.place(source)});
  if (device) [[unlikely]]
    return device_reduce(task);
  kTable.choose(call.group, bytes)(task);
}

std::span<const Rule> reduce_rules() { return kTable.rules(); }

}  // namespace isthmus::collectives
