// The target's side of bundles: carries out their entries, and answers. Part of Requests.
#include <algorithm>
#include <cstring>

#include "base/copy.hpp"
#include "base/error.hpp"
#include "transport/ofi/carry_out.hpp"
#include "transport/ofi/domain.hpp"
#include "transport/ofi/requests.hpp"
#include "transport/ofi/tx_endpoint.hpp"
#include "transport/ofi/unknown_peers.hpp"

namespace isthmus::ofi {
namespace {

/// Writes so that whoever sees the bytes sees what was written before, and a value in one piece.
void store(void* place, const char* from, std::size_t bytes) {
  const auto whole = [&]<class T>(T value) {
    std::memcpy(&value, from, sizeof value);
    __atomic_store_n(static_cast<T*>(place), value, __ATOMIC_RELEASE);
  };
  const bool aligned = reinterpret_cast<std::uintptr_t>(place) % bytes == 0;
  if (bytes == 8 && aligned) return whole(std::uint64_t{});
  if (bytes == 4 && aligned) return whole(std::uint32_t{});
  if (bytes == 2 && aligned) return whole(std::uint16_t{});
  if (bytes == 1) return whole(std::uint8_t{});
  std::atomic_thread_fence(std::memory_order_release);
  base::store_once(place, from, bytes);
}

/// As the store() of another PE has left it.
void load(char* into, const void* place, std::size_t bytes) {
  if (bytes == 8 && reinterpret_cast<std::uintptr_t>(place) % 8 == 0) {
    const std::uint64_t value = __atomic_load_n(static_cast<const std::uint64_t*>(place), __ATOMIC_ACQUIRE);
    std::memcpy(into, &value, sizeof value);
  } else {
    std::memcpy(into, place, bytes);
    std::atomic_thread_fence(std::memory_order_acquire);
  }
}

}  // namespace

/// Adds what was read to the answer to `source`, which goes out with the bundle's count (send_answers).
void Requests::answer_read(int source, std::uint64_t head, const char* into, const void* place) {
  const std::size_t bytes = bundle_entry::bytes(head), room = 2 * sizeof head + bundle_entry::room(bytes);
  if (reads_.empty() || reads_.back().pe != source || reads_.back().message.size() + room > Bundle::kEnd) {
    reads_.push_back({source, {}});
    reads_.back().message.reserve(Bundle::kEnd);
    reads_.back().message.resize(Bundle::kFirst);  // with cookie 0, which no bundle has
  }
  std::vector<char>& message = reads_.back().message;
  const std::size_t at = message.size();
  message.resize(at + room);
  std::memcpy(message.data() + at, &head, sizeof head);
  std::memcpy(message.data() + at + sizeof head, into, sizeof head);
  load(message.data() + at + 2 * sizeof head, place, bytes);
}

/// One entry of a bundle. False where its target is not in symmetric memory.
bool Requests::carry_out_entry(int source, std::uint64_t head, const char* operand) {
  const std::size_t bytes = bundle_entry::bytes(head);
  void* place = domain_.local(bundle_entry::region(head), bundle_entry::offset(head), bytes);
  if (!place) return false;
  if (bundle_entry::is_read(head)) {
    answer_read(source, head, operand, place);
    return true;
  }
  if (!bundle_entry::is_atomic(head)) {
    store(place, operand, bytes);
    return true;
  }
  if (bundle_entry::offset(head) % bytes != 0) return false;
  std::uint64_t value;
  std::memcpy(&value, operand, sizeof value);
  if (bytes == 8)
    carry_out<std::uint64_t>(bundle_entry::op(head), place, value, 0);
  else
    carry_out<std::uint32_t>(bundle_entry::op(head), place, value, 0);
  return true;
}

void Requests::on_bundle(void* self, int source, const void* message, std::size_t n) {
  auto& requests = *static_cast<Requests*>(self);
  const char* at = static_cast<const char*>(message);
  const char* const end = at + n;
  std::uint64_t cookie = 0, head = 0;
  std::memcpy(&cookie, at, std::min(n, sizeof cookie));
  at += sizeof cookie;
  if (n >= sizeof cookie && cookie == 0) return take_reads(source, at, end);
  if (n < sizeof cookie || !(cookie & 1))
    return say_dropped(Unknown::request, base::text("a malformed bundle of PE %d", source));
  while (at < end) {
    const auto left = static_cast<std::size_t>(end - at);
    std::memcpy(&head, at, std::min(left, sizeof head));
    const std::size_t room = bundle_entry::operand_room(head);
    if (left < sizeof head + room || bundle_entry::bytes(head) == 0 ||
        !requests.carry_out_entry(source, head, at + sizeof head))
      return say_dropped(Unknown::request, base::text("a bundle of PE %d with an entry that is malformed or outside of "
                                                      "symmetric memory",
                                                      source));
    at += sizeof head + room;
  }
  ++requests.counts_[{source, cookie}];
}

/// What a bundle of this PE has read. The bundle's count comes behind it, in a message of its own.
void Requests::take_reads(int source, const char* at, const char* end) {
  while (at < end) {
    std::uint64_t head = 0, into = 0;
    const auto left = static_cast<std::size_t>(end - at);
    if (left < sizeof head + sizeof into)
      return say_dropped(Unknown::message, base::text("a malformed answer of PE %d", source));
    std::memcpy(&head, at, sizeof head);
    std::memcpy(&into, at + sizeof head, sizeof into);
    const std::size_t bytes = bundle_entry::bytes(head);
    at += sizeof head + sizeof into;
    if (left < sizeof head + sizeof into + bytes)
      return say_dropped(Unknown::message, base::text("a malformed answer of PE %d", source));
    std::memcpy(reinterpret_cast<void*>(into), at, bytes);
    at += bundle_entry::room(bytes);
  }
}

}  // namespace isthmus::ofi
