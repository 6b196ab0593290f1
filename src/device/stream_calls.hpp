// The operations of shmemx_*_on_stream. `stream` is the program's: a cudaStream_t or hipStream_t, null for the default one.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>

#include "collectives/group/call.hpp"
#include "comm/team.hpp"
#include "device/stream_proxy.hpp"
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

}  // namespace isthmus::device
