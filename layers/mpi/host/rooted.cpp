// Gather and Scatter of host memory.
#include <algorithm>
#include <vector>

#include "abi/abi.hpp"
#include "choice.hpp"
#include "host/aliases.hpp"
#include "host/data.hpp"
#include "host/direct.hpp"
#include "host/refused.hpp"
#include "host/staged_round.hpp"
#include "host/uneven.hpp"
#include "serve.hpp"

namespace isthmus::mpi {
namespace {

using collectives::Round;

/// Waits until all other members have read or written what they had to.
void await_others(Round& round) {
  for (int step = 1; step < round.size(); ++step) round.await_left(round.after(step));
}

/// What the root of a direct gather shows: where the blocks begin, and how many bytes each has there. A member that
/// sends more must not write beyond its own.
struct Blocks {
  std::byte* address;
  std::uint64_t bytes;
};

/// `mine` is null in place, where the root's data are among those that it receives.
void staged_gather_at_root(Communicator& comm, const Data& all, const Data* mine, std::int64_t count,
                           std::size_t block) {
  StagedRound round(comm, block);
  if (mine) copy_own(comm, all.part(comm.rank() * count, count), *mine);
  bool awaited = false;
  for (int step = 1; step < comm.size(); ++step) {
    const int member = round.after(step);
    const Data to = all.part(member * count, count);
    if (round.await_expected(member, round.word_of(block))) [[likely]] {
      store(to, round.shown_by(member));
      continue;
    }
    awaited |= take_uneven(comm, find_uneven(round, member), 0, 1, to);
  }
  if (awaited) [[unlikely]] {  // by members that want to write their data themselves: there is nothing left to write
    const Blocks none{};
    round.in_lines().arrive(&none, sizeof none);
  }
  round.leave();
}

/// The others write to the root's memory, while the root copies its own data.
void direct_gather_at_root(Communicator& comm, const Data& all, const Data* mine, std::int64_t count,
                           std::size_t block) {
  StagedRound round(comm, sizeof(Blocks));
  WriteView view(all);
  std::byte* const address = view.get();
  const Blocks shown{address, block};
  round.arrive(&shown, sizeof shown);
  const Data own = all.part(comm.rank() * count, count);
  if (address != all.at) {  // they are unpacked with the others
    std::byte* const at = address + static_cast<std::size_t>(comm.rank()) * block;
    const bool fills = mine && mine->bytes() == block;
    if (mine && !fills) copy_own(comm, own, *mine);
    load(at, fills ? *mine : own);
  } else if (mine) {
    copy_own(comm, own, *mine);
  }
  std::vector<Uneven> uneven;
  for (int step = 1; step < comm.size(); ++step)
    if (const int member = round.after(step); !round.await_expected(member, block | StagedRound::kAddress)) [[unlikely]]
      uneven.push_back(find_uneven(round, member));
  await_others(round);
  if (uneven.empty()) [[likely]]
    view.finish();
  else
    finish_uneven_gather(comm, all, count, address != all.at ? address : nullptr, uneven);
  round.leave();
}

void gather_at_member(Communicator& comm, Way way, const Data& mine, int root) {
  if (way == Way::staged) {
    StagedRound round(comm, mine.bytes());
    load(round.mine(), mine);
    round.arrive_saying(round.word_of(mine.bytes()));
    round.leave();
    return;
  }
  StagedRound round(comm, sizeof(Blocks));
  const ReadView view(mine);
  round.show_address(view.get(), mine.bytes());  // for a root that does not expect this member to write
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
    if (!mine.valid() || call.send == abi().in_place) [[unlikely]]
      return sit_out(comm, Operation::gather, expected_bytes(mine), expected_bytes(mine));
    if (mine.bytes() == 0) return false;
    const Way way = choose(comm, Operation::gather, mine.bytes(), mine.bytes());
    if (way == Way::mpi) return false;
    gather_at_member(comm, way, mine, call.root);
    return true;
  }
  const std::int64_t count = call.receive_count.value;
  const Data all(call.receive, count * comm.size(), call.receive_type);
  const std::size_t block = all.bytes_of(count);
  if (!all.valid()) [[unlikely]] {
    const std::size_t expected = expected_bytes(all.part(0, count));
    return sit_out(comm, Operation::gather, expected, expected);
  }
  if (all.bytes() == 0) return false;
  const Way way = choose(comm, Operation::gather, block, block);
  if (way == Way::mpi) return false;
  const Data mine =
      in_place ? all.part(comm.rank() * count, count) : all.like(call.send, call.send_count.value, call.send_type);
  if (!mine.valid() || (!in_place && is_refused(comm, call, call.receive, call.send, all.layout.size))) [[unlikely]]
    return sit_out(comm);
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
    if (!mine.valid() || call.receive == abi().in_place) [[unlikely]]
      return sit_out(comm, Operation::scatter, expected_bytes(mine), expected_bytes(mine) * members);
    if (mine.bytes() == 0) return false;
    const std::size_t block = mine.bytes(), before = static_cast<std::size_t>(comm.rank()) * block;
    const Way way = choose(comm, Operation::scatter, block, block * members);
    if (way == Way::mpi) return false;
    StagedRound round(comm, way == Way::staged ? block * members : sizeof(void*));
    const std::uint64_t expected =
        way == Way::staged ? round.word_of(block * members) : (block * members) | StagedRound::kAddress;
    if (!round.await_expected(call.root, expected)) [[unlikely]] {
      take_uneven(comm, find_uneven(round, call.root), comm.rank(), comm.size(), mine);
    } else if (way == Way::staged) {
      store(mine, round.shown_by(call.root) + before);
    } else {
      WriteView view(mine);
      read_from(comm, call.root, view.get(), address_shown(round.shown_by(call.root)) + before, block);
      view.finish();
    }
    round.leave();
    return true;
  }
  const std::int64_t count = call.send_count.value;
  const Data all(call.send, count * comm.size(), call.send_type);
  const std::size_t block = all.bytes_of(count);
  if (!all.valid()) [[unlikely]]
    return sit_out(comm, Operation::scatter, expected_bytes(all.part(0, count)), expected_bytes(all));
  if (all.bytes() == 0) return false;
  Data mine;
  if (!in_place) mine = all.like(call.receive, call.receive_count.value, call.receive_type);
  const Way way = choose(comm, Operation::scatter, block, all.bytes());
  if (way == Way::mpi) return false;
  if (!mine.valid() || (!in_place && is_refused(comm, call, call.send, call.receive, all.layout.size))) [[unlikely]]
    return sit_out(comm);
  if (way == Way::staged) {
    StagedRound round(comm, all.bytes());
    load(round.mine(), all);
    round.arrive_saying(round.word_of(all.bytes()));
    round.leave();
  } else {
    const ReadView view(all);
    StagedRound round(comm, sizeof(void*));
    round.show_address(view.get(), all.bytes());
    if (!in_place) copy_own(comm, mine, all.part(comm.rank() * count, count));
    round.leave();
    await_others(round);
    return true;
  }
  if (!in_place) copy_own(comm, mine, all.part(comm.rank() * count, count));
  return true;
}

}  // namespace isthmus::mpi
