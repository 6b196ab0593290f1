// Gather and Scatter of host memory.
#include <algorithm>

#include "abi/abi.hpp"
#include "choice.hpp"
#include "host/data.hpp"
#include "host/direct.hpp"
#include "host/staged_round.hpp"
#include "serve.hpp"

namespace isthmus::mpi {
namespace {

using collectives::Round;

/// Waits until all other members have read or written what they had to.
void await_others(Round& round) {
  round.leave();
  for (int step = 1; step < round.size(); ++step) round.await_left(round.after(step));
}

/// `mine` is null in place, where the root's data are among those that it receives.
void staged_gather_at_root(Communicator& comm, const Data& all, const Data* mine, std::int64_t count,
                           std::size_t block) {
  StagedRound round(comm, block);
  if (mine) copy(all.part(comm.rank() * count, count), *mine);
  for (int step = 1; step < comm.size(); ++step) {
    const int member = round.after(step);
    store(all.part(member * count, count), round.await(member));
  }
  round.leave();
}

/// What the root of a direct gather shows: where the blocks begin, and how many bytes each has there. A member that
/// sends more must not write beyond its own.
struct Blocks {
  std::byte* address;
  std::uint64_t bytes;
};

/// The others write to the root's memory, while the root copies its own data.
void direct_gather_at_root(Communicator& comm, const Data& all, const Data* mine, std::int64_t count,
                           std::size_t block) {
  Round round(comm.node(), sizeof(Blocks));
  WriteView view(all);
  std::byte* const address = view.get();
  const Blocks shown{address, block};
  round.arrive(&shown, sizeof shown);
  const Data own = all.part(comm.rank() * count, count);
  if (address != all.at) {  // they are unpacked with the others
    std::byte* const at = address + static_cast<std::size_t>(comm.rank()) * block;
    if (!mine || mine->bytes() < block) load(at, own);
    if (mine) load(at, *mine);
  } else if (mine) {
    copy(own, *mine);
  }
  await_others(round);
  view.finish();
}

void gather_at_member(Communicator& comm, Way way, const Data& mine, int root) {
  if (way == Way::staged) {
    StagedRound round(comm, mine.bytes());
    load(round.mine(), mine);
    round.arrive();
    round.leave();
    return;
  }
  Round round(comm.node(), sizeof(Blocks));
  const ReadView view(mine);
  Blocks blocks{};
  std::memcpy(&blocks, round.await(root), sizeof blocks);
  std::byte* const to = blocks.address + static_cast<std::size_t>(comm.rank()) * blocks.bytes;
  write_to(comm, root, reinterpret_cast<std::uintptr_t>(to), view.get(), std::min(mine.bytes(), blocks.bytes));
  round.leave();
}

}  // namespace

bool serve(Communicator& comm, const Gather& call) {
  if (call.root < 0 || call.root >= comm.size()) return false;
  const bool at_root = comm.rank() == call.root, in_place = at_root && call.send == abi().in_place;
  if (!at_root) {
    const Data mine(call.send, call.send_count.value, call.send_type);
    if (!mine.valid() || call.send == abi().in_place || mine.bytes() == 0) return false;
    const Way way = choose(comm, Operation::gather, mine.bytes(), mine.bytes());
    if (way == Way::mpi) return false;
    gather_at_member(comm, way, mine, call.root);
    return true;
  }
  const std::int64_t count = call.receive_count.value;
  const Data all(call.receive, count * comm.size(), call.receive_type);
  if (!all.valid() || all.bytes() == 0) return false;
  const std::size_t block = all.bytes() / static_cast<std::size_t>(comm.size());
  const Way way = choose(comm, Operation::gather, block, block);
  if (way == Way::mpi) return false;
  const Data mine =
      in_place ? all.part(comm.rank() * count, count) : Data(call.send, call.send_count.value, call.send_type);
  if (!mine.valid() || mine.bytes() > block) return false;
  if (way == Way::staged)
    staged_gather_at_root(comm, all, in_place ? nullptr : &mine, count, block);
  else
    direct_gather_at_root(comm, all, in_place ? nullptr : &mine, count, block);
  return true;
}

bool serve(Communicator& comm, const Scatter& call) {
  if (call.root < 0 || call.root >= comm.size()) return false;
  const bool at_root = comm.rank() == call.root, in_place = at_root && call.receive == abi().in_place;
  const auto members = static_cast<std::size_t>(comm.size());
  if (!at_root) {
    const Data mine(call.receive, call.receive_count.value, call.receive_type);
    if (!mine.valid() || call.receive == abi().in_place || mine.bytes() == 0) return false;
    const std::size_t block = mine.bytes(), before = static_cast<std::size_t>(comm.rank()) * block;
    const Way way = choose(comm, Operation::scatter, block, block * members);
    if (way == Way::mpi) return false;
    StagedRound round(comm, way == Way::staged ? block * members : sizeof(void*));
    const std::byte* const shown = round.await(call.root);
    if (way == Way::staged) {
      store(mine, shown + before);
    } else {
      WriteView view(mine);
      std::uintptr_t address = 0;
      std::memcpy(&address, shown, sizeof address);
      read_from(comm, call.root, view.get(), address + before, block);
      view.finish();
    }
    round.leave();
    return true;
  }
  const std::int64_t count = call.send_count.value;
  const Data all(call.send, count * comm.size(), call.send_type);
  if (!all.valid() || all.bytes() == 0) return false;
  const std::size_t block = all.bytes() / members;
  Data mine;
  if (!in_place) {
    mine = Data(call.receive, call.receive_count.value, call.receive_type);
    if (!mine.valid() || mine.bytes() < block) return false;
  }
  const Way way = choose(comm, Operation::scatter, block, all.bytes());
  if (way == Way::mpi) return false;
  if (way == Way::staged) {
    StagedRound round(comm, all.bytes());
    load(round.mine(), all);
    round.arrive();
    round.leave();
  } else {
    const ReadView view(all);
    const std::byte* const address = view.get();
    Round round(comm.node(), sizeof(void*));
    round.arrive(&address, sizeof address);
    if (!in_place) copy(mine, all.part(comm.rank() * count, count));
    await_others(round);
    return true;
  }
  if (!in_place) copy(mine, all.part(comm.rank() * count, count));
  return true;
}

}  // namespace isthmus::mpi
