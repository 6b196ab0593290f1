// The operations that differ between processors, by compiler built-ins. arch/aarch64 has another file of this name;
// CMake chooses.
#pragma once
#include <time.h>

#include <cstddef>
#include <cstdint>

namespace isthmus::base {

/// The length from which base::copy uses copy_long: none, since the C library's memmove is best here.
inline constexpr std::size_t kLongCopy = SIZE_MAX;

/// Tells the core that this thread only waits.
inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

/// A clock that costs little to read, and roughly how many of its ticks a millisecond has.
#if defined(__x86_64__)
inline std::uint64_t ticks() { return __builtin_ia32_rdtsc(); }
inline std::uint64_t ticks_in_ms() { return 2'500'000; }
#else
inline std::uint64_t ticks() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}
inline std::uint64_t ticks_in_ms() { return 1'000'000; }
#endif

// Atomic read-modify-write operations on 4 or 8 bytes, with acquire and release order. Each returns the old value.
template <class T>
[[gnu::always_inline]] inline T fetch_add(T* p, T value) {
  return __atomic_fetch_add(p, value, __ATOMIC_ACQ_REL);
}
template <class T>
[[gnu::always_inline]] inline T fetch_and(T* p, T value) {
  return __atomic_fetch_and(p, value, __ATOMIC_ACQ_REL);
}
template <class T>
[[gnu::always_inline]] inline T fetch_or(T* p, T value) {
  return __atomic_fetch_or(p, value, __ATOMIC_ACQ_REL);
}
template <class T>
[[gnu::always_inline]] inline T fetch_xor(T* p, T value) {
  return __atomic_fetch_xor(p, value, __ATOMIC_ACQ_REL);
}
template <class T>
[[gnu::always_inline]] inline T exchange(T* p, T value) {
  return __atomic_exchange_n(p, value, __ATOMIC_ACQ_REL);
}
template <class T>
[[gnu::always_inline]] inline T compare_exchange(T* p, T expected, T value) {
  __atomic_compare_exchange_n(p, &expected, value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  return expected;
}

/// Reads a word that other threads change, without order.
template <class T>
[[gnu::always_inline]] inline T peek(const T& word) {
  return __atomic_load_n(&word, __ATOMIC_RELAXED);
}

/// Takes a lock that is free (0), with acquire order. Other processors may fail although it is.
inline bool try_take(std::uint32_t* lock) {
  std::uint32_t free = 0;
  return __atomic_compare_exchange_n(lock, &free, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/// Adds 1 to a count that is `from`, with acquire and release order. Other processors may fail although it is.
inline bool try_step(std::uint64_t* count, std::uint64_t from) {
  return __atomic_compare_exchange_n(count, &from, from + 1, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

}  // namespace isthmus::base
