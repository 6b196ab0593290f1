// What the doubles of the vendors' libraries for tracing have in common: test programs (activity.c) and the doubles of
// drivers (tests/device/doubles/core/observer.cpp) tell them of kernels and copies by these functions.
#pragma once
#include <time.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

/// The environment's number, or the usual one.
inline std::uint32_t number_of(const char* variable, std::uint32_t usual) {
  const char* const given = std::getenv(variable);
  return given != nullptr ? static_cast<std::uint32_t>(std::atoi(given)) : usual;
}

inline std::uint64_t host_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1000000000 + static_cast<std::uint64_t>(now.tv_nsec);
}

/// A record whose fields are put where the vendor's header has them.
template <std::size_t size>
struct Bytes {
  std::uint8_t at[size] = {};
  template <class T>
  void put(std::size_t offset, const T& value) {
    std::memcpy(at + offset, &value, sizeof value);
  }
};

#pragma GCC visibility push(default)
extern "C" {

/// The clock of the times below.
std::uint64_t double_now();
/// A kernel that ends at 0 has not ended yet.
void double_kernel(const char* name, std::uint64_t start, std::uint64_t end, std::uint32_t device,
                   std::uint32_t stream);
/// `kind`: "HtoD", "DtoH", "DtoD", "HtoH", "PtoP" or "fill". `to_device` counts for copies between devices (PtoP).
void double_copy(const char* kind, std::uint64_t bytes, std::uint64_t start, std::uint64_t end, std::uint32_t device,
                 std::uint32_t to_device, std::uint32_t stream);

}  // extern "C"
#pragma GCC visibility pop
