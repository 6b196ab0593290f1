// Reduce, Reduce_scatter, Reduce_scatter_block, Scan and Exscan of host memory.
#include <vector>

#include "abi/abi.hpp"
#include "choice.hpp"
#include "collectives/group/slice.hpp"
#include "host/aliases.hpp"
#include "host/fold.hpp"
#include "host/refused.hpp"
#include "host/slices.hpp"
#include "host/staged_round.hpp"
#include "host/uneven.hpp"
#include "serve.hpp"

namespace isthmus::mpi {
namespace {

/// Elements that a block holds, whole cache lines of them if possible.
std::size_t fitting(std::size_t bytes, std::size_t element) {
  const std::size_t n = bytes / element, line = std::max<std::size_t>(64 / element, 1);
  return n > line ? n / line * line : n;
}

/// Arrives in a round of a reduction in which the root need not: members that have many bytes wait for it.
[[gnu::cold]] void arrive_for_others(StagedRound round, std::size_t bytes) {
  collectives::Round same = round.in_lines();
  same.mine();
  same.arrive_saying(bytes);
}

void small_reduce(Communicator& comm, const Reduction& reduction, const std::byte* source, std::byte* dest,
                  std::size_t n, int root) {
  const std::size_t bytes = n * reduction.element;
  StagedRound round(comm, bytes);
  if (comm.rank() != root) {
    std::memcpy(round.mine(), source, bytes);
    round.arrive_saying(bytes);
    round.leave();
    return;
  }
  if (source == dest) {  // fold() must not write to what it reads
    std::memcpy(round.mine(), source, bytes);
    source = round.shown_by(root);
  }
  bool even = true;
  for (int step = 1; step < comm.size(); ++step) even &= round.await_expected(round.after(step), bytes);
  if (even) [[likely]] {
    fold(
        reduction, dest, [&](int member) { return member == root ? source : round.shown_by(member); }, comm.size(), 0,
        n);
  } else {
    fold_uneven(comm, reduction, round, source, dest, n);
    arrive_for_others(round, bytes);
  }
  round.leave();
}

/// The root of a reduce_of_two() whose other member has another number of bytes: it takes what that shows in the first
/// round, if that is all, and keeps its own elements behind it.
[[gnu::cold, gnu::noinline]] void end_uneven(Communicator& comm, const Reduction& reduction, StagedRound round,
                                             const std::byte* source, std::byte* dest, std::size_t bytes, int root) {
  const collectives::Round::Said theirs = round.said_by(1 - root);
  if (theirs.bytes > bytes || theirs.bytes > NodeMemory::kBlock) comm.truncate();
  if (theirs.bytes == 0) comm.fail(abi().other_error);  // it was refused (host/refused.hpp)
  const std::size_t common = theirs.bytes > NodeMemory::kBlock ? 0 : std::min<std::size_t>(theirs.bytes, bytes);
  const std::vector<std::byte> own(source, source + bytes);  // source may be dest
  base::copy(dest, own.data(), bytes);
  if (const std::size_t n = common / reduction.element)
    fold(
        reduction, dest, [&](int member) { return member == root ? own.data() : theirs.shown; }, 2, 0, n);
  round.leave();
}

/// Many bytes of two members: the root combines a piece while the other shows the next ones. They say their numbers of
/// bytes in the first round, so that they take the same number of rounds.
void show_to_root(Communicator& comm, const std::byte* source, std::size_t bytes, std::size_t piece, int root) {
  for (std::size_t done = 0; done < bytes; done += piece) {
    const std::size_t here = std::min(piece, bytes - done);
    StagedRound round(comm, here);
    base::copy(round.mine(), source + done, here);
    round.arrive_saying(bytes);
    const bool ends = done == 0 && bytes > piece && !round.await_expected(root, bytes);
    round.leave();
    if (ends) [[unlikely]]
      return comm.truncate();
  }
}
void reduce_of_two(Communicator& comm, const Reduction& reduction, const std::byte* source, std::byte* dest,
                   std::size_t n, int root) {
  const std::size_t element = reduction.element, bytes = n * element, piece = NodeMemory::kBlock / element * element;
  if (comm.rank() != root) return show_to_root(comm, source, bytes, piece, root);
  const int other = 1 - root;
  for (std::size_t done = 0; done < bytes; done += piece) {
    const std::size_t here = std::min(piece, bytes - done);
    StagedRound round(comm, here);
    std::byte* const mine = round.mine();
    if (done == 0) round.arrive_saying(bytes);
    const std::byte* own = source + done;
    if (source == dest && root == 0) {  // fold() must not write to what it reads first
      base::copy(mine, own, here);
      own = mine;
    }
    if (!round.await_expected(other, bytes)) [[unlikely]]
      return end_uneven(comm, reduction, round, source, dest, bytes, root);
    fold(
        reduction, dest + done, [&](int member) { return member == root ? own : round.shown_by(other); }, 2, 0,
        here / element);
    round.leave();
  }
}

/// A member whose count or operation is wrong.
[[gnu::cold, gnu::noinline]] bool sit_out_reduce(Communicator& comm, const Reduce& call) {
  return call.count.value != 0 && !is_left_to_mpi(call.type) && sit_out(comm, Operation::reduce, 1, 0);
}

/// A root without a buffer.
[[gnu::cold, gnu::noinline]] bool reduce_to_nowhere(Communicator& comm, Reduce call, std::size_t bytes) {
  if (comm.serves_all() || refuses_null()) return sit_out(comm);
  std::vector<std::byte> dropped(bytes);
  call.receive = dropped.data();
  return serve(comm, call);
}

/// Member `i` gets counts[i] elements, which begin starts[i] elements into everybody's source. All parts advance piece
/// by piece, so that in place, where dest is source, nothing is overwritten that a later piece needs.
void scatter_slices(Communicator& comm, const Reduction& reduction, const std::byte* source, std::byte* dest,
                    const std::vector<std::size_t>& starts, const std::vector<std::size_t>& counts,
                    std::size_t longest) {
  const auto members = static_cast<std::size_t>(comm.size()), me = static_cast<std::size_t>(comm.rank());
  const std::size_t element = reduction.element;
  // A block has room for one piece of each part.
  const std::size_t piece = std::min(longest, fitting(NodeMemory::kBlock / members, element));
  for (std::size_t done = 0; done < longest; done += piece) {
    const auto there = [&](std::size_t i) { return done < counts[i] ? std::min(piece, counts[i] - done) : 0; };
    StagedRound round(comm, members * piece * element);
    std::byte* const mine = round.mine();
    for (std::size_t i = 0; i < members; ++i)
      if (i != me) base::copy(mine + i * piece * element, source + (starts[i] + done) * element, there(i) * element);
    round.arrive();
    round.await_all();
    if (const std::size_t n = there(me)) {
      std::byte* const result = mine + me * piece * element;
      fold(
          reduction, result,
          [&](int member) {
            return member == comm.rank() ? source + (starts[me] + done) * element
                                         : round.shown_by(member) + me * piece * element;
          },
          comm.size(), 0, n);
      base::copy(dest + done * element, result, n * element);
    }
  }
}

template <class CountOf>
bool reduce_scatter(Communicator& comm, Operation operation, const void* send, void* receive, CountOf&& count,
                    Word type, Word op) {
  const auto reduction = find_reduction(type, op);
  if (!reduction) return false;
  std::vector<std::size_t> starts, counts;
  std::size_t total = 0, longest = 0;
  for (int member = 0; member < comm.size(); ++member) {
    if (count(member) < 0) return false;
    starts.push_back(total);
    counts.push_back(static_cast<std::size_t>(count(member)));
    total += counts.back();
    longest = std::max(longest, counts.back());
  }
  const void* const source = send == abi().in_place ? receive : send;
  const bool receives = counts[static_cast<std::size_t>(comm.rank())] > 0;  // otherwise the buffer may be null
  const std::size_t room = NodeMemory::kBlock / static_cast<std::size_t>(comm.size());
  if (total == 0 || !source || (receives && (!receive || is_refused(comm, send, receive))) ||
      room < reduction->element || (!reduction->combine && longest > fitting(room, reduction->element)))
    return false;
  if (choose(comm, operation, total * reduction->element, 0) == Way::mpi) return false;
  scatter_slices(comm, *reduction, static_cast<const std::byte*>(source), static_cast<std::byte*>(receive), starts,
                 counts, longest);
  return true;
}

/// As sit_out(), in the rounds of a scan of so many elements. This member does not arrive: those behind it need its
/// data, and wait as they do in the MPI. Those before it do not, nor does anybody else if it is the last.
[[gnu::cold, gnu::noinline]] bool sit_out_scan(Communicator& comm, std::size_t n, std::size_t piece) {
  for (std::size_t done = 0; done < n; done += piece) {
    collectives::Round round(comm.node(), comm::Line::kBytes);
    round.mine();
    round.leave();
  }
  return false;
}
/// The same of a member whose count or operation is wrong.
[[gnu::cold, gnu::noinline]] bool sit_out_scan(Communicator& comm, Operation operation, const Combining& call) {
  if (call.count.value == 0 || is_left_to_mpi(call.type)) return false;
  const auto n = static_cast<std::size_t>(std::max<std::int64_t>(call.count.value, 1));
  const auto element = static_cast<std::size_t>(std::max<std::ptrdiff_t>(describe_type(call.type).extent, 1));
  if (choose(comm, operation, n * element, 0) == Way::mpi) return false;
  return sit_out_scan(comm, n, fitting(NodeMemory::kBlock, element));
}

/// Each member combines the data of those before it, and its own where `inclusive`.
bool scan(Communicator& comm, Operation operation, const Combining& call, bool inclusive) {
  const auto reduction = find_reduction(call.type, call.op);
  if (!reduction || call.count.value <= 0) [[unlikely]]
    return sit_out_scan(comm, operation, call);
  const void* const send = call.send == abi().in_place ? call.receive : call.send;
  const bool receives = inclusive || comm.rank() > 0;
  const auto n = static_cast<std::size_t>(call.count.value);
  const std::size_t element = reduction->element, piece = fitting(NodeMemory::kBlock, element);
  if ((n > piece && !reduction->combine) || choose(comm, operation, n * element, 0) == Way::mpi) return false;
  // In an exscan one buffer for both is not asked for: the first member's need not be another.
  if (!send || (receives && !call.receive) || (inclusive && is_refused(comm, call.send, call.receive))) [[unlikely]]
    return sit_out_scan(comm, n, piece);
  const auto* source = static_cast<const std::byte*>(send);
  auto* dest = static_cast<std::byte*>(call.receive);
  const int members = comm.rank() + (inclusive ? 1 : 0);
  for (std::size_t done = 0; done < n; done += piece) {
    const std::size_t count = std::min(piece, n - done);
    StagedRound round(comm, count * element);
    const std::byte* own = source + done * element;
    if (comm.rank() + 1 < comm.size()) {  // nobody reads the last member's
      std::byte* const shown = round.mine();
      base::copy(shown, own, count * element);
      own = shown;
      round.arrive();
    }
    for (int member = comm.rank() - 1; member >= 0; --member) round.await(member);
    if (receives)
      fold(
          *reduction, dest + done * element,
          [&](int member) { return member == comm.rank() ? own : round.shown_by(member); }, members, 0, count);
    round.leave();
  }
  return true;
}

}  // namespace

bool serve(Communicator& comm, const Reduce& call) {
  const auto reduction = find_reduction(call.type, call.op);
  const bool at_root = comm.rank() == call.root;
  const void* const send = at_root && call.send == abi().in_place ? call.receive : call.send;
  if (call.root < 0 || call.root >= comm.size()) return false;
  if (!reduction || call.count.value <= 0) [[unlikely]]
    return sit_out_reduce(comm, call);
  const auto n = static_cast<std::size_t>(call.count.value);
  const std::size_t bytes = n * reduction->element;
  const bool few = reduces_at_once(comm, bytes);
  if ((!few && !reduction->combine) || choose(comm, Operation::reduce, bytes, 0) == Way::mpi) return false;
  if (!send || send == abi().in_place || (at_root && is_refused(comm, call))) [[unlikely]]
    return sit_out(comm);
  if (at_root && !call.receive) [[unlikely]]
    return reduce_to_nowhere(comm, call, bytes);
  const auto* const source = static_cast<const std::byte*>(send);
  auto* const dest = static_cast<std::byte*>(call.receive);
  if (few)
    small_reduce(comm, *reduction, source, dest, n, call.root);
  else if (comm.size() == 2)
    reduce_of_two(comm, *reduction, source, dest, n, call.root);
  else
    reduce_in_slices(comm, *reduction, source, dest, n, call.root);
  return true;
}

bool serve(Communicator& comm, const Reduce_scatter_block& call) {
  return reduce_scatter(
      comm, Operation::reduce_scatter_block, call.send, call.receive, [&](int) { return call.count.value; }, call.type,
      call.op);
}

bool serve(Communicator& comm, const Reduce_scatter& call) {
  if (!call.receive_counts) return false;
  return reduce_scatter(
      comm, Operation::reduce_scatter, call.send, call.receive, [&](int member) { return call.receive_counts[member]; },
      call.type, call.op);
}

bool serve(Communicator& comm, const Scan& call) { return scan(comm, Operation::scan, call, true); }
bool serve(Communicator& comm, const Exscan& call) { return scan(comm, Operation::exscan, call, false); }

}  // namespace isthmus::mpi
