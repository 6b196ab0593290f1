#include "transport/ofi/libfabric_double.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "transport/ofi/libfabric_double_objects.hpp"
#include "transport/ofi/library.hpp"

namespace isthmus::test {
namespace {

char* find(Port& port, std::uint64_t address, std::uint64_t key, std::size_t n) {
  for (Memory* memory : memories)
    if (memory->handle.key == key && memory->domain == ports.at(&port) && address + n <= memory->bytes)
      return memory->base + address;
  return nullptr;
}

void complete(Operation& operation, const fi_cq_data_entry& entry) {
  operation.to->received->entries.push_back(entry);
  ++network().messages;
  if (operation.context) operation.from->sent->entries.push_back({operation.context, FI_SEND | FI_MSG, 0, nullptr, 0});
}

/// False when the message finds no receive buffer and has to wait.
bool arrive(Operation& operation) {
  Port& to = *operation.to;
  if (to.receives.empty()) return false;
  Receive& receive = to.receives.front();
  const bool stalls = std::exchange(network().stalls, false);
  char* const at = receive.at;
  std::memcpy(at, operation.bytes.data(), operation.bytes.size() / (stalls ? 2 : 1));
  fi_cq_data_entry entry{receive.context, FI_RECV | FI_MSG, operation.bytes.size(), receive.at, 0};
  receive.at += operation.bytes.size();
  receive.room -= operation.bytes.size();
  if (receive.room < 8192) {
    entry.flags |= FI_MULTI_RECV;
    to.receives.pop_front();
    --network().receive_buffers;
  }
  if (stalls)
    stalled = {std::move(operation), at, entry};
  else
    complete(operation, entry);
  return true;
}

bool carry_out(Operation& operation) {
  if (operation.what == Operation::message) return arrive(operation);
  std::size_t done = 0;
  for (const fi_rma_iov& each : operation.places) {
    char* place = find(*operation.to, each.addr, each.key, each.len);
    if (!place) std::abort();  // a test gave a wrong target
    if (operation.what == Operation::write)
      std::memcpy(place, operation.bytes.data() + done, each.len);
    else
      std::memcpy(operation.into, place, each.len);
    done += each.len;
  }
  Counter* counter = operation.what == Operation::write ? operation.from->writes : operation.from->reads;
  if (!operation.counted) ++counter->value;
  return true;
}

/// Whether the order that the provider promises lets an operation be carried out before an earlier one.
bool may_overtake(const Operation& later, const Operation& earlier) {
  if (later.from != earlier.from || later.to != earlier.to) return true;
  if (later.what == Operation::message && earlier.what == Operation::message) return false;
  return std::max(later.size(), earlier.size()) > network().max_order_size;
}

/// The operation that is carried out next of those from `first` on.
std::size_t next_operation(std::size_t first) {
  if (!network().reorders) return first;
  std::size_t at = operations.size() - 1;
  const auto must_wait = [&] {
    const auto from = operations.begin() + static_cast<std::ptrdiff_t>(first);
    return !std::all_of(from, operations.begin() + static_cast<std::ptrdiff_t>(at),
                        [&](const Operation& earlier) { return may_overtake(operations[at], earlier); });
  };
  while (must_wait()) --at;
  return at;
}

const char* error_text(int error) { return std::strerror(error); }
int open_nothing(std::uint32_t, const char*, void*, std::size_t, std::uint64_t, fid**, void*) { return -FI_ENOSYS; }

}  // namespace

Network& network() {
  static Network the_network;
  return the_network;
}

ssize_t post(Operation operation) {
  const std::lock_guard lock(mutex);
  if (network().refusals > 0) {
    --network().refusals;
    return -network().refusal;
  }
  ++network().posted;
  if (operation.what == Operation::read) ++network().reads;
  if (operation.counted) ++operation.from->writes->value;
  operations.push_back(std::move(operation));
  return 0;
}

int Network::under_way() const {
  const std::lock_guard lock(mutex);
  return static_cast<int>(operations.size());
}

void Network::deliver(int n) {
  const std::lock_guard lock(mutex);
  for (std::size_t first = 0; n > 0 && first < operations.size(); --n)
    if (const std::size_t at = next_operation(first); carry_out(operations[at]))
      operations.erase(operations.begin() + static_cast<std::ptrdiff_t>(at));
    else
      ++first;  // it waits for a receive buffer; what follows is for others
}

void Network::finish_stalled() {
  const std::lock_guard lock(mutex);
  const std::vector<char>& bytes = stalled->operation.bytes;
  const std::size_t half = bytes.size() / 2;
  std::memcpy(stalled->at + half, bytes.data() + half, bytes.size() - half);
  complete(stalled->operation, stalled->entry);
  stalled.reset();
}

void Network::fail_receive(int error, bool released) {
  const std::lock_guard lock(mutex);
  for (const auto& [port, domain] : ports) {
    if (port->receives.empty()) continue;
    fi_cq_err_entry entry{};
    entry.op_context = port->receives.front().context;
    entry.flags = FI_RECV | FI_MSG | (released ? FI_MULTI_RECV : 0);
    entry.err = error;
    if (released) {
      port->receives.pop_front();
      --receive_buffers;
    }
    port->received->errors.push_back(entry);
    return;
  }
}

void Network::fail_operation(int error) {
  const std::lock_guard lock(mutex);
  last_error = error;
  for (Counter* counter : counters) ++counter->errors;
}

void Network::reset() {
  const std::lock_guard lock(mutex);
  operations.clear();
  last_error = 0;
  stalled.reset();
  network() = Network();
}

}  // namespace isthmus::test

namespace isthmus::ofi {

const Library& library() {
  static const Library fake{
      test::get_info, test::free_info, test::duplicate, test::open_fabric, test::error_text, test::open_nothing, [] {
        return test::network().version;
      }};
  return fake;
}

void check(const char* call, long result) {
  if (result < 0) throw base::SetupError(call);
}

}  // namespace isthmus::ofi
