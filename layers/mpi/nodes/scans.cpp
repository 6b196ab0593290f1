// Scans over several nodes whose ranks follow each other: the leaders learn what the nodes before theirs add up to, and
// the members of a node scan with that in the leader's part.
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

bool in_order(const Hierarchy& nodes) {
  const auto& all = nodes.nodes();
  for (std::size_t node = 1; node < all.size(); ++node)
    if (all[node - 1].back() > all[node].front()) return false;
  return true;
}

/// Called by the leaders. `sums` has those of this node and gets those of all nodes before; `first` gets these combined
/// with `own`. Both stay as they are on the first node.
int scan_nodes(Hierarchy& nodes, const Vectors& of, Place sums, Place own, Place first) {
  const bool takes = nodes.node() > 0;
  const auto reduction = find_reduction(of.type, of.op);
  const memkind::Staging mine(own.kind, std::min(of.bytes(), piece_of(of.bytes()) + of.element));
  const Place here{memkind::kHost, mine.get()};
  std::size_t done = 0;
  return in_pieces(sums, of.bytes(), of.element, true, takes, [&](char* memory, std::size_t bytes) {
    const auto count = bytes / of.element;
    const int code = real().Exscan(abi().in_place, memory, static_cast<int>(count), of.type, of.op, nodes.leaders());
    if (code == kSuccess && takes) {
      memkind::copy(here, own + done, bytes);
      reduction->into_second(memory, mine.get(), count);
      memkind::copy(first + done, here, bytes);
      done += bytes;
    }
    return code;
  });
}

std::optional<int> scan(Hierarchy& nodes, const Combining& call, bool exclusive) {
  const auto of = vectors(call.count.value, call.type, call.op);
  if (!of || !in_order(nodes)) return std::nullopt;
  const bool in_place = call.send == abi().in_place;
  const void* const send = in_place ? call.receive : call.send;
  if (!agree(nodes, *of, send, call.receive, of->count)) return std::nullopt;
  NodeCalls node(nodes);
  const Place own = place_of(send);
  NodeBuffer sums, first;
  if (nodes.leads()) {
    const int device = memkind::describe(send).allocation.device;
    sums = NodeBuffer(own.kind, device, of->bytes());
    first = NodeBuffer(own.kind, device, of->bytes());
  }
  int code = node.reduce(send, sums.at().at, of->count, of->type, of->op, of->bytes());
  if (code == kSuccess && nodes.leads()) code = scan_nodes(nodes, *of, sums.at(), own, first.at());
  if (code != kSuccess) return code;
  const bool follows = nodes.leads() && nodes.node() > 0;
  const void* const part = follows ? first.at().at : call.send;
  if (nodes.inside())
    code = node.scan(part, call.receive, of->count, of->type, of->op, exclusive);
  else if (!exclusive && !(in_place && !follows))
    memkind::copy(place_of(call.receive), place_of(part), of->bytes());
  if (code == kSuccess && exclusive && follows) memkind::copy(place_of(call.receive), sums.at(), of->bytes());
  return code;
}

}  // namespace

std::optional<int> over_nodes(Hierarchy& nodes, const Scan& call) { return scan(nodes, call, false); }
std::optional<int> over_nodes(Hierarchy& nodes, const Exscan& call) { return scan(nodes, call, true); }

}  // namespace isthmus::mpi
