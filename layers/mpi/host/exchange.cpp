// The operations whose blocks differ in size: Gatherv, Scatterv, Alltoallv and Alltoallw of host memory. Only the two
// members between which a block goes know its size, so that they alone decide how it goes: a member shows a table with
// a row for each of the others, which says where their data are.
#include <array>
#include <vector>

#include "abi/abi.hpp"
#include "choice.hpp"
#include "collectives/group/round.hpp"
#include "host/aliases.hpp"
#include "host/data.hpp"
#include "host/direct.hpp"
#include "host/uneven.hpp"
#include "serve.hpp"

namespace isthmus::mpi {
namespace {

using collectives::Round;

/// A row of a table in a block. Tables in lines and cells have a Length per row, and the data follow in the same order.
struct Row {
  std::uint64_t bytes;
  std::uint64_t offset;   ///< from the beginning of the block
  std::uint64_t address;  ///< if it is not 0, the data are there in the process's own memory
};
constexpr std::size_t kPadding = 16;  ///< data in a block begin at multiples of this
using Length = std::uint16_t;
enum class Where : unsigned char { line, cell, small_block, block };  ///< the first byte of a line

class Exchange {
 public:
  /// `rows` is the number of rows of each table: one where everybody sends to the root alone, else one per member.
  Exchange(Communicator& comm, int rows) : Exchange(comm, rows, Round(comm.node(), comm::Line::kBytes)) {}
  /// The same in a round that has begun.
  Exchange(Communicator& comm, int rows, const Round& round) : comm_(comm), round_(round.in_lines()), rows_(rows) {}

  /// Tables of so many members leave too little of a block.
  static bool fits(const Communicator& comm) {
    return static_cast<std::size_t>(comm.size()) * sizeof(Row) <= NodeMemory::kBlock / 2;
  }

  /// Shows this member's data to the others: `outgoing(row)`, of `bytes_of(row)` bytes, which may be none. If
  /// `overwritten`, the data are in the buffer that is received into, and those that are not shown are kept elsewhere.
  template <class BytesOf, class Outgoing>
  void show(BytesOf&& bytes_of, Outgoing&& outgoing, bool overwritten) {
    std::size_t data = 0;
    for (int row = 0; row < rows_; ++row) data += bytes_of(row);
    const std::size_t all = static_cast<std::size_t>(rows_) * sizeof(Length) + data;
    const Where where = all < comm::Line::kBytes    ? Where::line
                        : all <= comm::Cell::kBytes ? Where::cell
                        : fits_small(data)          ? Where::small_block
                                                    : Where::block;
    // The others look at the line all the time, so that it is written at once.
    alignas(16) std::array<std::byte, comm::Line::kBytes> line;
    line[0] = static_cast<std::byte>(where);
    if (in_block(where)) {
      round_.make_room(where == Where::block ? NodeMemory::kBlocks : NodeMemory::kSmallBlocks);
      fill_block(block_of(comm_.rank(), where), bytes_of, outgoing, overwritten);
    } else {
      fill(where == Where::line ? line.data() + 1 : round_.my_cell(), bytes_of, outgoing);
    }
    std::memcpy(round_.mine(), line.data(), where == Where::line ? line.size() : 1);
    round_.arrive_saying(data);
  }

  /// Takes the data of a row of that member's table.
  void receive(int member, int number, const Data& to) {
    if (to.bytes() == 0) return;
    if (to.bytes() + sizeof(Length) >= comm::Line::kBytes) {  // the cell comes together with the line, not after it
      __builtin_prefetch(round_.cell_of(member));
      __builtin_prefetch(round_.cell_of(member) + 64);
    }
    const std::byte* const line = round_.await(member);
    const auto where = static_cast<Where>(line[0]);
    if (in_block(where)) {
      receive_block(block_of(member, where), member, number, to);
      return;
    }
    const std::byte* const table = where == Where::line ? line + 1 : round_.cell_of(member);
    const std::byte* data = table + static_cast<std::size_t>(rows_) * sizeof(Length);
    for (int row = 0; row < number; ++row) data += length(table, row);
    const Length bytes = length(table, number);
    if (bytes > to.bytes()) [[unlikely]]
      comm_.truncate();
    store(shorter(to, bytes), data);
  }
  /// For a member that shows nothing: waits for that member even if it receives nothing of it. Otherwise such a member
  /// would wait for nobody, and could be any number of calls ahead (Communicator::look_for_devices).
  void await(int member) { round_.await(member); }
  int after(int step) const { return round_.after(step); }

