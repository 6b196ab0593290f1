// The double of libfabric: writes and reads, and the counters of their completion.
#include <chrono>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "core/settings.hpp"
#include "fabric/state.hpp"

namespace doubles {
namespace {

constexpr std::uint64_t kLooks = 20;  // reads of the counter before a write to device memory is acknowledged
constexpr std::chrono::milliseconds kWhile{3}, kLongWhile{20};
constexpr std::uint64_t kSlow = 8;  // one write in so many takes at least kWhile
using Clock = std::chrono::steady_clock;

fi_ops_rma real_rma, our_rma;
fi_ops_msg real_msg, our_msg;
fi_ops_cntr real_counters, our_counters;
fi_ops real_ops, our_ops;

/// A write that has not reached its device yet. Its source is read when it is acknowledged, and not before.
struct Held {
  fid_ep* endpoint;
  fid_cntr* counter;
  fi_addr_t to;
  fi_rma_iov place;
  const char* source;  ///< null: they have been taken
  std::vector<char> bytes;
  std::uint64_t at_look;
  Clock::time_point since, not_before;

  void take() {
    if (!source) return;
    bytes.assign(source, source + place.len);
    if (settings().spoil == 4) bytes[0] = static_cast<char>(~bytes[0]);
    source = nullptr;
  }
};

std::recursive_mutex mutex;
std::deque<Held>& held = *new std::deque<Held>;
std::map<fid_ep*, fid_cntr*>& written = *new std::map<fid_ep*, fid_cntr*>;  // the counter of an endpoint's writes
std::uint64_t looks = 0, writes = 0;

/// The address behind `buffer` that the real libfabric can access.
void* local(const void* buffer, std::size_t bytes, const void* descriptor, bool injected) {
  int iface = 0, device = 0;
  char* bytes_at = const_cast<char*>(static_cast<const char*>(buffer));
  if (!descriptor) {
    char* alias = alias_of(buffer, bytes, iface, device);
    if (alias && (injected || manner() != Manner::endpoint))
      give_up("libfabric got device memory without its descriptor, or injected");
    return alias ? alias : bytes_at;
  }
  const Registered& one = registered(descriptor);
  if (bytes_at < one.shown || bytes_at + bytes > one.shown + one.bytes)
    give_up("libfabric got a buffer with another one's descriptor");
  return one.alias + (bytes_at - one.shown);
}

std::uint64_t offset(std::uint64_t address, std::uint64_t key) {
  return manner() == Manner::virtual_addresses ? address - key : address;
}

ssize_t post(const Held& write) {
  const iovec from{const_cast<char*>(write.bytes.data()), write.bytes.size()};
  const fi_msg_rma message{&from, nullptr, 1, write.to, &write.place, 1, nullptr, 0};
  return real_rma.writemsg(write.endpoint, &message, FI_DELIVERY_COMPLETE);
}

/// Posts the held writes that `which` selects to the real libfabric. Their bytes are kept until the process ends, since
/// only a counter tells when libfabric has read them. False if it has no room now.
template <class Which>
bool bring_home(Which&& which) {
  static std::deque<Held>& gone = *new std::deque<Held>;
  for (auto one = held.begin(); one != held.end();) {
    if (!which(*one)) {
      ++one;
      continue;
    }
    one->take();
    if (post(*one) != 0) return false;
    gone.push_back(std::move(*one));
    one = held.erase(one);
  }
  return true;
}

void bring_home_in_time() {
  while (true) {
    std::this_thread::sleep_for(kLongWhile / 4);
    const std::lock_guard lock(mutex);
    const Clock::time_point before = Clock::now() - kLongWhile;
    bring_home([&](const Held& write) { return write.since < before; });
  }
}

ssize_t read(fid_ep* endpoint, void* into, std::size_t bytes, void* descriptor, fi_addr_t pe, std::uint64_t address,
             std::uint64_t key, void* context) {
  const std::lock_guard lock(mutex);
  void* place = local(into, bytes, descriptor, false);
  const auto on_the_way = [&](const Held& write) {
    return write.endpoint == endpoint && write.to == pe && write.place.key == key;
  };
  for (const Held& write : held)
    if (on_the_way(write) && Clock::now() < write.not_before) return -FI_EAGAIN;
  if (!bring_home(on_the_way)) return -FI_EAGAIN;
  // DOUBLE_SPOIL=3 reads from another offset than was asked for.
  const std::uint64_t wrong = settings().spoil == 3 && is_device(key) && bytes > 1 ? 1 : 0;
  return real_rma.read(endpoint, place, bytes - wrong, nullptr, pe, offset(address, key) + wrong, key, context);
}

/// A write to several places, all of them host memory.
ssize_t write_parts(fid_ep* endpoint, fi_msg_rma message, std::uint64_t flags) {
  std::vector<iovec> from(message.msg_iov, message.msg_iov + message.iov_count);
  std::vector<fi_rma_iov> to(message.rma_iov, message.rma_iov + message.rma_iov_count);
  for (iovec& each : from) each.iov_base = local(each.iov_base, each.iov_len, nullptr, true);
  for (fi_rma_iov& each : to) {
    if (is_device(each.key)) give_up("a write to device memory beside another place");
    each.addr = offset(each.addr, each.key);
  }
  message.msg_iov = from.data();
  message.rma_iov = to.data();
  return real_rma.writemsg(endpoint, &message, flags);
}

ssize_t writemsg(fid_ep* endpoint, const fi_msg_rma* message, std::uint64_t flags) {
  if (message->rma_iov_count != 1) return write_parts(endpoint, *message, flags);
  if (message->iov_count != 1) give_up("writes from one place only");
  const iovec& from = *message->msg_iov;
  const void* descriptor = message->desc ? *message->desc : nullptr;
  if (descriptor && (flags & FI_INJECT)) give_up("device memory was injected");
  const std::lock_guard lock(mutex);
  const iovec place{local(from.iov_base, from.iov_len, descriptor, flags & FI_INJECT), from.iov_len};
  fi_rma_iov to = *message->rma_iov;
  to.addr = offset(to.addr, to.key);
  if (is_device(to.key)) {
    if (!(flags & FI_DELIVERY_COMPLETE)) give_up("a write to device memory that asks for no acknowledgement");
    const char* first = static_cast<const char*>(place.iov_base);
    static std::once_flag once;
    std::call_once(once, [] { std::thread(bring_home_in_time).detach(); });
    const Clock::time_point now = Clock::now();
    held.push_back({endpoint,
                    written[endpoint],
                    message->addr,
                    to,
                    first,
                    {},
                    looks,
                    now,
                    now + (++writes % kSlow == 0 ? kWhile : kWhile * 0)});
    if (flags & FI_INJECT) held.back().take();
    return 0;
  }
  fi_msg_rma plain = *message;
  plain.msg_iov = &place;
  plain.desc = nullptr;
  plain.rma_iov = &to;
  return real_rma.writemsg(endpoint, &plain, flags);
}

ssize_t inject(fid_ep* endpoint, const void* from, std::size_t bytes, fi_addr_t pe, std::uint64_t address,
               std::uint64_t key) {
  if (is_device(key)) give_up("a write to device memory that asks for no acknowledgement");
  return real_rma.inject(endpoint, local(from, bytes, nullptr, true), bytes, pe, offset(address, key), key);
}

ssize_t sendmsg(fid_ep* endpoint, const fi_msg* message, std::uint64_t flags) {
  local(message->msg_iov->iov_base, message->msg_iov->iov_len, nullptr, true);
  return real_msg.sendmsg(endpoint, message, flags);
}

int bind(fid* object, fid* other, std::uint64_t flags) {
  if (other->fclass == FI_CLASS_CNTR && (flags & FI_WRITE)) {
    const std::lock_guard lock(mutex);
    written[reinterpret_cast<fid_ep*>(object)] = reinterpret_cast<fid_cntr*>(other);
  }
  return real_ops.bind(object, other, flags);
}

/// Writes that were acknowledged but are still held are counted here; once posted they are counted by the real counter.
std::uint64_t read_counter(fid_cntr* counter) {
  const std::lock_guard lock(mutex);
  ++looks;
  std::uint64_t acknowledged = 0;
  for (Held& write : held) {
    if (write.counter != counter || looks < write.at_look + kLooks) continue;
    write.take();
    ++acknowledged;
  }
  return real_counters.read(counter) + acknowledged;
}

ssize_t unexpected(const char* call) { give_up(std::string("the double of libfabric knows no ") + call); }

}  // namespace

void intercept(fid_ep* endpoint) {
  const std::lock_guard lock(mutex);
  replace(endpoint->rma, real_rma, our_rma);
  our_rma.read = read;
  our_rma.writemsg = writemsg;
  our_rma.inject = inject;
  // The library uses it on endpoints whose default flags are these two.
  our_rma.write = [](fid_ep* from, const void* bytes, std::size_t n, void* descriptor, fi_addr_t pe,
                     std::uint64_t address, std::uint64_t key, void* context) {
    const iovec place{const_cast<void*>(bytes), n};
    const fi_rma_iov to{address, n, key};
    const fi_msg_rma message{&place, descriptor ? &descriptor : nullptr, 1, pe, &to, 1, context, 0};
    return writemsg(from, &message, FI_INJECT | FI_DELIVERY_COMPLETE);
  };
  our_rma.readmsg = [](fid_ep*, const fi_msg_rma*, std::uint64_t) { return unexpected("fi_readmsg"); };
  replace(endpoint->msg, real_msg, our_msg);
  our_msg.sendmsg = sendmsg;
  replace(endpoint->fid.ops, real_ops, our_ops);
  our_ops.bind = bind;
}

void intercept(fid_cntr* counter) {
  const std::lock_guard lock(mutex);
  replace(counter->ops, real_counters, our_counters);
  our_counters.read = read_counter;
}

}  // namespace doubles
