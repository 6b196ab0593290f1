// Reductions over several nodes: the members of a node reduce to their leader's memory, and the leaders do the rest
// with the MPI, in pieces. The operations are predefined ones, so that the order of ranks does not matter.
#include "abi/abi.hpp"
#include "nodes/node_calls.hpp"
#include "nodes/over_nodes.hpp"
#include "nodes/packed.hpp"
#include "nodes/transfers.hpp"
#include "nodes/vectors.hpp"
#include "real.hpp"

namespace isthmus::mpi {
namespace {

using memkind::Place;

/// The leaders' sums at `data`, on all of them.
int all_reduce(Hierarchy& nodes, const Vectors& of, Place data) {
  void* const into_same = const_cast<void*>(abi().in_place);
  return in_pieces(data, of.bytes(), of.element, true, true, [&](char* memory, std::size_t bytes) {
    return real().Allreduce(into_same, memory, static_cast<int>(bytes / of.element), of.type, of.op, nodes.leaders());
  });
}

/// Reduces to memory of the leaders, and divides the result: `counts[rank]` elements for each rank.
template <class CountOf>
std::optional<int> scatter(Hierarchy& nodes, const Vectors& of, const void* send, void* receive, CountOf&& count_of) {
  const std::size_t own = count_of(nodes.rank());
  if (!agree(nodes, of, send, receive, own)) return std::nullopt;
  NodeCalls node(nodes);
  NodeBuffer memory;
  const memkind::Allocation allocation = memkind::describe(send).allocation;
  if (nodes.leads()) memory = NodeBuffer(place_of(send).kind, allocation.device, of.bytes());
  int code = node.reduce(send, memory.at().at, of.count, of.type, of.op, of.bytes());
  if (code == kSuccess && nodes.leads()) code = all_reduce(nodes, of, memory.at());
  Division division;
  std::size_t first = 0;
  for (int rank = 0; rank < nodes.size(); ++rank) {
    if (nodes.node_of(rank) == nodes.node()) division.add(count_of(rank) * of.element, first * of.element);
    first += count_of(rank);
  }
  if (code == kSuccess) code = node.scatter(memory.at(), division, place_of(receive), own * of.element, 0);
  return code;
}

}  // namespace

std::optional<int> over_nodes(Hierarchy& nodes, const Allreduce& call) {
  const auto of = vectors(call.count.value, call.type, call.op);
  if (!of) return std::nullopt;
  const void* const send = call.send == abi().in_place ? call.receive : call.send;
  if (!agree(nodes, *of, send, call.receive, of->count)) return std::nullopt;
  NodeCalls node(nodes);
  int code = node.reduce(send, call.receive, of->count, of->type, of->op, of->bytes());
  const Place result = place_of(call.receive);
  if (code == kSuccess && nodes.leads()) code = all_reduce(nodes, *of, result);
  return code == kSuccess ? node.bcast(result, of->bytes(), 0) : code;
}

std::optional<int> over_nodes(Hierarchy& nodes, const Reduce& call) {
  const auto of = vectors(call.count.value, call.type, call.op);
  if (!of || call.root < 0 || call.root >= nodes.size()) return std::nullopt;
  const bool is_root = nodes.rank() == call.root;
  const void* const send = is_root && call.send == abi().in_place ? call.receive : call.send;
  if (!agree(nodes, *of, send, is_root ? call.receive : nullptr, is_root ? of->count : 0)) return std::nullopt;
  NodeCalls node(nodes);
  NodeBuffer memory;
  Place result = is_root ? place_of(call.receive) : Place{memkind::kHost, nullptr};
  if (nodes.leads() && !is_root)
    memory = NodeBuffer(place_of(send).kind, memkind::describe(send).allocation.device, of->bytes());
  const Place sums = is_root ? result : memory.at();
  int code = node.reduce(send, sums.at, of->count, of->type, of->op, of->bytes());
  const int to = nodes.node_of(call.root);
  const bool takes = nodes.node() == to;
  if (code == kSuccess && nodes.leads())
    code = in_pieces(sums, of->bytes(), of->element, true, takes, [&](char* from, std::size_t bytes) {
      return real().Reduce(takes ? abi().in_place : from, takes ? from : nullptr, static_cast<int>(bytes / of->element),
                           of->type, of->op, to, nodes.leaders());
    });
  if (code == kSuccess && takes) code = node.move(sums, 0, result, nodes.place_of(call.root), of->bytes());
  return code;
}

std::optional<int> over_nodes(Hierarchy& nodes, const Reduce_scatter_block& call) {
  const auto of = vectors(call.count.value * nodes.size(), call.type, call.op);
  if (!of) return std::nullopt;
  return scatter(nodes, *of, call.send == abi().in_place ? call.receive : call.send, call.receive,
                 [&](int) { return static_cast<std::size_t>(call.count.value); });
}

std::optional<int> over_nodes(Hierarchy& nodes, const Reduce_scatter& call) {
  std::int64_t count = 0;
  for (int rank = 0; rank < nodes.size(); ++rank) {
    if (call.receive_counts[rank] < 0) return std::nullopt;
    count += call.receive_counts[rank];
  }
  const auto of = vectors(count, call.type, call.op);
  if (!of) return std::nullopt;
  return scatter(nodes, *of, call.send == abi().in_place ? call.receive : call.send, call.receive,
                 [&](int rank) { return static_cast<std::size_t>(call.receive_counts[rank]); });
}

}  // namespace isthmus::mpi
