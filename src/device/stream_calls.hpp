// The operations of shmemx_*_on_stream. `stream` is the program's: a cudaStream_t or hipStream_t, null for the default one.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "collectives/group/call.hpp"
#include "comm/team.hpp"
#include "device/stream_proxy.hpp"
#include "memkind/copies.hpp"
#include "ops/put_get.hpp"
#include "ops/strided.hpp"
#include "ops/wait.hpp"

namespace isthmus::device {

/// The job's proxy for streams, which the first call makes. Ends the job with a line if there is no job.
StreamProxy& streams(const char* call);

void put_on(void* stream, const char* call, void* dest, const void* source, std::size_t bytes, int pe, ops::When when);
void get_on(void* stream, const char* call, void* dest, const void* source, std::size_t bytes, int pe, ops::When when);
void put_strided_on(void* stream, const char* call, void* dest, const void* source, const ops::Layout& layout, int pe);
void get_strided_on(void* stream, const char* call, void* dest, const void* source, const ops::Layout& layout, int pe);
void signal_on(void* stream, const char* call, std::uint64_t* word, std::uint64_t value, int op, int pe);
void put_signal_on(void* stream, const char* call, void* dest, const void* source, std::size_t bytes,
                   std::uint64_t* word, std::uint64_t value, int op, int pe, ops::When when);
void wait_signal_on(void* stream, const char* call, std::uint64_t* word, int op, std::uint64_t value);
void quiet_on(void* stream, const char* call);
/// Stores a word if the driver can; returns false otherwise.
bool store_on(void* stream, const char* call, void* dest, std::uint64_t value, std::size_t bytes, int pe);
/// Waits for a word that equals the value if the driver can; returns false otherwise.
bool await_on(void* stream, const char* call, const void* word, std::uint64_t value, std::size_t bytes);

/// Queues a collective of the team: its thread for non-blocking collectives runs it.
void collective_on(void* stream, const char* call, comm::Team& team,
                   std::function<void(const collectives::Call&)> task);
void sync_on(void* stream, const char* call, comm::Team& team);
/// A quiet, then a sync.
void barrier_on(void* stream, const char* call, comm::Team& team);

template <class T>
void put_value_on(void* stream, const char* call, T* dest, T value, int pe) {
  if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, &value, sizeof value);
    if (store_on(stream, call, dest, word, sizeof value, pe)) return;
  }
  streams(call).add(stream, [=](const comm::Context& context) {
    ops::put_value(context, call, dest, value, pe);
    return true;
  });
}

template <class T>
void wait_until_on(void* stream, const char* call, T* variable, int op, T value) {
  if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, &value, sizeof value);
    if (op == SHMEM_CMP_EQ && await_on(stream, call, variable, word, sizeof value)) return;
  }
  ops::compare(call, value, op, value);  // ends the job here if `op` is none
  streams(call).add(stream, [=](const comm::Context& context) { return ops::test(context, call, variable, op, value); });
}

/// Waits until the stream has got there and the value is read.
template <class T>
T get_value_on(void* stream, const char* call, const T* source, int pe) {
  T value;
  std::atomic<bool> read = false;
  streams(call).add(stream, [&](const comm::Context& context) {
    value = ops::get_value(context, call, source, pe);
    read.store(true, std::memory_order_release);
    return true;
  });
  base::wait_until([&] { return read.load(std::memory_order_acquire); }, call);
  return value;
}

/// `n` elements in memory of any kind, or none if `elements` is null.
template <class T>
std::vector<T> copy_of(const comm::Context& context, const T* elements, std::size_t n) {
  std::vector<T> copied(elements ? n : 0);
  if (elements && n > 0)
    memkind::copy({memkind::kHost, reinterpret_cast<char*>(copied.data())},
                  {context.kind_of(elements), reinterpret_cast<char*>(const_cast<T*>(elements))}, n * sizeof(T));
  return copied;
}

/// Waits for all of `n` variables but those whose `status` is nonzero: each is compared with its own one of `values` or, if that
/// is null, with `value`. The two arrays may be of any memory and are read when the stream gets there.
template <class T>
void wait_until_all_on(void* stream, const char* call, const T* variables, std::size_t n, const int* status, int op,
                       T value, const T* values) {
  ops::compare(call, value, op, value);  // ends the job here if `op` is none
  struct Arrays {
    std::vector<int> status;
    std::vector<T> values;
  };
  const auto step = [=, arrays = std::shared_ptr<Arrays>(), next = std::size_t{0}](const comm::Context& context) mutable {
    if (!arrays) arrays.reset(new Arrays{copy_of(context, status, n), copy_of(context, values, n)});
    const auto met = [&](std::size_t i) {
      return (status && arrays->status[i] != 0) ||
             ops::test(context, call, variables + i, op, values ? arrays->values[i] : value);
    };
    while (next < n && met(next)) ++next;  // one by one: one that satisfied its condition once may change again
    return next == n;
  };
  streams(call).add(stream, step);
}

}  // namespace isthmus::device