  /// Waits for `reader`, or for every member whose row has an address (kByRow).
  static constexpr int kByRow = -1;
  void finish(int reader = kByRow) {
    round_.leave();
    for (const int row : addressed_) round_.await_left(reader == kByRow ? row : reader);
  }

 private:
  static bool in_block(Where where) { return where == Where::small_block || where == Where::block; }
  std::byte* block_of(int member, Where where) const {
    const NodeMemory& memory = comm_.memory();
    const std::uint64_t generation = round_.generation();
    return where == Where::block ? memory.block(member, generation) : memory.small_block(member, generation);
  }
  /// Whether the table and so many bytes are less than a small block, whatever their division into rows. No row then
  /// has an address.
  bool fits_small(std::size_t data) const {
    return static_cast<std::size_t>(rows_) * (sizeof(Row) + kPadding) + data <= NodeMemory::kSmallBlock &&
           data < direct_from(comm_);
  }

  static Length length(const std::byte* table, int row) {
    Length bytes;
    std::memcpy(&bytes, table + static_cast<std::size_t>(row) * sizeof bytes, sizeof bytes);
    return bytes;
  }

  template <class BytesOf, class Outgoing>
  void fill(std::byte* table, BytesOf&& bytes_of, Outgoing&& outgoing) {
    std::byte* end = table + static_cast<std::size_t>(rows_) * sizeof(Length);
    for (int row = 0; row < rows_; ++row) {
      const auto bytes = static_cast<Length>(bytes_of(row));
      std::memcpy(table + static_cast<std::size_t>(row) * sizeof bytes, &bytes, sizeof bytes);
      if (bytes) load(end, outgoing(row));
      end += bytes;
    }
  }

  template <class BytesOf, class Outgoing>
  void fill_block(std::byte* block, BytesOf&& bytes_of, Outgoing&& outgoing, bool overwritten) {
    auto* const table = reinterpret_cast<Row*>(block);
    std::size_t used = static_cast<std::size_t>(rows_) * sizeof(Row);
    for (int row = 0; row < rows_; ++row) {
      const std::size_t bytes = bytes_of(row), padded = (bytes + kPadding - 1) / kPadding * kPadding;
      table[row] = {.bytes = bytes, .offset = used, .address = 0};
      if (bytes == 0) continue;
      if (bytes < direct_from(comm_) && padded <= NodeMemory::kBlock - used) {
        load(block + used, outgoing(row));
        used += padded;
      } else {
        table[row].address = reinterpret_cast<std::uint64_t>(keep(outgoing(row), overwritten));
        addressed_.push_back(row);
      }
    }
  }

  void receive_block(const std::byte* block, int member, int number, const Data& to) {
    const Row row = reinterpret_cast<const Row*>(block)[number];
    if (row.bytes > to.bytes()) [[unlikely]]
      comm_.truncate();
    const Data expected = shorter(to, row.bytes);
    if (!row.address) {
      store(expected, block + row.offset);
      return;
    }
    WriteView view(expected);
    read_from(comm_, member, view.get(), row.address, expected.bytes());
    view.finish();
  }

  /// An address at which the data lie without gaps until the call ends.
  const std::byte* keep(const Data& data, bool overwritten) {
    if (data.layout.contiguous && !overwritten) return data.at;
    kept_.push_back(std::make_unique_for_overwrite<std::byte[]>(data.bytes()));
    load(kept_.back().get(), data);
    return kept_.back().get();
  }

