#include <bit>

#include "collectives/group/leaders.hpp"
#include "collectives/group/round.hpp"
#include "collectives/reduce/node_slice.hpp"

namespace isthmus::collectives {
namespace {

/// Bytes of a node that its first member combines in less time than the additional messages of other algorithms take.
constexpr std::size_t kLittleWork = 262144;

/// Bytes of a receive buffer that holds a sum for each round.
std::size_t room(const comm::Nodes& nodes, std::size_t bytes) {
  return static_cast<std::size_t>(doublings(nodes.count())) * ReceiveBuffer::padded(bytes);
}

class Doubling {
 public:
  Doubling(const Reduce& task, Leaders& leaders, ReceiveBuffer& receive_buffer, void* sum)
      : task_(task),
        leaders_(leaders),
        receive_buffer_(receive_buffer),
        sum_(sum),
        stride_(ReceiveBuffer::padded(task.bytes())) {}

  /// Makes the sum of this node the sum of all nodes. Nodes beyond the largest power of two send their sum to one of
  /// the others, and receive the result from it. The lower node's operand is always the first, so that both sides get
  /// the same bits.
  void run() {
    const int rounds = std::bit_width(static_cast<unsigned>(leaders_.nodes())) - 1, core = 1 << rounds;
    const int me = leaders_.mine();
    if (me >= core) {
      send(-core, rounds);
      leaders_.await_below(rounds);
      std::memcpy(sum_, place(rounds), task_.bytes());
      return;
    }
    const bool helps = me + core < leaders_.nodes();
    if (helps) {
      leaders_.await_above(rounds);
      add(place(rounds), true);
    }
    for (int i = 0; i < rounds; ++i) {
      const bool above = !(me >> i & 1);
      send(above ? 1 << i : -(1 << i), i);
      above ? leaders_.await_above(i) : leaders_.await_below(i);
      add(place(i), above);
    }
    if (helps) send(core, rounds);
  }

 private:
  const std::byte* place(int round) const { return receive_buffer_.at(static_cast<std::size_t>(round) * stride_); }
  void send(int steps, int round) {
    const Payload sum{receive_buffer_, static_cast<std::size_t>(round) * stride_, sum_, task_.bytes()};
    steps > 0 ? leaders_.post_above(round, sum) : leaders_.post_below(round, sum);
  }
  void add(const std::byte* theirs, bool above) {
    if (above)
      task_.combine.apply(sum_, sum_, theirs, task_.n);
    else
      task_.combine.apply(sum_, theirs, sum_, task_.n);
  }

  const Reduce& task_;
  Leaders& leaders_;
  ReceiveBuffer& receive_buffer_;
  void* sum_;
  std::size_t stride_;
};

/// For few bytes: the members show them beside their flags, and the first leaders receive sums in their sync slots.
void by_cells(const Reduce& task, comm::Team& team) {
  Leaders leaders(team);
  ReceiveBuffer receive_buffer(leaders);
  Round in(team.node, task.bytes());
  in.arrive(task.source, task.bytes());
  alignas(64) std::byte sum[Round::kBytes];
  if (leaders.first()) {
    std::memcpy(sum, in.await(0), task.bytes());
    for (int member = 1; member < in.size(); ++member) task.combine.apply(sum, sum, in.await(member), task.n);
    Doubling(task, leaders, receive_buffer, sum).run();
  }
  Round out(team.node, task.bytes());
  if (leaders.first()) out.arrive(sum, task.bytes());
  std::memcpy(task.dest, leaders.first() ? sum : out.await(0), task.bytes());
  out.leave();
  in.saw_all();
  receive_buffer.received_all();
}

/// For more bytes: the first member of each node reads the others' sources, and writes to their dests.
void by_first_member(const Reduce& task, comm::Team& team) {
  Leaders leaders(team);
  ReceiveBuffer receive_buffer(leaders, ReceiveBuffer::Size::large);
  Round round(team.node);
  round.arrive_empty();
  if (leaders.first()) {
    round.await_all();
    const NodeSlice slice(task, *team.nodes, 1);
    const Slice all = slice.part(0, 1);
    slice.combine(all);
    Doubling(task, leaders, receive_buffer, task.dest).run();
    slice.spread(all);
  }
  round.leave_together();
  receive_buffer.received_all();
}

}  // namespace

bool doubling_fits(const comm::Nodes& nodes, std::size_t bytes) {
  return room(nodes, bytes) <= ReceiveBuffer::kLargeBytes &&
         bytes * static_cast<std::size_t>(nodes.largest) <= kLittleWork;
}

void recursive_doubling_reduce(const Reduce& task) {
  comm::Team& team = *task.call.group.team();
  if (task.bytes() <= Round::kBytes && room(*team.nodes, task.bytes()) <= ReceiveBuffer::kBytes)
    by_cells(task, team);
  else if (has_large_receive_buffers(task.call))
    by_first_member(task, team);
  else
    team.nodes->count() <= comm::kApart ? scatter_gather_reduce(task) : ring_reduce(task);
}

}  // namespace isthmus::collectives
