// Collectives over several nodes that move data, but for the all-to-alls.
#include "abi/abi.hpp"
#include "nodes/blocks.hpp"
#include "nodes/node_calls.hpp"
#include "nodes/over_nodes.hpp"
#include "nodes/packed.hpp"
#include "nodes/transfers.hpp"

namespace isthmus::mpi {
namespace {

using memkind::Place;
using Use = PackedView::Use;

const Place kNowhere{memkind::kHost, nullptr};

bool valid_root(const Hierarchy& nodes, int root) { return root >= 0 && root < nodes.size(); }

/// The data of all ranks to the root. `takes` are the root's blocks, by rank; `in_place`: its own is there already.
std::optional<int> gather(Hierarchy& nodes, int root, const Blocks& gives, bool in_place, const Blocks& takes) {
  const auto all = agree(nodes, show(gives, takes));
  if (!all) return std::nullopt;
  const Sizes sizes = given_by(*all), offsets = offsets_of(sizes);
  if (sum(sizes) != taken_by(*all)[at(root)]) return std::nullopt;
  const bool is_root = nodes.rank() == root;
  // What comes from other nodes by way of the leader is written over the root's own block.
  const bool stays = in_place && nodes.leads();
  const PackedView mine(stays ? Blocks{} : gives, in_place ? Use::copied : Use::read);
  PackedView result(takes, stays ? Use::updated : Use::written);
  NodeCalls node(nodes);
  NodeBuffer memory;
  if (nodes.node() != nodes.node_of(root)) {
    const std::size_t here = sum_here(nodes, sizes);
    if (nodes.leads()) memory = mine.like(here);
    int code = node.gather(mine.at(), mine.bytes(), memory.at(), division_of(nodes, sizes, nullptr), 0);
    Transfer out{nodes.node_of(root)};
    out.add(memory.at(), here);
    if (code == kSuccess && nodes.leads()) code = exchange(nodes.leaders(), {out}, {});
    return code;
  }
  int code = kSuccess;
  if (nodes.leads()) {
    if (!is_root) memory = mine.like(sum(sizes));
    const Place all_data = is_root ? result.at() : memory.at();
    std::vector<Transfer> in;
    for (int step = 1; step < static_cast<int>(nodes.nodes().size()); ++step)
      in.push_back(blocks_of(nodes, node_at(nodes, -step), all_data, sizes, offsets));
    code = exchange(nodes.leaders(), {}, in);
  }
  // What other nodes sent comes first, with gaps where the members of this one then put theirs.
  const int place = nodes.place_of(root);
  if (code == kSuccess) code = node.move(memory.at(), 0, result.at(), place, sum(sizes));
  if (code == kSuccess)
    code = node.gather(stays ? kNowhere : mine.at(), sizes[at(nodes.rank())], result.at(),
                       division_of(nodes, sizes, &offsets), place);
  if (code == kSuccess) result.finish();
  return code;
}

/// The root's blocks to all ranks. `in_place`: its own stays where it is.
std::optional<int> scatter(Hierarchy& nodes, int root, const Blocks& gives, const Blocks& takes, bool in_place) {
  const auto all = agree(nodes, show(gives, takes));
  if (!all) return std::nullopt;
  const Sizes sizes = taken_by(*all), offsets = offsets_of(sizes);
  if (sum(sizes) != given_by(*all)[at(root)]) return std::nullopt;
  const bool is_root = nodes.rank() == root;
  const PackedView source(gives, Use::read);
  PackedView mine(in_place ? Blocks{} : takes, Use::written);
  NodeCalls node(nodes);
  NodeBuffer memory;
  int code = kSuccess;
  if (nodes.node() != nodes.node_of(root)) {
    const std::size_t here = sum_here(nodes, sizes);
    if (nodes.leads()) {
      memory = mine.like(here);
      Transfer in{nodes.node_of(root)};
      in.add(memory.at(), here);
      code = exchange(nodes.leaders(), {}, {in});
    }
    if (code == kSuccess)
      code = node.scatter(memory.at(), division_of(nodes, sizes, nullptr), mine.at(), mine.bytes(), 0);
  } else {
    const int place = nodes.place_of(root);
    if (nodes.leads() && !is_root) memory = mine.like(sum(sizes));
    code = node.move(source.at(), place, memory.at(), 0, sum(sizes));
    if (code == kSuccess && nodes.leads()) {
      std::vector<Transfer> out;
      for (int step = 1; step < static_cast<int>(nodes.nodes().size()); ++step)
        out.push_back(blocks_of(nodes, node_at(nodes, step), is_root ? source.at() : memory.at(), sizes, offsets));
      code = exchange(nodes.leaders(), out, {});
    }
    if (code == kSuccess)
      code = node.scatter(source.at(), division_of(nodes, sizes, &offsets), in_place ? kNowhere : mine.at(),
                          in_place ? sizes[at(root)] : mine.bytes(), place);
  }
  if (code == kSuccess) mine.finish();
  return code;
}

/// The data of all ranks to all. `takes` are the blocks by rank; `in_place`: this member's own is there already.
std::optional<int> all_gather(Hierarchy& nodes, const Blocks& gives, bool in_place, const Blocks& takes) {
  const auto all = agree(nodes, show(gives, takes));
  if (!all) return std::nullopt;
  const Sizes sizes = given_by(*all), offsets = offsets_of(sizes);
  for (const std::size_t taken : taken_by(*all))
    if (taken != sum(sizes)) return std::nullopt;
  PackedView result(takes, in_place ? Use::updated : Use::written);
  const PackedView mine(in_place ? Blocks{} : gives, Use::read);
  const Place own = in_place ? result.at() + offsets[at(nodes.rank())] : mine.at();
  NodeCalls node(nodes);
  int code = node.gather(in_place && nodes.leads() ? kNowhere : own, sizes[at(nodes.rank())], result.at(),
                         division_of(nodes, sizes, &offsets), 0);
  if (code == kSuccess && nodes.leads()) {
    std::vector<Transfer> out, in;
    for (int step = 1; step < static_cast<int>(nodes.nodes().size()); ++step) {
      const int from = node_at(nodes, -step);
      out.push_back(blocks_of(nodes, nodes.node(), result.at(), sizes, offsets));
      out.back().peer = node_at(nodes, step);
      in.push_back(blocks_of(nodes, from, result.at(), sizes, offsets));
    }
    code = exchange(nodes.leaders(), out, in);
  }
  if (code == kSuccess) code = node.bcast(result.at(), sum(sizes), 0);
  if (code == kSuccess) result.finish();
  return code;
}

}  // namespace

std::optional<int> over_nodes(Hierarchy& nodes, const Bcast& call) {
  const Blocks data{elements(call.buffer, call.count.value, call.type)};
  if (!valid_root(nodes, call.root) || too_few(static_cast<std::int64_t>(bytes_of(data)))) return std::nullopt;
  const auto all = agree(nodes, show(data, {}));
  if (!all) return std::nullopt;
  for (const std::size_t bytes : given_by(*all))
    if (bytes != bytes_of(data)) return std::nullopt;
  PackedView view(data, nodes.rank() == call.root ? Use::read : Use::written);
  NodeCalls node(nodes);
  const int source = nodes.node_of(call.root), place = nodes.place_of(call.root);
  const bool from_here = nodes.node() == source;
  int code = from_here ? node.bcast(view.at(), view.bytes(), place) : kSuccess;
  if (code == kSuccess && nodes.leads())
    code = in_pieces(view.at(), view.bytes(), 1, from_here, !from_here, [&](char* memory, std::size_t bytes) {
      return real().Bcast(memory, static_cast<int>(bytes), abi().bytes, source, nodes.leaders());
    });
  if (code == kSuccess && !from_here) code = node.bcast(view.at(), view.bytes(), 0);
  if (code == kSuccess) view.finish();
  return code;
}

std::optional<int> over_nodes(Hierarchy& nodes, const Gather& call) {
  if (!valid_root(nodes, call.root)) return std::nullopt;
  const bool root = nodes.rank() == call.root, in_place = root && call.send == abi().in_place;
  Blocks takes;
  if (root) takes = equal_blocks(call.receive, call.receive_count.value, call.receive_type, nodes.size());
  const Buffer gives = in_place ? takes[at(call.root)] : elements(call.send, call.send_count.value, call.send_type);
  if (too_few(static_cast<std::int64_t>(gives.bytes()) * nodes.size())) return std::nullopt;
  return gather(nodes, call.root, {gives}, in_place, takes);
}

std::optional<int> over_nodes(Hierarchy& nodes, const Gatherv& call) {
  if (!valid_root(nodes, call.root)) return std::nullopt;
  const bool root = nodes.rank() == call.root, in_place = root && call.send == abi().in_place;
  Blocks takes;
  if (root) takes = blocks(call.receive, call.receive_counts, call.displacements, call.receive_type, nodes.size());
  return gather(nodes, call.root,
                {in_place ? takes[at(call.root)] : elements(call.send, call.send_count.value, call.send_type)},
                in_place, takes);
}

std::optional<int> over_nodes(Hierarchy& nodes, const Scatter& call) {
  if (!valid_root(nodes, call.root)) return std::nullopt;
  const bool root = nodes.rank() == call.root, in_place = root && call.receive == abi().in_place;
  Blocks gives;
  if (root) gives = equal_blocks(call.send, call.send_count.value, call.send_type, nodes.size());
  const Buffer takes =
      in_place ? gives[at(call.root)] : elements(call.receive, call.receive_count.value, call.receive_type);
  if (too_few(static_cast<std::int64_t>(takes.bytes()) * nodes.size())) return std::nullopt;
  return scatter(nodes, call.root, gives, {takes}, in_place);
}

std::optional<int> over_nodes(Hierarchy& nodes, const Scatterv& call) {
  if (!valid_root(nodes, call.root)) return std::nullopt;
  const bool root = nodes.rank() == call.root, in_place = root && call.receive == abi().in_place;
  Blocks gives;
  if (root) gives = blocks(call.send, call.send_counts, call.displacements, call.send_type, nodes.size());
  const Buffer takes =
      in_place ? gives[at(call.root)] : elements(call.receive, call.receive_count.value, call.receive_type);
  return scatter(nodes, call.root, gives, {takes}, in_place);
}

std::optional<int> over_nodes(Hierarchy& nodes, const Allgather& call) {
  const bool in_place = call.send == abi().in_place;
  const Blocks takes = equal_blocks(call.receive, call.receive_count.value, call.receive_type, nodes.size());
  if (too_few(static_cast<std::int64_t>(bytes_of(takes)))) return std::nullopt;
  return all_gather(nodes,
                    {in_place ? takes[at(nodes.rank())] : elements(call.send, call.send_count.value, call.send_type)},
                    in_place, takes);
}

std::optional<int> over_nodes(Hierarchy& nodes, const Allgatherv& call) {
  const bool in_place = call.send == abi().in_place;
  const Blocks takes = blocks(call.receive, call.receive_counts, call.displacements, call.receive_type, nodes.size());
  if (too_few(static_cast<std::int64_t>(bytes_of(takes)))) return std::nullopt;
  return all_gather(nodes,
                    {in_place ? takes[at(nodes.rank())] : elements(call.send, call.send_count.value, call.send_type)},
                    in_place, takes);
}

}  // namespace isthmus::mpi
