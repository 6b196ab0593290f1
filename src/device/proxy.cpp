#include "device/proxy.hpp"

#include <string>

#include "base/error.hpp"
#include "base/job_board.hpp"
#include "base/log.hpp"
#include "base/threads.hpp"
#include "base/wait.hpp"
#include "ops/atomic.hpp"
#include "ops/order.hpp"
#include "ops/put_get.hpp"
#include "ops/signal.hpp"
#include "ops/strided.hpp"
#include "runtime/lifetime.hpp"

namespace isthmus::device {
namespace {

constexpr const char* kCall = "a call on the device";

template <class T>
T* at(std::uint64_t address) {
  return reinterpret_cast<T*>(address);
}

/// Puts one value, so that up to 8 bytes never tear; false if they are no aligned value.
template <class T>
bool put_one(const comm::Context& context, const isthmus_device_request& request, const char* staged) {
  if (request.count != sizeof(T) || request.dest % sizeof(T) != 0) return false;
  T value;
  std::memcpy(&value, staged, sizeof value);
  ops::put_value(context, kCall, at<T>(request.dest), value, request.pe);
  return true;
}

void put(const comm::Context& context, const isthmus_device_request& request, const char* staged) {
  const bool in_word = request.flags & ISTHMUS_DEVICE_IN_WORD, in_slot = in_word || request.flags & ISTHMUS_DEVICE_IN_SLOT;
  if (in_word) staged = reinterpret_cast<const char*>(&request.a);
  if (in_slot && (put_one<std::uint8_t>(context, request, staged) || put_one<std::uint16_t>(context, request, staged) ||
                  put_one<std::uint32_t>(context, request, staged) || put_one<std::uint64_t>(context, request, staged)))
    return;
  const ops::When when = request.flags & ISTHMUS_DEVICE_LATER ? ops::When::later : ops::When::now;
  ops::put(context, kCall, at<void>(request.dest), in_slot ? staged : at<char>(request.source), request.count, 1,
           request.pe, when);
}

/// The answer is the data, if it travels in a word.
std::uint64_t get(const comm::Context& context, const isthmus_device_request& request, char* staged) {
  std::uint64_t word = 0;
  const ops::When when = request.flags & ISTHMUS_DEVICE_LATER ? ops::When::later : ops::When::now;
  void* const to = request.flags & ISTHMUS_DEVICE_IN_WORD   ? reinterpret_cast<char*>(&word)
                   : request.flags & ISTHMUS_DEVICE_IN_SLOT ? staged
                                                            : at<char>(request.dest);
  ops::get(context, kCall, to, at<void>(request.source), request.count, 1, request.pe, when);
  return word;
}

template <class T>
std::uint64_t atomic(const comm::Context& context, const isthmus_device_request& request) {
  T* const word = at<T>(request.dest);
  const T operand = static_cast<T>(request.a), compare = static_cast<T>(request.c);
  const bool fetches = request.flags & ISTHMUS_DEVICE_ANSWER;
  const auto apply = [&]<class Fetching, class Changing>(Fetching, Changing) -> std::uint64_t {
    if (fetches) return ops::atomic<Fetching>(context, kCall, word, request.pe, operand);
    ops::atomic<Changing>(context, kCall, word, request.pe, operand);
    return 0;
  };
  switch (request.b) {
    case isthmus_device_fetch:
      return ops::atomic<ops::Fetch>(context, kCall, static_cast<const T*>(word), request.pe);
    case isthmus_device_set:
      ops::atomic<ops::Set>(context, kCall, word, request.pe, operand);
      return 0;
    case isthmus_device_swap:
      return ops::atomic<ops::Swap>(context, kCall, word, request.pe, operand);
    case isthmus_device_cswap:
      return ops::atomic<ops::CompareSwap>(context, kCall, word, request.pe, compare, operand);
    case isthmus_device_add:
      return apply(ops::FetchAdd{}, ops::Add{});
    case isthmus_device_and:
      return apply(ops::FetchAnd{}, ops::And{});
    case isthmus_device_or:
      return apply(ops::FetchOr{}, ops::Or{});
    default:
      return apply(ops::FetchXor{}, ops::Xor{});
  }
}

ops::Layout layout(const isthmus_device_request& request) {
  return {static_cast<std::ptrdiff_t>(request.a), static_cast<std::ptrdiff_t>(request.b), request.c, request.count,
          request.size};
}

/// What went wrong, in the words that the host's calls use.
std::string in_words(const isthmus_device_fault& fault, const comm::Context& context) {
  void* const address = at<void>(fault.address);
  switch (fault.mistake) {
    case isthmus_device_bad_pe:
      return base::text("PE %d is out of range; this job has PEs 0 to %d", fault.pe, context.n_pes() - 1);
    case isthmus_device_bad_address:
      return base::text("%p is not a symmetric address; use memory from shmem_malloc or of a partition, or a global or "
                        "static variable of the executable that is not const",
                        address);
    case isthmus_device_bad_length:
      return base::text("%zu bytes at %p reach past the end of its memory; check the length",
                        static_cast<std::size_t>(fault.bytes), address);
    case isthmus_device_bad_comparison:
      return base::text("%d is no comparison; use SHMEM_CMP_EQ, NE, GT, GE, LT or LE", static_cast<int>(fault.bytes));
    case isthmus_device_bad_signal:
      return base::text("%d is no signal operator; use SHMEM_SIGNAL_SET or SHMEM_SIGNAL_ADD",
                        static_cast<int>(fault.bytes));
    case isthmus_device_bad_context:
      return base::text("the context (handle %p) does not exist; it was destroyed, is SHMEM_CTX_INVALID, or was made "
                        "after %d others",
                        address, ISTHMUS_DEVICE_CONTEXTS);
    case isthmus_device_bad_team:
      return base::text("the team (handle %p) does not exist; it was destroyed, or was made after %d others", address,
                        ISTHMUS_DEVICE_TEAMS);
    case isthmus_device_no_memory:
      return "collectives need symmetric memory that the device can load; make a partition in device memory, as by "
             "SHMEM_SYMMETRIC_PARTITION2=SIZE=..:KIND=..";
    case isthmus_device_too_many_teams:
      return base::text("the team (handle %p) was made when %d others existed, and has no memory for collectives on "
                        "devices; destroy teams that are not used",
                        address, ISTHMUS_DEVICE_SYNC_TEAMS);
    case isthmus_device_unreadable:
      if (context.kind_of(address).device)
        return base::text("the device cannot load %p, which is on another device, to which the driver gives it no access; "
                          "wait on memory of its own",
                          address);
      return base::text("the device cannot load %p, which is host memory; wait on memory of a device partition, or let host "
                        "memory be mapped (SHMEM_DEVICE_HOST_MEMORY)",
                        address);
  }
  return base::text("mistake %d", fault.mistake);
}

}  // namespace

Proxy::Proxy(RequestRing& ring, Reports& reports, const comm::Context& context)
    : ring_(ring),
      reports_(reports),
      context_(context),
      thread_(base::start_thread("calls from device code", [this] { work(); })) {}

Proxy::~Proxy() {
  stop_ = true;
  thread_.join();
}

bool Proxy::drain() {
  const std::lock_guard lock(mutex_);
  return ring_.drain([this](const auto& request, char* staged) { return serve(request, staged); });
}

void Proxy::finish() {
  drain();
  const std::lock_guard lock(mutex_);
  ops::quiet(context_, kCall);
}

void Proxy::read_reports() {
  isthmus_device_fault& fault = reports_.fault;
  if (__atomic_load_n(&fault.ready, __ATOMIC_ACQUIRE))
    base::fatal(fault.call, "on a device: " + in_words(fault, context_));
  isthmus_device_stall& stall = reports_.stall;
  if (!__atomic_load_n(&stall.ready, __ATOMIC_ACQUIRE)) return;
  base::say(base::text("%s on a device still waits: it wants %llu at %p, where it sees %llu; is the PE that should write "
                       "there running at the same time? (SHMEM_DEVICE_WAIT_REPORT)",
                       stall.call, static_cast<unsigned long long>(stall.wanted), at<void>(stall.address),
                       static_cast<unsigned long long>(stall.seen)));
  base::show_kernel_wait(stall.call, stall.address, stall.wanted, stall.seen);
  stall.ready = 0;
  __atomic_store_n(&stall.claimed, 0u, __ATOMIC_RELEASE);
}

void Proxy::work() {
  base::Backoff backoff(kCall);
  for (;;) {
    const bool last = stop_.load(std::memory_order_acquire);
    read_reports();
    if (drain())
      backoff = base::Backoff(kCall);
    else if (last)
      return;
    else
      backoff.wait();
  }
}

std::uint64_t Proxy::serve(const isthmus_device_request& request, char* staged) const {
  const ops::When when = request.flags & ISTHMUS_DEVICE_LATER ? ops::When::later : ops::When::now;
  switch (request.op) {
    case isthmus_device_put:
      put(context_, request, staged);
      return 0;
    case isthmus_device_get:
      return get(context_, request, staged);
    case isthmus_device_iput:
      ops::put_strided(context_, kCall, at<void>(request.dest), at<void>(request.source), layout(request), request.pe);
      return 0;
    case isthmus_device_iget:
      ops::get_strided(context_, kCall, at<void>(request.dest), at<void>(request.source), layout(request), request.pe);
      return 0;
    case isthmus_device_signal:
      ops::signal(context_, kCall, at<std::uint64_t>(request.dest), request.a, static_cast<int>(request.b), request.pe);
      return 0;
    case isthmus_device_put_signal:
      ops::put_signal(context_, kCall, at<void>(request.dest), at<void>(request.source), request.count,
                      at<std::uint64_t>(request.a), request.b, request.size, request.pe, when);
      return 0;
    case isthmus_device_atomic:
      return request.size == 4 ? atomic<std::uint32_t>(context_, request) : atomic<std::uint64_t>(context_, request);
    case isthmus_device_fence:
      ops::fence(context_, kCall);
      return 0;
    case isthmus_device_quiet:
      ops::quiet(context_, kCall);
      return 0;
    case isthmus_device_exit:
      runtime::global_exit(static_cast<int>(request.a));
  }
  base::fatal(kCall, base::text("request %d is unknown; compile the program again with this version's shmemx_device.h",
                                request.op));
}

}  // namespace isthmus::device
