#include "collectives/gather.hpp"

namespace isthmus::collectives {
namespace {

/// The landing has a place for each node: this one's first, then those below in turn.
void between_nodes(const comm::Nodes& nodes, Leaders& leaders, const Landing& landing, Round& in, std::size_t bytes,
                   char* all) {
  const std::size_t stride = Landing::padded(bytes * static_cast<std::size_t>(nodes.largest));
  for (int mate = 0; mate < in.size(); ++mate)
    std::memcpy(landing.at(static_cast<std::size_t>(mate) * bytes), in.await(mate), bytes);
  for (int i = 0, have = 1; have < nodes.count(); ++i, have *= 2) {
    const auto n = static_cast<std::size_t>(std::min(have, nodes.count() - have));
    landing.write(leaders.node(have), static_cast<std::size_t>(have) * stride, landing.at(0), n * stride);
    leaders.tell_above(i);
    leaders.hear_below(i);
  }
  for (int d = 0; d < nodes.count(); ++d) {
    const std::byte* theirs = landing.at(static_cast<std::size_t>(d) * stride);
    for (const int member : nodes.on(leaders.node(-d))) {
      std::memcpy(all + static_cast<std::size_t>(member) * bytes, theirs, bytes);
      theirs += bytes;
    }
  }
}

}  // namespace

void gather(comm::Team& team, const void* mine, std::size_t bytes, void* all) {
  const std::size_t whole = bytes * static_cast<std::size_t>(team.pes.size());
  Leaders leaders(team);
  Landing landing(leaders);
  Round in(team.node, Round::kBytes);
  in.arrive(mine, bytes);
  if (leaders.first()) between_nodes(*team.nodes, leaders, landing, in, bytes, static_cast<char*>(all));
  Round out(team.node, Round::kBytes);
  if (leaders.first())
    out.arrive(all, whole);
  else
    std::memcpy(all, out.await(0), whole);
  out.leave();
  in.saw_all();
  landing.heard_all();
}

}  // namespace isthmus::collectives
