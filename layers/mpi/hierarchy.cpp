#include "hierarchy.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

#include "abi/abi.hpp"
#include "communicator.hpp"
#include "finalize.hpp"
#include "host/aliases.hpp"
#include "host/data.hpp"
#include "memkind/describe.hpp"
#include "own_comm.hpp"
#include "progress.hpp"
#include "real.hpp"
#include "reduction.hpp"
#include "serve.hpp"
#include "transport/node/identity.hpp"

namespace isthmus::mpi {
namespace {

/// From so many bytes on the MPI is left alone, which sends pieces while others are on the way.
constexpr std::size_t kMost = 64 << 10;

/// Of one process at a time. Each takes two communicators of the MPI, and a third for the background, if it has one:
/// MPICH has 2048 in all, and ends the job when there are no more.
constexpr int kMostHierarchies = 64;

/// A member that has loaded a driver since says so in the calls of these numbers, and of the powers of two above.
constexpr std::uint64_t kLookAgain = 16;

/// Served in the node, or by the MPI on the node's communicator.
template <class Call, class Function>
int do_inside(Communicator& node, const Call& call, Function function) {
  begin_waiting(node.handle());
  return serve(node, call) ? node.result() : call.pass(function);
}

/// A call in several steps. Those after one that failed are done as well, since the other members wait for them, unless
/// the MPI has refused one: then it has told the others nothing.
class Steps {
 public:
  template <class Step>
  void take(Step&& step) {
    if (refused_) return;
    const int code = step();
    refused_ = !was_accepted(code);
    if (code_ == kSuccess) code_ = code;
  }
  /// The first that is not MPI_SUCCESS.
  int code() const { return code_; }

