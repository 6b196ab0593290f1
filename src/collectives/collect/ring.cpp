#include <vector>

#include "base/copy.hpp"
#include "base/product.hpp"
#include "collectives/collect/collect.hpp"
#include "collectives/group/by_leaders.hpp"
#include "collectives/group/gather.hpp"
#include "collectives/group/leaders.hpp"
#include "collectives/group/peer_buffer.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {
namespace {

/// The offset of each member's part in dest, and after them the size of all parts.
using Offsets = std::vector<std::size_t>;

class Ring {
 public:
  Ring(const Collect& task, comm::Team& team, const Offsets& offsets)
      : task_(task),
        team_(team),
        offsets_(offsets),
        leaders_(team),
        to_(task.call, task.dest, offsets.back()),
        lead_(leaders_.leaders_for(offsets.back() / static_cast<std::size_t>(leaders_.nodes()), kBytesPerLeader)) {}

  /// Parts are written to everybody's dest, not read from everybody's source, because a member without elements may
  /// pass any source, but every dest is symmetric.
  void run() {
    const bool leads = leaders_.place() < lead_;
    Round here(team_.node);
    here.arrive_empty();
    if (leads) {
      // Tells the node below that this dest is ready, and waits until the dest on the node above is.
      leaders_.post_below(0);
      leaders_.await_above(0);
      to_.write_later(above(), at(team_.me), task_.source, task_.bytes);
    }
    for (int step = 0; step < here.size(); ++step) {
      const int place = here.after(step);
      here.await(place);
      const int mate = leaders_.member_of(leaders_.mine(), place);
      if (task_.bytes > 0) base::copy(to_.of(mate) + at(team_.me), task_.source, task_.bytes);
    }
    here.saw_all();
    Round pushed(team_.node);
    pushed.arrive_empty();
    if (leads) between_nodes(pushed);
    pushed.leave();
    Round there(team_.node);
    if (leads) there.arrive_empty();
    copy_from_leaders(there);
    there.leave_together();
  }

 private:
  std::size_t at(int member) const { return offsets_[static_cast<std::size_t>(member)]; }
  std::size_t bytes(int member) const { return at(member + 1) - at(member); }
  int above() const { return leaders_.member(leaders_.node(1)); }

  /// Sends the parts of this node to the node above, and then forwards those that arrive from the node below. A part is
  /// forwarded until it reaches the node below the one that it began on.
  void between_nodes(Round& pushed) {
    for (int place = leaders_.place() + lead_; place < pushed.size(); place += lead_) {
      pushed.await(place);
      send(leaders_.member_of(leaders_.mine(), place));
    }
    leaders_.post_above(0);
    for (int s = 1; s < leaders_.nodes(); ++s) {
      leaders_.await_below(0);
      if (s == leaders_.nodes() - 1) break;
      for_each_of(leaders_.node(-s), leaders_.place(), [&](int member) { send(member); });
      leaders_.post_above(0);
    }
    to_.finish_writes();
  }
  void send(int member) { to_.write_later(above(), at(member), task_.dest + at(member), bytes(member)); }

  /// Calls `body(member)` for the members of a node whose parts are sent by the leaders with the place `leader`.
  template <class Body>
  void for_each_of(int node, int leader, Body&& body) const {
    const auto& members = team_.nodes->on(node);
    for (auto place = static_cast<std::size_t>(leader); place < members.size();
         place += static_cast<std::size_t>(lead_))
      body(members[place]);
  }

  void copy_from_leaders(Round& there) {
    for (int step = 0; step < lead_; ++step) {
      const int leader = (leaders_.place() + step) % lead_;
      if (leader == leaders_.place()) continue;
      there.await(leader);
      const char* theirs = to_.of(leaders_.member_of(leaders_.mine(), leader));
      for (int d = 1; d < leaders_.nodes(); ++d)
        for_each_of(leaders_.node(-d), leader,
                    [&](int member) { base::copy(task_.dest + at(member), theirs + at(member), bytes(member)); });
    }
  }

  const Collect& task_;
  comm::Team& team_;
  const Offsets& offsets_;
  Leaders leaders_;
  PeerBuffer to_;
  int lead_;
};

/// Gathers the sizes of all members, from which it makes `offsets`. Where all parts are small they travel along with
/// the sizes and are copied to dest. Returns whether they did.
bool gather_small(const Collect& task, comm::Team& team, std::size_t room, Offsets& offsets) {
  const auto n = static_cast<std::size_t>(team.pes.size());
  const std::size_t most = room - sizeof(std::size_t);
  alignas(16) char mine[Round::kBytes], all[Round::kBytes];
  base::copy(mine, &task.bytes, sizeof task.bytes);
  if (task.bytes > 0 && task.bytes <= most) base::copy(mine + sizeof task.bytes, task.source, task.bytes);
  gather(team, mine, room, all);
  bool small = true;
  for (std::size_t member = 0; member < n; ++member) {
    std::size_t bytes;
    base::copy(&bytes, all + member * room, sizeof bytes);
    offsets[member + 1] = base::sum(offsets[member], bytes);
    small = small && bytes <= most;
  }
  if (offsets.back() > 0) symmetric(task.call, task.dest, offsets.back());
  for (std::size_t member = 0; small && offsets.back() > 0 && member < n; ++member)
    base::copy(task.dest + offsets[member], all + member * room + sizeof(std::size_t),
               offsets[member + 1] - offsets[member]);
  return small;
}

}  // namespace

void ring_fcollect(const Collect& task) {
  Offsets offsets(static_cast<std::size_t>(task.call.group.size()) + 1);
  for (std::size_t i = 0; i < offsets.size(); ++i) offsets[i] = i * task.bytes;
  Ring(task, *task.call.group.team(), offsets).run();
}

void ring_collect(const Collect& task) {
  Group& group = task.call.group;
  comm::Team& team = *group.team();
  Offsets offsets(static_cast<std::size_t>(group.size()) + 1);
  if (const std::size_t room = gather_room(*team.nodes); room >= sizeof(std::size_t)) {
    if (gather_small(task, team, room, offsets)) return;
  } else {
    group.share(task.bytes);
    for (int member = 0; member < group.size(); ++member)
      offsets[static_cast<std::size_t>(member) + 1] =
          base::sum(offsets[static_cast<std::size_t>(member)], group.shared(member, 0));
  }
  if (offsets.back() == 0) return;
  check_overlap(task.call, task.dest, offsets.back(), task.source, task.bytes, false);
  Ring(task, team, offsets).run();
}

}  // namespace isthmus::collectives
