#include "collectives/alltoall/alltoall.hpp"

#include <cstring>

#include "base/copy.hpp"
#include "base/error.hpp"
#include "base/overlap.hpp"
#include "base/product.hpp"
#include "collectives/device/device.hpp"
#include "collectives/group/leaders.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {

// The algorithms, each in the file of its name. They serve both operations.
Algorithm<const Alltoall&>::Function cell_alltoall, direct_alltoall, bruck_alltoall, bundles_alltoall, flat_alltoall;

namespace {

constexpr Algorithm<const Alltoall&> kAlgorithms[] = {
    {
        .rule = {.name = "cell",
                 .what = "each shows its blocks, packed, beside its flag",
                 .needs = Needs::node,
                 .capacity = Round::kBytes},
        .run = cell_alltoall,
    },
    {
        .rule = {.name = "direct", .what = "each copies its block of everybody's source", .needs = Needs::node},
        .run = direct_alltoall,
    },
    {
        .rule = {.name = "bruck",
                 .what = "each node bundles what it has for each other; bundles travel by doublings of the distance",
                 .needs = Needs::wire,
                 .capacity = Round::kBytes,
                 .fits = bruck_alltoall_fits},
        .run = bruck_alltoall,
    },
    {
        .rule = {.name = "bundles",
                 .what = "the first member of each node sends each other a bundle of what its members have, and hands "
                         "out what comes",
                 .needs = Needs::wire,
                 .capacity = ReceiveBuffer::kLargeBytes,
                 .fits = bundles_alltoall_fits},
        .run = bundles_alltoall,
    },
    {
        .rule = {.name = "pairwise",
                 .what = "all sync, each reads its block of all at once, all sync",
                 .needs = Needs::wire},
        .run = pairwise_alltoall,
    },
    {
        .rule = {.name = "flat", .what = "all sync, each reads its block of everybody, all sync"},
        .run = flat_alltoall,
    },
};
constexpr Table kAlltoall(Operation::alltoall, kAlgorithms);
constexpr Table kAlltoalls(Operation::alltoalls, kAlgorithms);

/// The bytes that a member has for all members together, by which the rules choose.
std::size_t all_blocks(const Alltoall& task) { return task.block() * static_cast<std::size_t>(task.call.group.size()); }

}  // namespace

void alltoall(const Call& call, void* dest, const void* source, std::size_t bytes) {
  if (bytes == 0) return call.match({bytes});
  const std::size_t whole = base::product(bytes, static_cast<std::size_t>(call.group.size()));
  const bool device = on_device(symmetric(call, dest, whole), symmetric(call, source, whole));
  check_overlap(call, dest, whole, source, whole, false);
  call.match({bytes, call.place(dest), call.place(source)});
  const Alltoall task{call, static_cast<char*>(dest), static_cast<const char*>(source), bytes, bytes, 1, bytes};
  if (device) [[unlikely]]
    return device_alltoall(task);
  kAlltoall.choose(call.group, all_blocks(task))(task);
}

void alltoalls(const Call& call, void* dest, const void* source, std::ptrdiff_t dest_stride,
               std::ptrdiff_t source_stride, std::size_t n, std::size_t element) {
  if (n > 0 && (dest_stride < 1 || source_stride < 1))
    base::fatal(call.name, base::text("strides %td and %td: one is less than 1; use strides of at least 1", dest_stride,
                                      source_stride));
  const auto to_step = static_cast<std::uint64_t>(dest_stride), from_step = static_cast<std::uint64_t>(source_stride);
  if (n == 0) return call.match({n, to_step, from_step});
  const std::size_t all = base::product(n, static_cast<std::size_t>(call.group.size()));
  const std::size_t dest_step = base::product(to_step, element), source_step = base::product(from_step, element);
  const auto span = [&](std::size_t step) { return base::sum(base::product(all - 1, step), element); };
  const Alltoall task{call,   static_cast<char*>(dest), static_cast<const char*>(source), dest_step, source_step, n,
                      element};
  const bool device = on_device(symmetric(call, dest, span(dest_step)), symmetric(call, source, span(source_step)));
  if (call.checks() && base::overlap_strided(dest, task.dest_step, source, task.source_step, element, all))
    base::fatal(call.name, "elements of dest and source overlap; use disjoint buffers");
  call.match({n, to_step, from_step, call.place(dest), call.place(source)});
  if (device) [[unlikely]]
    return device_alltoall(task);
  kAlltoalls.choose(call.group, all_blocks(task))(task);
}

std::span<const Rule> alltoall_rules() { return kAlltoall.rules(); }
std::span<const Rule> alltoalls_rules() { return kAlltoalls.rules(); }

void copy_elements(char* to, std::size_t to_step, const char* from, std::size_t from_step, std::size_t n,
                   std::size_t element) {
  if (to_step == element && from_step == element) {
    base::copy(to, from, n * element);
    return;
  }
  for (std::size_t i = 0; i < n; ++i) std::memcpy(to + i * to_step, from + i * from_step, element);
}

}  // namespace isthmus::collectives
