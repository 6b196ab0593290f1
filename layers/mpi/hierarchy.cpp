#include "hierarchy.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>

#include "abi/abi.hpp"
#include "communicator.hpp"
#include "finalize.hpp"
#include "host/data.hpp"
#include "progress.hpp"
#include "real.hpp"
#include "reduction.hpp"
#include "serve.hpp"
#include "transport/node/identity.hpp"

namespace isthmus::mpi {
namespace {

/// From so many bytes on the MPI is left alone, which sends pieces while others are on the way.
constexpr std::size_t kMost = 64 << 10;

std::atomic<bool> ending = false;  ///< MPI_Finalize has begun, and frees communicators itself

/// Served in the node, or by the MPI on the node's communicator.
template <class Call, class Function>
void do_inside(Communicator& node, const Call& call, Function function) {
  begin_waiting(node.handle());
  if (!serve(node, call)) call.pass(function);
}

}  // namespace

std::unique_ptr<Hierarchy> Hierarchy::create(Word comm, int rank, int size) {
  static std::once_flag once;
  std::call_once(once, [] { at_finalize([] { ending = true; }); });
  std::unique_ptr<Hierarchy> made(new Hierarchy);
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
  made->leader_of_.resize(static_cast<std::size_t>(size));
  if (real().Allgather(&leader, 1, abi().ints, made->leader_of_.data(), 1, abi().ints, comm) != kSuccess)
    return nullptr;
  bool usable = true;
  if (members > 1) {
    made->inside_ = Communicator::inside(made->node_comm_);
    usable = made->inside_ != nullptr;
  }
  // {somebody cannot, somebody is not alone}
  int mine[2] = {usable ? 0 : 1, members > 1 ? 1 : 0}, all[2] = {1, 0};
  if (real().Allreduce(mine, all, 2, abi().ints, abi().max, comm) != kSuccess || all[0] || !all[1]) return nullptr;
  return made;
}

Hierarchy::~Hierarchy() {
  inside_.reset();
  if (ending) return;
  for (const Word comm : {leaders_, node_comm_}) {
    Word handle[1] = {};
    abi().set_handle(handle, 0, comm);
    if (comm) real().Comm_free(handle);
  }
}

void Hierarchy::serve(const Barrier&) {
  if (inside_) do_inside(*inside_, Barrier{node_comm_}, real().Barrier);
  if (leads()) real().Barrier(leaders_);
  if (inside_) do_inside(*inside_, Barrier{node_comm_}, real().Barrier);
}

bool Hierarchy::serves(const Bcast& call) const {
  const Data data(call.buffer, call.count.value, call.type);
  const auto size = static_cast<int>(leader_of_.size());
  return data.valid() && call.root >= 0 && call.root < size && data.bytes() > 0 && data.bytes() <= kMost;
}

void Hierarchy::serve(const Bcast& call) {
  const auto leader_of = [&](int rank) { return leader_of_[static_cast<std::size_t>(rank)]; };
  const int source = leader_of(call.root);
  // The root's place on its node, and its leader's among the leaders.
  int place = 0, number = 0;
  for (int rank = 0; rank < call.root; ++rank) place += leader_of(rank) == source;
  for (int rank = 0; rank < source; ++rank) number += leader_of(rank) == rank;
  const bool from_here = leader_of(rank_) == source && place != 0;
  const auto inside = [&](int root) {
    if (inside_) do_inside(*inside_, Bcast{call.buffer, call.count, call.type, root, node_comm_}, real().Bcast);
  };
  if (from_here) inside(place);
  if (leads()) real().Bcast(call.buffer, call.count, call.type, number, leaders_);
  if (!from_here) inside(0);
}

bool Hierarchy::serves(const Allreduce& call) const {
  const auto reduction = find_reduction(call.type, call.op);
  return reduction && reduction->combine && call.count.value > 0 && call.send && call.receive &&
         call.send != call.receive && static_cast<std::size_t>(call.count.value) * reduction->element <= kMost;
}

void Hierarchy::serve(const Allreduce& call) {
  const bool in_place = call.send == abi().in_place;
  const void* const send = in_place ? call.receive : call.send;
  const auto bytes = static_cast<std::size_t>(call.count.value) * find_reduction(call.type, call.op)->element;
  void* const into_same = const_cast<void*>(abi().in_place);
  if (inside_)
    do_inside(
        *inside_,
        Reduce{in_place && leads() ? into_same : send, call.receive, call.count, call.type, call.op, 0, node_comm_},
        real().Reduce);
  else if (!in_place)
    base::copy(call.receive, send, bytes);
  if (leads()) real().Allreduce(into_same, call.receive, call.count, call.type, call.op, leaders_);
  if (inside_) do_inside(*inside_, Bcast{call.receive, call.count, call.type, 0, node_comm_}, real().Bcast);
}

}  // namespace isthmus::mpi
