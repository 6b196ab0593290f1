// Bcast, Allgather, Allgatherv and Alltoall of host memory: through blocks that all members map, or by reads from
// process to process.
#include <algorithm>
#include <vector>

#include "abi/abi.hpp"
#include "choice.hpp"
#include "host/aliases.hpp"
#include "host/data.hpp"
#include "host/direct.hpp"
#include "host/staged_round.hpp"
#include "host/uneven.hpp"
#include "own_comm.hpp"
#include "serve.hpp"

namespace isthmus::mpi {
namespace {

using collectives::Round;

/// How many bytes of a bcast each of its rounds has. A root may be more rounds ahead with lines than with cells, so
/// that members that share cores wait less often.
std::size_t piece_of(const Communicator& comm, std::size_t bytes) {
  return comm.crowded() && bytes <= 4 * comm::Line::kBytes ? comm::Line::kBytes : NodeMemory::kBlock;
}

/// The rest of a bcast of another size than this member expects, after the first round has begun. MPIs take what has
/// come, and complain if it is too much. MPICH, which is known by the other calls that it refuses, complains also if it
/// is too little. That is all that is promised to such a program.
[[gnu::noinline, gnu::cold]] void receive_unexpected(Communicator& comm, StagedRound& first, const Data& data,
                                                     int root) {
  const Round::Said said = first.said_by(root);
  if (said.bytes > data.bytes())
    comm.truncate();
  else if (!comm.serves_all() && refuses_aliases())
    comm.fail(abi().other_error);
  std::vector<std::byte> all(said.bytes);
  if (choose(comm, Operation::bcast, all.size(), 0) == Way::direct) {
    read_from(comm, root, all.data(), address_shown(said.shown), all.size());
    first.leave();
  } else {
    const std::size_t piece = piece_of(comm, all.size());
    std::size_t done = std::min(piece, all.size());
    std::memcpy(all.data(), said.shown, done);
    first.leave();
    for (std::size_t n = 0; done < all.size(); done += n) {
      n = std::min(piece, all.size() - done);
      StagedRound round(comm, n);
      std::memcpy(all.data() + done, round.await(root), n);
      round.leave();
    }
  }
  store(shorter(data, all.size()), all.data());
}

void staged_bcast(Communicator& comm, const Data& data, int root) {
  const std::size_t bytes = data.bytes(), piece = piece_of(comm, bytes);
  if (comm.rank() == root) {
    const ReadView view(data);
    for (std::size_t done = 0, n; done < bytes; done += n) {
      StagedRound round(comm, n = std::min(bytes - done, piece));
      base::copy(round.mine(), view.get() + done, n);
      round.arrive_saying(bytes);
      round.leave();
    }
    return;
  }
  WriteView view(data);
  for (std::size_t done = 0, n; done < bytes; done += n) {
    StagedRound round(comm, n = std::min(bytes - done, piece));
    if (!round.await_expected(root, bytes)) [[unlikely]]
      return receive_unexpected(comm, round, data, root);
    base::copy(view.get() + done, round.shown_by(root), n);
    round.leave();
  }
  view.finish();
}

void direct_bcast(Communicator& comm, const Data& data, int root) {
  StagedRound round(comm, sizeof(void*));
  if (comm.rank() == root) {
    const ReadView view(data);
    const void* const address = view.get();
    std::memcpy(round.mine(), &address, sizeof address);
    round.arrive_saying(data.bytes());
    round.leave();
    for (int step = 1; step < comm.size(); ++step) round.await_left(round.after(step));
    return;
  }
  if (!round.await_expected(root, data.bytes())) [[unlikely]]
    return receive_unexpected(comm, round, data, root);
  WriteView view(data);
  read_from(comm, root, view.get(), address_shown(round.shown_by(root)), data.bytes());
  round.leave();
  view.finish();
}

/// Ends a round in which every member has waited for all others. Those that show an address wait until it was read, and
/// then all do: `direct` says that some member shows one, which all have seen.
void finish_together(Round& round, bool direct) {
  if (direct)
    round.leave_together();
  else
    round.saw_all();
}

/// Everybody's data to everybody. `place(member)` is where that member's go, and `in_place` says that this member's are
/// there already. `most` is the size of the largest block.
template <class Place>
void staged_allgather(Communicator& comm, const Data& mine, bool in_place, std::size_t most, Place&& place) {
  StagedRound round(comm, most);
  load(round.mine(), mine);
  round.arrive_saying(round.word_of(mine.bytes()));
  if (!in_place) copy_own(comm, place(comm.rank()), mine);
  bool direct = false;
  for (int step = 1; step < comm.size(); ++step) {
    const int member = round.after(step);
    const Data to = place(member);
    if (round.await_expected(member, round.word_of(to.bytes()))) [[likely]]
      store(to, round.shown_by(member));
    else
      direct |= take_uneven(comm, find_uneven(round, member), 0, 1, to);
  }
  finish_together(round, direct);
}

template <class Place>
void direct_allgather(Communicator& comm, const Data& mine, bool in_place, Place&& place) {
  StagedRound round(comm, sizeof(void*));
  const ReadView shown(mine);
  round.show_address(shown.get(), mine.bytes());
  if (!in_place) copy_own(comm, place(comm.rank()), mine);
  for (int step = 1; step < comm.size(); ++step) {
    const int member = round.after(step);
    const Data to = place(member);
    if (!round.await_expected(member, to.bytes() | StagedRound::kAddress)) [[unlikely]] {
      take_uneven(comm, find_uneven(round, member), 0, 1, to);
      continue;
    }
    WriteView view(to);
    read_from(comm, member, view.get(), address_shown(round.shown_by(member)), to.bytes());
    view.finish();
  }
  round.leave_together();
}

template <class Place>
bool allgather(Communicator& comm, Operation operation, const Data& mine, bool in_place, std::size_t largest,
               Place&& place) {
  const std::size_t most = std::max(largest, mine.bytes());
  switch (choose(comm, operation, most, most)) {
    case Way::staged:
      staged_allgather(comm, mine, in_place, most, place);
      return true;
    case Way::direct:
      direct_allgather(comm, mine, in_place, place);
      return true;
    default:
      return false;
  }
}

}  // namespace

bool serve(Communicator& comm, const Bcast& call) {
  const Data data(call.buffer, call.count.value, call.type);
  if (!data.valid() || call.root < 0 || call.root >= comm.size() || data.bytes() == 0) return false;
  switch (choose(comm, Operation::bcast, data.bytes(), 0)) {
    case Way::staged:
      staged_bcast(comm, data, call.root);
      return true;
    case Way::direct:
      direct_bcast(comm, data, call.root);
      return true;
    default:
      return false;
  }
}

bool serve(Communicator& comm, const Allgather& call) {
  const std::int64_t count = call.receive_count.value;
  const Data all(call.receive, count * comm.size(), call.receive_type);
  const bool in_place = call.send == abi().in_place;
  const Data mine =
      in_place ? all.part(comm.rank() * count, count) : Data(call.send, call.send_count.value, call.send_type);
  if (!all.valid() || !mine.valid() || (all.bytes() == 0 && mine.bytes() == 0)) return false;
  if (!in_place && is_refused(comm, call, call.receive, call.send, all.layout.size)) return false;
  return allgather(comm, Operation::allgather, mine, in_place, all.bytes_of(count),
                   [&](int member) { return all.part(member * count, count); });
}

bool serve(Communicator& comm, const Allgatherv& call) {
  if (!call.receive_counts || !call.displacements) return false;
  const Data origin(call.receive, 0, call.receive_type);
  const auto place = [&](int member) { return origin.part(call.displacements[member], call.receive_counts[member]); };
  const bool in_place = call.send == abi().in_place;
  const Data mine = in_place ? place(comm.rank()) : Data(call.send, call.send_count.value, call.send_type);
  std::size_t most = 0;
  for (int member = 0; member < comm.size(); ++member) {
    if (!place(member).valid()) return false;
    most = std::max(most, place(member).bytes());
  }
  if (!mine.valid() || (most == 0 && mine.bytes() == 0)) return false;
  if (!in_place && mine.count != 0 && call.receive_counts[comm.rank()] != 0 &&
      is_refused_in(comm, call.receive, call.displacements[comm.rank()], origin.layout.size, call.send, call.send_type,
                    call.receive_type))
    return false;
  return allgather(comm, Operation::allgatherv, mine, in_place, most, place);
}

bool serve(Communicator& comm, const Alltoall& call) {
  const std::int64_t count = call.receive_count.value;
  const Data to(call.receive, count * comm.size(), call.receive_type);
  const bool in_place = call.send == abi().in_place;
  const std::int64_t sent = in_place ? count : call.send_count.value;
  const Data from = in_place ? to : Data(call.send, sent * comm.size(), call.send_type);
  if (!to.valid() || !from.valid() || (to.bytes() == 0 && from.bytes() == 0)) return false;
  if (!in_place && sent == count && is_refused(comm, call.send, call.receive, call.send_type, call.receive_type))
    return false;
  const auto me = static_cast<std::size_t>(comm.rank());
  const std::size_t block = to.bytes_of(count), block_sent = from.bytes_of(sent);
  const std::size_t most = std::max(from.bytes(), to.bytes());
  const auto place = [&](int member) { return to.part(member * count, count); };
  const auto keep_own = [&](const std::byte* shown) {
    if (block_sent > block) [[unlikely]]
      comm.truncate();
    store(shorter(place(comm.rank()), block_sent), shown + me * block_sent);
  };
  switch (choose(comm, Operation::alltoall, std::max(block, block_sent), most)) {
    case Way::staged: {
      StagedRound round(comm, most);
      std::byte* const shown = round.mine();
      load(shown, from);
      round.arrive_saying(round.word_of(from.bytes()));
      if (!in_place) keep_own(shown);
      bool direct = false;
      for (int step = 1; step < comm.size(); ++step) {
        const int member = round.after(step);
        if (round.await_expected(member, round.word_of(to.bytes()))) [[likely]]
          store(place(member), round.shown_by(member) + me * block);
        else
          direct |= take_uneven(comm, find_uneven(round, member), comm.rank(), comm.size(), place(member));
      }
      finish_together(round, direct);
      return true;
    }
    case Way::direct: {
      StagedRound round(comm, sizeof(void*));
      std::unique_ptr<std::byte[]> kept;
      if (in_place) {  // the others read what this member is about to overwrite
        kept = std::make_unique_for_overwrite<std::byte[]>(from.bytes());
        load(kept.get(), from);
      }
      const ReadView view(in_place ? Data() : from);
      const std::byte* const shown = in_place ? kept.get() : view.get();
      round.show_address(shown, from.bytes());
      if (!in_place) keep_own(shown);
      for (int step = 1; step < comm.size(); ++step) {
        const int member = round.after(step);
        const Data dest = place(member);
        if (!round.await_expected(member, to.bytes() | StagedRound::kAddress)) [[unlikely]] {
          take_uneven(comm, find_uneven(round, member), comm.rank(), comm.size(), dest);
          continue;
        }
        WriteView into(dest);
        read_from(comm, member, into.get(), address_shown(round.shown_by(member)) + me * block, block);
        into.finish();
      }
      round.leave_together();
      return true;
    }
    default:
      return false;
  }
}

}  // namespace isthmus::mpi
