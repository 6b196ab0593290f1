// All-to-alls over several nodes.
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

/// What a leader knows of its members' blocks in an all-to-all: the sizes by rank, and where they begin in its memory.
struct Table {
  Table(const Hierarchy& nodes, const std::vector<int>& sizes, std::size_t first) : size(at(nodes.size())) {
    const std::size_t members = nodes.here().size();
    for (std::size_t place = 0; place < members; ++place) {
      Sizes row(sizes.begin() + static_cast<std::ptrdiff_t>(2 * place * size + first),
                sizes.begin() + static_cast<std::ptrdiff_t>(2 * place * size + first + size));
      Sizes begin = offsets_of(row);
      for (std::size_t& one : begin) one += total;
      whole.add(begin.back() - total, total);
      total = begin.back();
      lengths.push_back(std::move(row));
      begins.push_back(std::move(begin));
    }
  }
  std::size_t size;
  std::vector<Sizes> lengths{}, begins{};  ///< by place, then by rank
  Division whole{};                        ///< all blocks of each member
  std::size_t total = 0;
};

/// The block of each rank from each. Blocks between nodes go through the leaders' memory, in which the blocks of a
/// member follow each other as in its own; the others are exchanged inside the node.
std::optional<int> all_to_all(Hierarchy& nodes, const Blocks& gives, bool in_place, const Blocks& takes) {
  const auto all = agree(nodes, show(gives, takes));
  if (!all || sum(given_by(*all)) != sum(taken_by(*all))) return std::nullopt;
  const PackedView source(gives, in_place ? Use::copied : Use::read);
  PackedView result(takes, Use::written);
  // {to each rank, from each rank}
  std::vector<int> mine, here(nodes.here().size() * 2 * at(nodes.size()));
  for (const Blocks* side : {&gives, &takes})
    for (const Buffer& block : *side) mine.push_back(static_cast<int>(block.bytes()));
  const std::size_t row = mine.size() * sizeof(int);
  Division rows;
  for (std::size_t place = 0; place < nodes.here().size(); ++place) rows.add(row, place * row);
  const auto host = [](std::vector<int>& numbers) {
    return Place{memkind::kHost, reinterpret_cast<char*>(numbers.data())};
  };
  NodeCalls node(nodes);
  int code = node.gather(host(mine), row, host(here), rows, 0);
  const Table out(nodes, here, 0), in(nodes, here, at(nodes.size()));
  NodeBuffer leaving, arriving;
  if (nodes.leads()) {
    const std::size_t parts = nodes.here().size() * at(nodes.size());
    leaving = source.like(out.total, parts);
    arriving = result.like(in.total, parts);
  }
  if (code == kSuccess) code = node.gather(source.at(), source.bytes(), leaving.at(), out.whole, 0);
  if (code == kSuccess && nodes.leads()) {
    std::vector<Transfer> sent, received;
    for (int step = 1; step < static_cast<int>(nodes.nodes().size()); ++step) {
      const int to = node_at(nodes, step), from = node_at(nodes, -step);
      // Both sides in the order of the senders, and for each of the receivers.
      Transfer& leaves = sent.emplace_back(Transfer{to});
      for (std::size_t place = 0; place < nodes.here().size(); ++place)
        for (const int rank : nodes.nodes()[at(to)])
          leaves.add(leaving.at() + out.begins[place][at(rank)], out.lengths[place][at(rank)]);
      Transfer& arrives = received.emplace_back(Transfer{from});
      for (const int rank : nodes.nodes()[at(from)])
        for (std::size_t place = 0; place < nodes.here().size(); ++place)
          arrives.add(arriving.at() + in.begins[place][at(rank)], in.lengths[place][at(rank)]);
    }
    code = exchange(nodes.leaders(), sent, received);
  }
  // The blocks of this node's members are not in the leader's memory, and come last.
  if (code == kSuccess) code = node.scatter(arriving.at(), in.whole, result.at(), result.bytes(), 0);
  Sizes out_sizes(mine.begin(), mine.begin() + nodes.size()), in_sizes(mine.begin() + nodes.size(), mine.end());
  const Sizes out_offsets = offsets_of(out_sizes), in_offsets = offsets_of(in_sizes);
  if (code == kSuccess)
    code = node.all_to_all(source.at(), division_of(nodes, out_sizes, &out_offsets), result.at(),
                           division_of(nodes, in_sizes, &in_offsets));
  if (code == kSuccess) result.finish();
  return code;
}

}  // namespace

std::optional<int> over_nodes(Hierarchy& nodes, const Alltoall& call) {
  const bool in_place = call.send == abi().in_place;
  const int n = nodes.size();
  const Blocks takes = equal_blocks(call.receive, call.receive_count.value, call.receive_type, n);
  if (too_few(static_cast<std::int64_t>(bytes_of(takes)))) return std::nullopt;
  return all_to_all(nodes, in_place ? takes : equal_blocks(call.send, call.send_count.value, call.send_type, n),
                    in_place, takes);
}

std::optional<int> over_nodes(Hierarchy& nodes, const Alltoallv& call) {
  const bool in_place = call.send == abi().in_place;
  const int n = nodes.size();
  const Blocks takes = blocks(call.receive, call.receive_counts, call.receive_displacements, call.receive_type, n);
  return all_to_all(nodes,
                    in_place ? takes : blocks(call.send, call.send_counts, call.send_displacements, call.send_type, n),
                    in_place, takes);
}

std::optional<int> over_nodes(Hierarchy& nodes, const Alltoallw& call) {
  const bool in_place = call.send == abi().in_place;
  const int n = nodes.size();
  const Blocks takes = blocks(call.receive, call.receive_counts, call.receive_displacements, call.receive_types, n);
  return all_to_all(nodes,
                    in_place ? takes : blocks(call.send, call.send_counts, call.send_displacements, call.send_types, n),
                    in_place, takes);
}

}  // namespace isthmus::mpi