  Communicator& comm_;
  Round round_;
  int rows_;
  std::vector<int> addressed_;
  std::vector<std::unique_ptr<std::byte[]>> kept_;
};

/// The same on all members: nobody knows how much the others send.
bool exchanges(const Communicator& comm, Operation operation) {
  return comm.reads_directly() && Exchange::fits(comm) && choose(comm, operation, 0, 0) != Way::mpi;
}

/// As sit_out() in host/refused.hpp, with a table that is as long as any that the others expect.
[[gnu::cold, gnu::noinline]] bool sit_out_exchange(Communicator& comm) {
  Exchange exchange(comm, comm.size());
  exchange.show([](int) { return std::size_t{0}; }, [](int) { return Data(); }, false);
  exchange.finish();
  return false;
}

/// Of two members both know the size of the only block that goes between them, so that it needs no table if it is
/// small. The sender says its size all the same: some programs expect more than is sent.
bool goes_alone(const Communicator& comm, std::size_t bytes) { return comm.size() == 2 && bytes <= comm::Cell::kBytes; }
void send_alone(Communicator& comm, const Data& data) {
  Round round(comm.node(), data.bytes());
  load(round.mine(), data);
  round.arrive_saying(data.bytes());
  round.leave();
}
/// Receives the block of the other one of two members, alone or in row `number` of a table of so many rows.
void receive_of_two(Communicator& comm, const Data& to, int rows, int number) {
  const int other = 1 - comm.rank();
  const bool alone = goes_alone(comm, to.bytes());
  Round round(comm.node(), alone ? to.bytes() : comm::Line::kBytes);
  const bool expected = round.await_expected(other, to.bytes());
  if (expected && alone) [[likely]] {
    store(to, round.shown_by(other));
    round.leave();
    return;
  }
  const Round::Said said = round.said_by(other);
  if (said.bytes > to.bytes()) comm.truncate();
  if (goes_alone(comm, said.bytes)) {
    store(shorter(to, said.bytes), said.shown);
    round.leave();
    return;
  }
  Exchange exchange(comm, rows, round);
  exchange.receive(other, number, to);
  exchange.finish();
}

template <class Outgoing, class Incoming>
bool all_to_all(Communicator& comm, bool in_place, Outgoing&& outgoing, Incoming&& incoming) {
  for (int member = 0; member < comm.size(); ++member)
    if (!outgoing(member).valid() || !incoming(member).valid()) [[unlikely]]
      return sit_out_exchange(comm);
  Exchange exchange(comm, comm.size());
  exchange.show([&](int member) { return member == comm.rank() ? 0 : outgoing(member).bytes(); }, outgoing, in_place);
  if (!in_place) copy_own(comm, incoming(comm.rank()), outgoing(comm.rank()));
  for (int step = 1; step < comm.size(); ++step) {
    const int member = exchange.after(step);
    exchange.receive(member, comm.rank(), incoming(member));
  }
  exchange.finish();
  return true;
}

}  // namespace

bool serve(Communicator& comm, const Gatherv& call) {
  if (call.root < 0 || call.root >= comm.size() || !exchanges(comm, Operation::gatherv)) return false;
  if (comm.rank() != call.root) {
    const Data mine(call.send, call.send_count.value, call.send_type);
    if (!mine.valid() || call.send == abi().in_place) [[unlikely]]
      return sit_out_exchange(comm);
    if (goes_alone(comm, mine.bytes())) {
      send_alone(comm, mine);
      return true;
    }
    Exchange exchange(comm, 1);
    exchange.show([&](int) { return mine.bytes(); }, [&](int) { return mine; }, false);
    exchange.finish(call.root);
    return true;
  }
  if (!call.receive_counts || !call.displacements) [[unlikely]]
    return sit_out_exchange(comm);
  const Data origin(call.receive, 0, call.receive_type);
  const auto place = [&](int member) { return origin.part(call.displacements[member], call.receive_counts[member]); };
  for (int member = 0; member < comm.size(); ++member)
    if (!place(member).valid()) [[unlikely]]
      return sit_out_exchange(comm);
  if (call.send != abi().in_place) {
    const Data mine = origin.like(call.send, call.send_count.value, call.send_type);
    if (!mine.valid() || (mine.count != 0 && call.receive_counts[comm.rank()] != 0 &&
                          is_refused_in(comm, call.receive, call.displacements[comm.rank()], origin.layout.size,
                                        call.send, call.send_type, call.receive_type))) [[unlikely]]
      return sit_out_exchange(comm);
    copy_own(comm, place(comm.rank()), mine);
  }
  if (comm.size() == 2) {
    receive_of_two(comm, place(1 - comm.rank()), 1, 0);
    return true;
  }
  Exchange exchange(comm, 1);
  for (int step = 1; step < comm.size(); ++step) {
    const int member = exchange.after(step);
    exchange.await(member);
    exchange.receive(member, 0, place(member));
  }
  exchange.finish();
  return true;
}

bool serve(Communicator& comm, const Scatterv& call) {
  if (call.root < 0 || call.root >= comm.size() || !exchanges(comm, Operation::scatterv)) return false;
  if (comm.rank() != call.root) {
    const Data mine(call.receive, call.receive_count.value, call.receive_type);
    if (!mine.valid() || call.receive == abi().in_place) [[unlikely]]
      return sit_out_exchange(comm);
    if (comm.size() == 2) {
      receive_of_two(comm, mine, comm.size(), comm.rank());
      return true;
    }
    Exchange exchange(comm, comm.size());
    exchange.await(call.root);
    exchange.receive(call.root, comm.rank(), mine);
    exchange.finish();
    return true;
  }
  if (!call.send_counts || !call.displacements) [[unlikely]]
    return sit_out_exchange(comm);
  const Data origin(call.send, 0, call.send_type);
  const auto place = [&](int member) { return origin.part(call.displacements[member], call.send_counts[member]); };
  const auto bytes_of = [&](int member) {
    return static_cast<std::size_t>(call.send_counts[member]) * origin.layout.size;
  };
  for (int member = 0; member < comm.size(); ++member)
    if (call.send_counts[member] < 0 || (bytes_of(member) > 0 && !call.send && origin.layout.contiguous)) [[unlikely]]
      return sit_out_exchange(comm);
  Data mine;
  const bool in_place = call.receive == abi().in_place;
  if (!in_place) mine = origin.like(call.receive, call.receive_count.value, call.receive_type);
  if (!origin.layout.valid || !mine.valid() ||
      (!in_place && mine.count != 0 && call.send_counts[comm.rank()] != 0 &&
       is_refused_in(comm, call.send, call.displacements[comm.rank()], origin.layout.size, call.receive,
                     call.receive_type, call.send_type))) [[unlikely]]
    return sit_out_exchange(comm);
  if (comm.size() == 2)
    if (const int other = 1 - comm.rank(); goes_alone(comm, bytes_of(other))) {
      send_alone(comm, place(other));
      if (!in_place) copy_own(comm, mine, place(comm.rank()));
      return true;
    }
  Exchange exchange(comm, comm.size());
  exchange.show([&](int member) { return member == comm.rank() ? 0 : bytes_of(member); }, place, false);
  if (!in_place) copy_own(comm, mine, place(comm.rank()));
  exchange.finish();
  return true;
}

bool serve(Communicator& comm, const Alltoallv& call) {
  const bool in_place = call.send == abi().in_place;
  if (!exchanges(comm, Operation::alltoallv)) return false;
  if (!call.receive_counts || !call.receive_displacements ||
      (!in_place && (!call.send_counts || !call.send_displacements ||
                     (call.send_counts.is(call.receive_counts) &&
                      is_refused(comm, call.send, call.receive, call.send_type, call.receive_type))))) [[unlikely]]
    return sit_out_exchange(comm);
  const Data from(in_place ? nullptr : call.send, 0, in_place ? call.receive_type : call.send_type);
  const Data to(call.receive, 0, call.receive_type);
  const auto incoming = [&](int member) {
    return to.part(call.receive_displacements[member], call.receive_counts[member]);
  };
  const auto outgoing = [&](int member) {
    return in_place ? incoming(member) : from.part(call.send_displacements[member], call.send_counts[member]);
  };
  return all_to_all(comm, in_place, outgoing, incoming);
}

bool serve(Communicator& comm, const Alltoallw& call) {
  const bool in_place = call.send == abi().in_place;
  if (!exchanges(comm, Operation::alltoallw)) return false;
  if (!call.receive_counts || !call.receive_displacements || !call.receive_types ||
      (!in_place && (!call.send_counts || !call.send_displacements || !call.send_types))) [[unlikely]]
    return sit_out_exchange(comm);
  // Behind the MPI Forum's ABI MPICH may convert both arrays of types, so that they are not the same for it.
  if (!in_place && abi().handles_are_ints && call.send_counts.is(call.receive_counts) &&
      call.send_types == call.receive_types && is_refused(comm, call.send, call.receive, 0, 0)) [[unlikely]]
    return sit_out_exchange(comm);
  // Displacements are bytes here, and types of empty blocks need not be valid.
  const auto data = [](const void* base, Counts displacements, Counts counts, const void* types, int member) {
    if (counts[member] == 0) return Data();
    return Data(static_cast<const std::byte*>(base) + displacements[member], counts[member],
                abi().handle_at(types, member));
  };
  const auto incoming = [&](int member) {
    return data(call.receive, call.receive_displacements, call.receive_counts, call.receive_types, member);
  };
  const auto outgoing = [&](int member) {
    return in_place ? incoming(member)
                    : data(call.send, call.send_displacements, call.send_counts, call.send_types, member);
  };
  return all_to_all(comm, in_place, outgoing, incoming);
}

}  // namespace isthmus::mpi
