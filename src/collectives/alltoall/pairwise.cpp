#include <algorithm>
#include <vector>

#include "collectives/alltoall/alltoall.hpp"
#include "collectives/group/peer_buffer.hpp"

namespace isthmus::collectives {
namespace {

/// Bytes that are fetched from each member at a time: on tcp longer blocks are no faster, but shorter ones slower.
constexpr std::size_t kBlock = 4194304;
/// The same where elements have gaps, which are fetched with them into a buffer for each member.
constexpr std::size_t kGappedBlock = 1048576;

class Pairwise {
 public:
  explicit Pairwise(const Alltoall& task) : task_(task), from_(task.call, task.source, task.span()) {
    const Group& group = task.call.group;
    const memory::Segment& internal = task.call.world.memory()->internal();
    for (int step = 0; step < group.size(); ++step) {
      const int member = (group.me() + step) % group.size();
      (internal.mapped(group.pe(member)) ? near_ : far_).push_back(member);
    }
  }

  /// Data of members on other nodes is in flight while that of members on this node is copied.
  void run() {
    if (task_.source_step == task_.element && task_.dest_step == task_.element) {
      for (std::size_t at = 0; at < task_.block(); at += kBlock) {
        for (const int member : far_)
          from_.read_later(member, mine() + at, task_.dest_from(member) + at, std::min(kBlock, task_.block() - at));
        if (at == 0) copy_near();
        from_.finish_reads();
      }
      return;
    }
    // Elements are fetched with the gaps between them, because a read for each element would mean many small messages.
    const std::size_t most = std::max<std::size_t>(kGappedBlock / task_.source_step, 1);
    const std::size_t room = span(std::min(most, task_.n));
    const std::unique_ptr<char[]> blocks(new char[room * far_.size()]);
    for (std::size_t i = 0; i < task_.n; i += most) {
      const std::size_t n = std::min(most, task_.n - i);
      for (std::size_t f = 0; f < far_.size(); ++f)
        from_.read_later(far_[f], mine() + i * task_.source_step, blocks.get() + f * room, span(n));
      if (i == 0) copy_near();
      from_.finish_reads();
      for (std::size_t f = 0; f < far_.size(); ++f)
        copy_elements(task_.dest_from(far_[f]) + i * task_.dest_step, task_.dest_step, blocks.get() + f * room,
                      task_.source_step, n, task_.element);
    }
  }

 private:
  std::size_t mine() const { return task_.offset_for(task_.call.group.me()); }
  std::size_t span(std::size_t n) const { return (n - 1) * task_.source_step + task_.element; }
  void copy_near() const {
    for (const int member : near_)
      copy_elements(task_.dest_from(member), task_.dest_step, from_.of(member) + mine(), task_.source_step, task_.n,
                    task_.element);
  }

  const Alltoall& task_;
  PeerBuffer from_;
  std::vector<int> near_, far_;
};

}  // namespace

void pairwise_alltoall(const Alltoall& task) {
  Pairwise pairs(task);
  task.call.group.sync();
  pairs.run();
  task.call.group.sync();
}

}  // namespace isthmus::collectives
