#include <array>
#include <cstring>

#include "abi/abi.hpp"
#include "collectives/group/round.hpp"
#include "collectives/group/slice.hpp"
#include "host/fold.hpp"
#include "serve.hpp"

namespace isthmus::mpi {
namespace {

using collectives::Round;
using collectives::Slice;

/// Every member shows all of its data, and combines everybody's.
void in_one_round(Communicator& comm, const Reduction& reduction, const std::byte* source, std::byte* dest, std::size_t n) {
  const std::size_t bytes = n * reduction.element;
  Round round(comm.node(), bytes <= Round::kBytes ? bytes : Round::kBytes);
  const NodeMemory& memory = comm.memory();
  const bool in_cells = bytes <= Round::kBytes;
  std::byte* const mine = round.mine();
  std::memcpy(in_cells ? mine : memory.block(comm.rank(), round.generation()), source, bytes);
  round.arrive();
  round.await_all();
  const auto shown_by = [&](int member) {
    return in_cells ? round.shown_by(member) : memory.block(member, round.generation());
  };
  // In place, dest is source, which fold() must not write to while it reads.
  fold(reduction, dest, shown_by, comm.size(), 0, n);
}

/// A piece of the data at a time: each member combines a slice of it and shows the result to the others.
void in_slices(Communicator& comm, const Reduction& reduction, const std::byte* source, std::byte* dest, std::size_t n) {
  const NodeMemory& memory = comm.memory();
  const std::size_t element = reduction.element, piece = NodeMemory::kBlock / element;
  for (std::size_t done = 0; done < n; done += piece, source += piece * element, dest += piece * element) {
    const std::size_t count = std::min(piece, n - done);
    Round in(comm.node(), Round::kBytes);
    in.mine();
    const auto block = [&](int member) { return memory.block(member, in.generation()); };
    const Slice mine = collectives::slice(count, comm.rank(), comm.size(), element);
    const std::size_t before = mine.first * element, behind = (mine.first + mine.n) * element;
    base::copy(block(comm.rank()), source, before);
    base::copy(block(comm.rank()) + behind, source + behind, count * element - behind);
    in.arrive();
    in.await_all();
    fold(
        reduction, block(comm.rank()),
        [&](int member) { return member == comm.rank() ? source : block(member); }, comm.size(), mine.first, mine.n);
    Round out(comm.node());
    out.arrive_empty();
    base::copy(dest + before, block(comm.rank()) + before, behind - before);
    for (int step = 1; step < comm.size(); ++step) {
      const int member = out.after(step);
      const Slice theirs = collectives::slice(count, member, comm.size(), element);
      out.await(member);
      base::copy(dest + theirs.first * element, block(member) + theirs.first * element, theirs.n * element);
    }
    out.saw_all();
  }
}

}  // namespace

bool serve(Communicator& comm, const Allreduce& call) {
  const auto reduction = find_reduction(call.type, call.op);
  const void* const source = call.send == abi().in_place ? call.receive : call.send;
  if (!reduction || call.count.value <= 0 || !source || !call.receive || call.send == call.receive) return false;
  const auto n = static_cast<std::size_t>(call.count.value);
  const auto* const from = static_cast<const std::byte*>(source);
  auto* const to = static_cast<std::byte*>(call.receive);
  // Combining everybody's data again on every member costs less than a second round as long as there are few of them.
  if (n * reduction->element * static_cast<std::size_t>(comm.size()) <= 16384)
    in_one_round(comm, *reduction, from, to, n);
  else
    in_slices(comm, *reduction, from, to, n);
  return true;
}

}  // namespace isthmus::mpi
