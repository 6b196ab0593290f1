#include "nodes/agreement.hpp"

#include <algorithm>

#include "abi/abi.hpp"
#include "device/host_copies.hpp"
#include "memkind/describe.hpp"
#include "progress.hpp"
#include "real.hpp"
#include "serve.hpp"

namespace isthmus::mpi {
namespace {

/// The most bytes of a side, times the members of a node: leaders hold that much in memory of ours. The numbers of the
/// calls between nodes are ints, too.
constexpr std::int64_t kMost = std::int64_t{1} << 30;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

bool on_device(const Blocks& blocks) {
  const auto first = std::find_if(blocks.begin(), blocks.end(), [](const Buffer& block) { return block.count > 0; });
  if (first == blocks.end()) return false;
  const memkind::Kind& kind = *memkind::describe(first->lowest()).kind;
  return kind.device && !mpi_takes(kind);
}

bool can_be_packed(const Blocks& blocks) {
  return std::all_of(blocks.begin(), blocks.end(),
                     [](const Buffer& block) { return block.count == 0 || (block.layout && !lies_apart(block)); });
}

/// One call in the node on host memory, which is served there or by the MPI.
template <class Call, class Function>
int in_node(Hierarchy& nodes, const Call& call, Function function) {
  Communicator* const inside = nodes.inside();
  if (!inside) return kSuccess;
  begin_waiting(inside->handle());
  return serve(*inside, call) ? inside->result() : call.pass(function);
}

/// Everybody's, by rank; empty if a call of the MPI failed.
std::vector<Shown> show_all(Hierarchy& nodes, const Shown& mine) {
  constexpr int kBytes = sizeof(Shown);
  const auto members = static_cast<int>(nodes.here().size());
  std::vector<Shown> here(at(members)), all(at(nodes.size())), by_rank(all.size());
  here[at(nodes.place_of(nodes.rank()))] = mine;
  const void* const send = nodes.leads() ? abi().in_place : &mine;
  const Gather gather{{send, kBytes, abi().bytes, here.data(), kBytes, abi().bytes, 0, nodes.inside_handle()}};
  int code = in_node(nodes, gather, real().Gather);
  if (code == kSuccess && nodes.leads()) {
    std::vector<int> bytes, offsets;
    int next = 0;
    for (const auto& ranks : nodes.nodes()) {
      bytes.push_back(static_cast<int>(ranks.size()) * kBytes);
      offsets.push_back(next);
      next += bytes.back();
    }
    code = real().Allgatherv(here.data(), members * kBytes, abi().bytes, all.data(), bytes.data(), offsets.data(),
                             abi().bytes, nodes.leaders());
  }
  const Bcast bcast{all.data(), nodes.size() * kBytes, abi().bytes, 0, nodes.inside_handle()};
  if (code == kSuccess) code = in_node(nodes, bcast, real().Bcast);
  if (code != kSuccess) return {};
  std::size_t next = 0;
  for (const auto& ranks : nodes.nodes())
    for (const int rank : ranks) by_rank[at(rank)] = all[next++];
  return by_rank;
}

}  // namespace

std::size_t bytes_of(const Blocks& blocks) {
  std::size_t bytes = 0;
  for (const Buffer& block : blocks) bytes += block.bytes();
  return bytes;
}

Shown show(const Blocks& gives, const Blocks& takes) {
  return {.gives = static_cast<std::int64_t>(bytes_of(gives)),
          .takes = static_cast<std::int64_t>(bytes_of(takes)),
          .device = on_device(gives) || on_device(takes),
          .refuses = !can_be_packed(gives) || !can_be_packed(takes)};
}

bool too_few(std::int64_t bytes) { return bytes < static_cast<std::int64_t>(device_memory().over_nodes_from); }

std::optional<std::vector<Shown>> agree(Hierarchy& nodes, const Shown& mine) {
  std::vector<Shown> all = show_all(nodes, mine);
  bool device = false, refused = all.empty();
  std::int64_t most = 0;
  for (const Shown& theirs : all) {
    device |= theirs.device != 0;
    refused |= theirs.refuses != 0;
    most = std::max({most, theirs.gives, theirs.takes});
  }
  std::size_t largest = 0;
  for (const auto& ranks : nodes.nodes()) largest = std::max(largest, ranks.size());
  if (!device || refused || too_few(most) || most * static_cast<std::int64_t>(largest) > kMost) return std::nullopt;
  return all;
}

}  // namespace isthmus::mpi
