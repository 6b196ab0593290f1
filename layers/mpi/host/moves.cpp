// Bcast, Allgather, Allgatherv and Alltoall of host memory: through blocks that all members map, or by reads from
// process to process.
#include <algorithm>
#include <vector>

#include "abi/abi.hpp"
#include "choice.hpp"
#include "host/data.hpp"
#include "host/direct.hpp"
#include "host/staged_round.hpp"
#include "serve.hpp"

namespace isthmus::mpi {
namespace {

using collectives::Round;

std::uintptr_t address_shown(const std::byte* shown) {
  std::uintptr_t address = 0;
  std::memcpy(&address, shown, sizeof address);
  return address;
}
void show_address(Round& round, const void* where) { round.arrive(&where, sizeof where); }

/// How many bytes of a bcast each of its rounds has. A root may be more rounds ahead with lines than with cells, so
/// that members that share cores wait less often.
std::size_t piece_of(const Communicator& comm, std::size_t bytes) {
  return comm.crowded() && bytes <= 4 * comm::Line::kBytes ? comm::Line::kBytes : NodeMemory::kBlock;
}

/// The rest of a bcast of another size than this member expects, after the first round has begun. MPIs take what has
/// come, and complain if it is too much; that is all that is promised to such a program.
[[gnu::noinline, gnu::cold]] void receive_unexpected(Communicator& comm, StagedRound& first, const Data& data,
                                                     int root) {
  const Round::Said said = first.said_by(root);
  if (said.bytes > data.bytes()) comm.truncate();
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
      round.say(bytes);
      round.arrive();
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
    round.say(data.bytes());
    round.arrive();
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

/// Everybody's data to everybody. `place(member)` is where that member's go, and `in_place` says that this member's are
/// there already.
template <class Place>
void staged_allgather(Communicator& comm, const Data& mine, bool in_place, std::size_t most, Place&& place) {
  StagedRound round(comm, most);
  load(round.mine(), mine);
  round.arrive();
  if (!in_place) copy(place(comm.rank()), mine);
  for (int step = 1; step < comm.size(); ++step) {
    const int member = round.after(step);
    store(place(member), round.await(member));
  }
  round.saw_all();
}

template <class Place>
void direct_allgather(Communicator& comm, const Data& mine, bool in_place, Place&& place) {
  Round round(comm.node(), sizeof(void*));
  const ReadView shown(mine);
  show_address(round, shown.get());
  if (!in_place) copy(place(comm.rank()), mine);
  for (int step = 1; step < comm.size(); ++step) {
    const int member = round.after(step);
    const Data to = place(member);
    WriteView view(to);
    read_from(comm, member, view.get(), address_shown(round.await(member)), to.bytes());
    view.finish();
  }
  round.leave_together();
}

template <class Place>
bool allgather(Communicator& comm, Operation operation, const Data& mine, bool in_place, std::size_t most,
               Place&& place) {
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
  if (!all.valid() || !mine.valid() || all.bytes() == 0) return false;
  const std::size_t block = all.bytes() / static_cast<std::size_t>(comm.size());
  if (mine.bytes() != block) return false;
  return allgather(comm, Operation::allgather, mine, in_place, block,
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
  if (!mine.valid() || mine.bytes() != place(comm.rank()).bytes() || most == 0) return false;
  return allgather(comm, Operation::allgatherv, mine, in_place, most, place);
}

bool serve(Communicator& comm, const Alltoall& call) {
  const std::int64_t count = call.receive_count.value;
  const Data to(call.receive, count * comm.size(), call.receive_type);
  const bool in_place = call.send == abi().in_place;
  const Data from = in_place ? to : Data(call.send, call.send_count.value * comm.size(), call.send_type);
  if (!to.valid() || !from.valid() || to.bytes() == 0 || from.bytes() != to.bytes()) return false;
  const std::size_t block = to.bytes() / static_cast<std::size_t>(comm.size());
  const std::size_t mine = static_cast<std::size_t>(comm.rank()) * block;
  const auto place = [&](int member) { return to.part(member * count, count); };
  switch (choose(comm, Operation::alltoall, block, to.bytes())) {
    case Way::staged: {
      StagedRound round(comm, to.bytes());
      std::byte* const shown = round.mine();
      load(shown, from);
      round.arrive();
      if (!in_place) store(place(comm.rank()), shown + mine);
      for (int step = 1; step < comm.size(); ++step) {
        const int member = round.after(step);
        store(place(member), round.await(member) + mine);
      }
      round.saw_all();
      return true;
    }
    case Way::direct: {
      Round round(comm.node(), sizeof(void*));
      std::unique_ptr<std::byte[]> kept;
      if (in_place) {  // the others read what this member is about to overwrite
        kept = std::make_unique_for_overwrite<std::byte[]>(from.bytes());
        load(kept.get(), from);
      }
      const ReadView view(in_place ? Data() : from);
      const std::byte* const shown = in_place ? kept.get() : view.get();
      show_address(round, shown);
      if (!in_place) store(place(comm.rank()), shown + mine);
      for (int step = 1; step < comm.size(); ++step) {
        const int member = round.after(step);
        const Data dest = place(member);
        WriteView into(dest);
        read_from(comm, member, into.get(), address_shown(round.await(member)) + mine, block);
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
