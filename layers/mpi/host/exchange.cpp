// The operations whose blocks differ in size: Gatherv, Scatterv, Alltoallv and Alltoallw of host memory. Only the two
// members between which a block goes know its size, so that they alone decide how it goes: a member shows a table with
// a row for each of the others, which says where their data are.
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

struct Row {
  std::uint64_t bytes;
  std::uint64_t offset;   ///< in the block, behind the table
  std::uint64_t address;  ///< if it is not 0, the data are there in the process's own memory
};

class Exchange {
 public:
  explicit Exchange(Communicator& comm) : comm_(comm), round_(comm, NodeMemory::kBlock) {}

  /// Tables of so many members leave too little of a block.
  static bool fits(const Communicator& comm) {
    return static_cast<std::size_t>(comm.size()) * sizeof(Row) <= NodeMemory::kBlock / 2;
  }

  /// Shows this member's data to the others. `outgoing(member)` may be empty. If `overwritten`, the data are in the
  /// buffer that is received into, and those that are not shown in the block are kept elsewhere.
  template <class Outgoing>
  void show(Outgoing&& outgoing, bool overwritten) {
    std::byte* const block = round_.mine();
    auto* const table = reinterpret_cast<Row*>(block);
    std::size_t used = static_cast<std::size_t>(comm_.size()) * sizeof(Row);
    for (int member = 0; member < comm_.size(); ++member) {
      const Data data = member == comm_.rank() ? Data() : outgoing(member);
      const std::size_t bytes = data.bytes();
      table[member] = {.bytes = bytes, .offset = used, .address = 0};
      if (bytes == 0) continue;
      if (bytes < direct_from(comm_) && bytes <= NodeMemory::kBlock - used) {
        load(block + used, data);
        used += (bytes + 15) / 16 * 16;
        used = std::min(used, NodeMemory::kBlock);
      } else {
        table[member].address = reinterpret_cast<std::uint64_t>(keep(data, overwritten));
        readers_.push_back(member);
      }
    }
    round_.arrive();
  }

  void receive(int member, const Data& to) {
    if (to.bytes() == 0) return;
    const std::byte* const block = round_.await(member);
    const Row& row = reinterpret_cast<const Row*>(block)[comm_.rank()];
    Data expected = to;
    if (row.bytes < to.bytes()) expected.count = static_cast<std::int64_t>(row.bytes / to.layout.size);
    if (!row.address) {
      store(expected, block + row.offset);
      return;
    }
    WriteView view(expected);
    read_from(comm_, member, view.get(), row.address, expected.bytes());
    view.finish();
  }
  int after(int step) const { return round_.after(step); }

  /// Waits for those that read this member's own memory.
  void finish() {
    round_.leave();
    for (const int member : readers_) round_.await_left(member);
  }

 private:
  /// An address at which the data lie without gaps until the call ends.
  const std::byte* keep(const Data& data, bool overwritten) {
    if (data.layout.contiguous && !overwritten) return data.at;
    kept_.push_back(std::make_unique_for_overwrite<std::byte[]>(data.bytes()));
    load(kept_.back().get(), data);
    return kept_.back().get();
  }

  Communicator& comm_;
  StagedRound round_;
  std::vector<int> readers_;
  std::vector<std::unique_ptr<std::byte[]>> kept_;
};

/// The same on all members: nobody knows how much the others send.
bool exchanges(const Communicator& comm, Operation operation) {
  return comm.reads_directly() && Exchange::fits(comm) && choose(comm, operation, 0, 0) != Way::mpi;
}

template <class Outgoing, class Incoming>
bool all_to_all(Communicator& comm, bool in_place, Outgoing&& outgoing, Incoming&& incoming) {
  for (int member = 0; member < comm.size(); ++member)
    if (!outgoing(member).valid() || !incoming(member).valid()) return false;
  Exchange exchange(comm);
  exchange.show(outgoing, in_place);
  if (!in_place) copy(incoming(comm.rank()), outgoing(comm.rank()));
  for (int step = 1; step < comm.size(); ++step) {
    const int member = exchange.after(step);
    exchange.receive(member, incoming(member));
  }
  exchange.finish();
  return true;
}

}  // namespace

bool serve(Communicator& comm, const Gatherv& call) {
  if (call.root < 0 || call.root >= comm.size() || !exchanges(comm, Operation::gatherv)) return false;
  if (comm.rank() != call.root) {
    const Data mine(call.send, call.send_count.value, call.send_type);
    if (!mine.valid() || call.send == abi().in_place) return false;
    Exchange exchange(comm);
    exchange.show([&](int member) { return member == call.root ? mine : Data(); }, false);
    exchange.finish();
    return true;
  }
  if (!call.receive_counts || !call.displacements) return false;
  const Data origin(call.receive, 0, call.receive_type);
  const auto place = [&](int member) { return origin.part(call.displacements[member], call.receive_counts[member]); };
  for (int member = 0; member < comm.size(); ++member)
    if (!place(member).valid()) return false;
  if (call.send != abi().in_place) {
    const Data mine(call.send, call.send_count.value, call.send_type);
    if (!mine.valid() || mine.bytes() != place(comm.rank()).bytes()) return false;
    copy(place(comm.rank()), mine);
  }
  Exchange exchange(comm);
  for (int step = 1; step < comm.size(); ++step) {
    const int member = exchange.after(step);
    exchange.receive(member, place(member));
  }
  exchange.finish();
  return true;
}

bool serve(Communicator& comm, const Scatterv& call) {
  if (call.root < 0 || call.root >= comm.size() || !exchanges(comm, Operation::scatterv)) return false;
  if (comm.rank() != call.root) {
    const Data mine(call.receive, call.receive_count.value, call.receive_type);
    if (!mine.valid() || call.receive == abi().in_place) return false;
    Exchange exchange(comm);
    exchange.receive(call.root, mine);
    exchange.finish();
    return true;
  }
  if (!call.send_counts || !call.displacements) return false;
  const Data origin(call.send, 0, call.send_type);
  const auto place = [&](int member) { return origin.part(call.displacements[member], call.send_counts[member]); };
  for (int member = 0; member < comm.size(); ++member)
    if (!place(member).valid()) return false;
  Data mine;
  if (call.receive != abi().in_place) {
    mine = Data(call.receive, call.receive_count.value, call.receive_type);
    if (!mine.valid() || mine.bytes() != place(comm.rank()).bytes()) return false;
  }
  Exchange exchange(comm);
  exchange.show(place, false);
  if (call.receive != abi().in_place) copy(mine, place(comm.rank()));
  exchange.finish();
  return true;
}

bool serve(Communicator& comm, const Alltoallv& call) {
  const bool in_place = call.send == abi().in_place;
  if (!exchanges(comm, Operation::alltoallv) || !call.receive_counts || !call.receive_displacements ||
      (!in_place && (!call.send_counts || !call.send_displacements)))
    return false;
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
  if (!exchanges(comm, Operation::alltoallw) || !call.receive_counts || !call.receive_displacements ||
      !call.receive_types || (!in_place && (!call.send_counts || !call.send_displacements || !call.send_types)))
    return false;
  // Displacements are bytes here, and types of empty blocks need not be valid.
  const auto data = [](const void* base, Numbers displacements, Numbers counts, const void* types, int member) {
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
