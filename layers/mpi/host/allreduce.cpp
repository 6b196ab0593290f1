#include <cstring>

#include "abi/abi.hpp"
#include "choice.hpp"
#include "collectives/group/slice.hpp"
#include "host/aliases.hpp"
#include "host/fold.hpp"
#include "host/slices.hpp"
#include "host/staged_round.hpp"
#include "host/uneven.hpp"
#include "serve.hpp"

namespace isthmus::mpi {
namespace {

using collectives::Round;
using collectives::Slice;

/// Every member shows all of its data, and combines everybody's.
void in_one_round(Communicator& comm, const Reduction& reduction, const std::byte* source, std::byte* dest,
                  std::size_t n) {
  const std::size_t bytes = n * reduction.element;
  StagedRound round(comm, bytes);
  std::byte* const shown = round.mine();
  std::memcpy(shown, source, bytes);
  round.arrive_saying(bytes);
  bool even = true;
  for (int step = 1; step < comm.size(); ++step) even &= round.await_expected(round.after(step), bytes);
  round.saw_all();
  if (!even) [[unlikely]] {
    fold_uneven(comm, reduction, round, shown, dest, n);
    round.leave();
    return;
  }
  fold(
      reduction, dest, [&](int member) { return round.shown_by(member); }, comm.size(), 0, n);
}

}  // namespace

void reduce_in_slices(Communicator& comm, const Reduction& reduction, const std::byte* source, std::byte* dest,
                      std::size_t n, int root) {
  const std::size_t element = reduction.element, piece = NodeMemory::kBlock / element;
  for (std::size_t done = 0; done < n; done += piece) {
    const std::size_t count = std::min(piece, n - done), here = done * element;
    StagedRound in(comm, NodeMemory::kBlock);
    std::byte* const shown = in.mine();
    const Slice mine = collectives::slice(count, comm.rank(), comm.size(), element);
    const std::size_t before = mine.first * element, behind = (mine.first + mine.n) * element;
    base::copy(shown, source + here, before);
    base::copy(shown + behind, source + here + behind, count * element - behind);
    in.arrive_saying(n * element);
    bool even = true;
    for (int step = 1; step < comm.size(); ++step) even &= in.await_expected(in.after(step), n * element);
    in.saw_all();
    if (!even) [[unlikely]] {  // every member has seen that
      comm.truncate();
      in.leave();
      return;
    }
    fold(
        reduction, shown, [&](int member) { return member == comm.rank() ? source + here : in.shown_by(member); },
        comm.size(), mine.first, mine.n);
    Round out(comm.node());
    out.arrive_empty();
    if (root == kEverybody || root == comm.rank()) {
      for (int step = 0; step < comm.size(); ++step) {
        const int member = out.after(step);
        const Slice theirs = collectives::slice(count, member, comm.size(), element);
        out.await(member);
        base::copy(dest + here + theirs.first * element, in.shown_by(member) + theirs.first * element,
                   theirs.n * element);
      }
    }
    out.leave();
  }
}

bool serve(Communicator& comm, const Allreduce& call) {
  const auto reduction = find_reduction(call.type, call.op);
  const void* const send = call.send == abi().in_place ? call.receive : call.send;
  if (!reduction || call.count.value <= 0 || !send || !call.receive || (!comm.serves_all() && is_refused(call)))
    return false;
  const auto n = static_cast<std::size_t>(call.count.value);
  const std::size_t bytes = n * reduction->element;
  const bool few = reduces_at_once(comm, bytes);
  if ((!few && !reduction->combine) || choose(comm, Operation::allreduce, bytes, 0) == Way::mpi) return false;
  const auto* const source = static_cast<const std::byte*>(send);
  auto* const dest = static_cast<std::byte*>(call.receive);
  if (few)
    in_one_round(comm, *reduction, source, dest, n);
  else
    reduce_in_slices(comm, *reduction, source, dest, n, kEverybody);
  return true;
}

}  // namespace isthmus::mpi
