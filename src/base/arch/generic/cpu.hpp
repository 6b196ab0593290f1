// What a processor does in its own way, by compiler built-ins. arch/aarch64 has another file of this name; CMake
// chooses.
#pragma once
#include <cstddef>
#include <cstdint>

namespace isthmus::base {

/// The C library copies best.
inline constexpr std::size_t kLongCopy = SIZE_MAX;

/// Tells the core that this thread only waits.
inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// Read-modify-write, 4 or 8 bytes; the old value. Acquire and release.
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

}  // namespace isthmus::base
