#include "nodes/node_calls.hpp"

#include "abi/abi.hpp"
#include "calls/devices.hpp"
#include "progress.hpp"
#include "real.hpp"

namespace isthmus::mpi {
namespace {

using memkind::Place;

/// The null pointer, as the MPI wants it where the data are in place already.
const void* or_in_place(Place mine) { return mine.at ? mine.at : abi().in_place; }

}  // namespace

template <class Call, class Function>
int NodeCalls::call(const Call& call, Function function) {
  Communicator& inside = *nodes_.inside();
  begin_waiting(inside.handle(), Expected::after_devices);
  bool served = false;
  if (may_meet_devices(inside)) return with_devices(inside, call, function, served);
  return serve(inside, call) ? inside.result() : call.pass(function);
}

int NodeCalls::bcast(Place data, std::size_t bytes, int root) {
  if (!nodes_.inside() || bytes == 0) return kSuccess;
  return call(Bcast{data.at, bytes, abi().bytes, root, nodes_.inside_handle()}, real().Bcast);
}

int NodeCalls::gather(Place mine, std::size_t bytes, Place all, const Division& division, int root) {
  if (!nodes_.inside()) {
    if (mine.at && bytes > 0) memkind::copy(all + static_cast<std::size_t>(division.offsets[0]), mine, bytes);
    return kSuccess;
  }
  return call(Gatherv{me() == root ? or_in_place(mine) : mine.at, bytes, abi().bytes, all.at, division.bytes.data(),
                      division.offsets.data(), abi().bytes, root, nodes_.inside_handle()},
              real().Gatherv);
}

int NodeCalls::scatter(Place all, const Division& division, Place mine, std::size_t bytes, int root) {
  if (!nodes_.inside()) {
    if (mine.at && bytes > 0) memkind::copy(mine, all + static_cast<std::size_t>(division.offsets[0]), bytes);
    return kSuccess;
  }
  void* const into = me() == root ? const_cast<void*>(or_in_place(mine)) : mine.at;
  return call(Scatterv{all.at, division.bytes.data(), division.offsets.data(), abi().bytes, into, bytes, abi().bytes,
                       root, nodes_.inside_handle()},
              real().Scatterv);
}

int NodeCalls::move(Place from, int source, Place to, int dest, std::size_t bytes) {
  if (source == dest) return kSuccess;
  Division division;
  for (int place = 0; place < static_cast<int>(nodes_.here().size()); ++place)
    division.add(place == dest ? bytes : 0, 0);
  const Place nowhere{memkind::kHost, nullptr};
  return scatter(from, division, me() == dest ? to : nowhere, me() == dest ? bytes : 0, source);
}

int NodeCalls::all_to_all(Place from, const Division& out, Place to, const Division& in) {
  if (!nodes_.inside()) {
    if (out.bytes[0] > 0)
      memkind::copy(to + static_cast<std::size_t>(in.offsets[0]), from + static_cast<std::size_t>(out.offsets[0]),
                    static_cast<std::size_t>(out.bytes[0]));
    return kSuccess;
  }
  return call(Alltoallv{from.at, out.bytes.data(), out.offsets.data(), abi().bytes, to.at, in.bytes.data(),
                        in.offsets.data(), abi().bytes, nodes_.inside_handle()},
              real().Alltoallv);
}

int NodeCalls::reduce(const void* send, void* receive, std::size_t count, Word type, Word op, std::size_t bytes) {
  if (!nodes_.inside()) {
    if (send == receive) return kSuccess;
    const auto place = [](const void* address) {
      return Place{*memkind::describe(address).kind, static_cast<char*>(const_cast<void*>(address))};
    };
    memkind::copy(place(receive), place(send), bytes);
    return kSuccess;
  }
  const bool in_place = nodes_.leads() && send == receive;
  return call(Reduce{in_place ? abi().in_place : send, receive, count, type, op, 0, nodes_.inside_handle()},
              real().Reduce);
}

int NodeCalls::scan(const void* send, void* receive, std::size_t count, Word type, Word op, bool exclusive) {
  const Combining arguments{send, receive, count, type, op, nodes_.inside_handle()};
  return exclusive ? call(Exscan{arguments}, real().Exscan) : call(Scan{arguments}, real().Scan);
}

}  // namespace isthmus::mpi