 private:
  int code_ = kSuccess;
  bool refused_ = false;
};

}  // namespace

std::unique_ptr<Hierarchy> Hierarchy::create(Word comm, int rank, int size) {
  std::unique_ptr<Hierarchy> made(new Hierarchy);
  int refuses = alive_ > kMostHierarchies ? 1 : 0, refused = 1;
  if (real().Allreduce(&refuses, &refused, 1, abi().ints, abi().max, comm) != kSuccess || refused) return nullptr;
  made->comm_ = comm;
  made->rank_ = rank;
  const auto color = static_cast<int>(std::hash<std::string>()(node::host_identity(0)) >> 34);
  Word split[1] = {};
  if (real().Comm_split(comm, color, rank, split) != kSuccess) return nullptr;
  made->node_comm_ = abi().handle_at(split, 0);
  int here = 0, members = 1, leader = rank;
  real().Comm_rank(made->node_comm_, &here);
  real().Comm_size(made->node_comm_, &members);
  real().Bcast(&leader, 1, abi().ints, 0, made->node_comm_);
  split[0] = 0;
  if (real().Comm_split(comm, here == 0 ? 0 : abi().undefined, rank, split) != kSuccess) return nullptr;
  if (here == 0) made->leaders_ = abi().handle_at(split, 0);
  silence(made->node_comm_);
  if (made->leads()) silence(made->leaders_);
  std::vector<int> leader_of(static_cast<std::size_t>(size));
  if (real().Allgather(&leader, 1, abi().ints, leader_of.data(), 1, abi().ints, comm) != kSuccess) return nullptr;
  made->number_nodes(leader_of);
  bool usable = true;
  if (members > 1) {
    made->inside_ = Communicator::inside(made->node_comm_);
    usable = made->inside_ != nullptr;
  }
  // {somebody cannot, somebody is not alone, somebody has a driver}
  int mine[3] = {usable ? 0 : 1, members > 1 ? 1 : 0, memkind::any_driver() ? 1 : 0}, all[3] = {1, 0, 0};
  if (real().Allreduce(mine, all, 3, abi().ints, abi().max, comm) != kSuccess || all[0]) return nullptr;
  made->several_on_a_node_ = all[1] != 0;
  made->uses_devices_ = made->looks_for_devices_ = all[2] != 0;
  if (!made->several_on_a_node_ && !made->looks_for_devices_) return nullptr;
  return made;
}

Hierarchy::Hierarchy() { ++alive_; }

Hierarchy::~Hierarchy() {
  --alive_;
  inside_.reset();
  free_comm(leaders_);
  free_comm(node_comm_);
}

void Hierarchy::number_nodes(const std::vector<int>& leader_of) {
  std::vector<int> number(leader_of.size());  // of a leader's node, by its rank
  for (std::size_t rank = 0; rank < leader_of.size(); ++rank) {
    const auto leader = static_cast<std::size_t>(leader_of[rank]);
    if (leader == rank) {  // the first of its node
      number[rank] = static_cast<int>(nodes_.size());
      nodes_.emplace_back();
    }
    auto& ranks = nodes_[static_cast<std::size_t>(number[leader])];
    node_of_.push_back(number[leader]);
    place_of_.push_back(static_cast<int>(ranks.size()));
    ranks.push_back(static_cast<int>(rank));
  }
}

bool Hierarchy::looks_for_devices() {
  if (looks_for_devices_) return true;
  if (calls_ < kLookAgain || !std::has_single_bit(calls_) || std::exchange(looked_in_, calls_) == calls_) return false;
  int mine = memkind::any_driver() ? 1 : 0, any = 0;
  return looks_for_devices_ = real().Allreduce(&mine, &any, 1, abi().ints, abi().max, comm_) == kSuccess && any;
}

int Hierarchy::serve(const Barrier&) {
  const Barrier in_node{node_comm_};
  const auto inside = [&] { return inside_ ? do_inside(*inside_, in_node, real().Barrier) : kSuccess; };
  Steps steps;
  steps.take(inside);
  if (leads()) steps.take([&] { return real().Barrier(leaders_); });
  steps.take(inside);
  return steps.code();
}

bool Hierarchy::serves(const Bcast& call) const {
  const Data data(call.buffer, call.count.value, call.type);
  return several_on_a_node_ && data.valid() && call.root >= 0 && call.root < size() && data.bytes() > 0 &&
         data.bytes() <= kMost;
}

int Hierarchy::serve(const Bcast& call) {
  const int source = node_of(call.root), place = place_of(call.root);
  const bool from_here = node() == source && place != 0;
  const auto inside = [&](int root) {
    const Bcast in_node{call.buffer, call.count, call.type, root, node_comm_};
    return inside_ ? do_inside(*inside_, in_node, real().Bcast) : kSuccess;
  };
  Steps steps;
  if (from_here) steps.take([&] { return inside(place); });
  if (leads()) steps.take([&] { return real().Bcast(call.buffer, call.count, call.type, source, leaders_); });
  if (!from_here) steps.take([&] { return inside(0); });
  return steps.code();
}

bool Hierarchy::serves(const Allreduce& call) const {
  const auto reduction = find_reduction(call.type, call.op);
  return several_on_a_node_ && reduction && reduction->combine && call.count.value > 0 && call.send && call.receive &&
         !is_refused(call) && static_cast<std::size_t>(call.count.value) * reduction->element <= kMost;
}

int Hierarchy::serve(const Allreduce& call) {
  const bool in_place = call.send == abi().in_place || call.send == call.receive;
  const void* const send = in_place ? call.receive : call.send;
  const auto bytes = static_cast<std::size_t>(call.count.value) * find_reduction(call.type, call.op)->element;
  void* const into_same = const_cast<void*>(abi().in_place);
  const Reduce to_leader{
      in_place && leads() ? into_same : send, call.receive, call.count, call.type, call.op, 0, node_comm_};
  const Bcast from_leader{call.receive, call.count, call.type, 0, node_comm_};
  Steps steps;
  if (inside_)
    steps.take([&] { return do_inside(*inside_, to_leader, real().Reduce); });
  else if (!in_place)
    base::copy(call.receive, send, bytes);
  if (leads())
    steps.take([&] { return real().Allreduce(into_same, call.receive, call.count, call.type, call.op, leaders_); });
  if (inside_) steps.take([&] { return do_inside(*inside_, from_leader, real().Bcast); });
  return steps.code();
}

}  // namespace isthmus::mpi
