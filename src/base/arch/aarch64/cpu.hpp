// The operations that differ between processors, for 64-bit ARM. Where the core has atomic instructions (ARMv8.1 LSE),
// they are used inline. The compiler can choose them at run time, too, but by a function call (-moutline-atomics),
// which doubles the cost of a small operation.
#pragma once
#include <asm/hwcap.h>
#include <sys/auxv.h>

#include <cstddef>
#include <cstdint>

namespace isthmus::base {

/// The length from which base::copy uses copy_long, which is then faster than the C library's memmove.
inline constexpr std::size_t kLongCopy = 8192;

/// Tells the core that this thread only waits.
inline void relax() { asm volatile("isb" ::: "memory"); }

/// A clock that costs little to read, and how many of its ticks a millisecond has.
inline std::uint64_t ticks() {
  std::uint64_t now;
  asm volatile("mrs %0, cntvct_el0" : "=r"(now));
  return now;
}
inline std::uint64_t ticks_in_ms() {
  std::uint64_t in_second;
  asm volatile("mrs %0, cntfrq_el0" : "=r"(in_second));
  return in_second / 1000;
}

[[gnu::visibility("hidden")]] inline const bool has_atomic_instructions = getauxval(AT_HWCAP) & HWCAP_ATOMICS;

// Atomic read-modify-write operations on 4 or 8 bytes, with acquire and release order. Each returns the old value.
template <class T>
[[gnu::always_inline]] inline T fetch_add(T* p, T value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  T old;
  if (!has_atomic_instructions) [[unlikely]] {
    // Not by the compiler's function, for which every user of this one would have to save registers.
    std::uint64_t sum;
    std::uint32_t failed;
    if constexpr (sizeof(T) == 8)
      asm volatile("1:\tldaxr %x0, %3\n\tadd %x1, %x0, %x4\n\tstlxr %w2, %x1, %3\n\tcbnz %w2, 1b"
                   : "=&r"(old), "=&r"(sum), "=&r"(failed), "+Q"(*p)
                   : "r"(value)
                   : "memory");
    else
      asm volatile("1:\tldaxr %w0, %3\n\tadd %w1, %w0, %w4\n\tstlxr %w2, %w1, %3\n\tcbnz %w2, 1b"
                   : "=&r"(old), "=&r"(sum), "=&r"(failed), "+Q"(*p)
                   : "r"(value)
                   : "memory");
    return old;
  }
  if constexpr (sizeof(T) == 8)
    asm volatile(".arch_extension lse\n\tldaddal %x2, %x0, %1" : "=r"(old), "+Q"(*p) : "r"(value) : "memory");
  else
    asm volatile(".arch_extension lse\n\tldaddal %w2, %w0, %1" : "=r"(old), "+Q"(*p) : "r"(value) : "memory");
  return old;
}

template <class T>
[[gnu::always_inline]] inline T fetch_and(T* p, T value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  if (!has_atomic_instructions) [[unlikely]]
    return __atomic_fetch_and(p, value, __ATOMIC_ACQ_REL);
  T old;
  value = static_cast<T>(~value);  // the instruction clears the bits that are set
  if constexpr (sizeof(T) == 8)
    asm volatile(".arch_extension lse\n\tldclral %x2, %x0, %1" : "=r"(old), "+Q"(*p) : "r"(value) : "memory");
  else
    asm volatile(".arch_extension lse\n\tldclral %w2, %w0, %1" : "=r"(old), "+Q"(*p) : "r"(value) : "memory");
  return old;
}

template <class T>
[[gnu::always_inline]] inline T fetch_or(T* p, T value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  if (!has_atomic_instructions) [[unlikely]]
    return __atomic_fetch_or(p, value, __ATOMIC_ACQ_REL);
  T old;
  if constexpr (sizeof(T) == 8)
    asm volatile(".arch_extension lse\n\tldsetal %x2, %x0, %1" : "=r"(old), "+Q"(*p) : "r"(value) : "memory");
  else
    asm volatile(".arch_extension lse\n\tldsetal %w2, %w0, %1" : "=r"(old), "+Q"(*p) : "r"(value) : "memory");
  return old;
}

template <class T>
[[gnu::always_inline]] inline T fetch_xor(T* p, T value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  if (!has_atomic_instructions) [[unlikely]]
    return __atomic_fetch_xor(p, value, __ATOMIC_ACQ_REL);
  T old;
  if constexpr (sizeof(T) == 8)
    asm volatile(".arch_extension lse\n\tldeoral %x2, %x0, %1" : "=r"(old), "+Q"(*p) : "r"(value) : "memory");
  else
    asm volatile(".arch_extension lse\n\tldeoral %w2, %w0, %1" : "=r"(old), "+Q"(*p) : "r"(value) : "memory");
  return old;
}

template <class T>
[[gnu::always_inline]] inline T exchange(T* p, T value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  if (!has_atomic_instructions) [[unlikely]]
    return __atomic_exchange_n(p, value, __ATOMIC_ACQ_REL);
  T old;
  if constexpr (sizeof(T) == 8)
    asm volatile(".arch_extension lse\n\tswpal %x2, %x0, %1" : "=r"(old), "+Q"(*p) : "r"(value) : "memory");
  else
    asm volatile(".arch_extension lse\n\tswpal %w2, %w0, %1" : "=r"(old), "+Q"(*p) : "r"(value) : "memory");
  return old;
}

template <class T>
[[gnu::always_inline]] inline T compare_exchange(T* p, T expected, T value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  if (!has_atomic_instructions) [[unlikely]] {
    __atomic_compare_exchange_n(p, &expected, value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return expected;
  }
  if constexpr (sizeof(T) == 8)
    asm volatile(".arch_extension lse\n\tcasal %x0, %x2, %1" : "+r"(expected), "+Q"(*p) : "r"(value) : "memory");
  else
    asm volatile(".arch_extension lse\n\tcasal %w0, %w2, %1" : "+r"(expected), "+Q"(*p) : "r"(value) : "memory");
  return expected;
}

/// Reads a word that other threads change, without order. For a relaxed atomic load the compiler would first add the
/// word's offset to the address of its object.
template <class T>
[[gnu::always_inline]] inline T peek(const T& word) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  T value;
  if constexpr (sizeof(T) == 8)
    asm volatile("ldr %x0, %1" : "=r"(value) : "m"(word));
  else
    asm volatile("ldr %w0, %1" : "=r"(value) : "m"(word));
  return value;
}

/// Takes a lock that is free (0), with acquire order. May fail although it is: so it takes three instructions on any core.
[[gnu::always_inline]] inline bool try_take(std::uint32_t* lock) {
  std::uint32_t held;
  asm volatile("ldaxr %w0, %1\n\tcbnz %w0, 1f\n\tstxr %w0, %w2, %1\n1:"
               : "=&r"(held), "+Q"(*lock)
               : "r"(1)
               : "memory");
  return held == 0;
}

/// Adds 1 to a count that is `from`, with acquire and release order. May fail although it is, as try_take().
[[gnu::always_inline]] inline bool try_step(std::uint64_t* count, std::uint64_t from) {
  std::uint64_t failed;
  asm volatile("ldaxr %0, %1\n\teor %0, %0, %2\n\tcbnz %0, 1f\n\tstlxr %w0, %3, %1\n1:"
               : "=&r"(failed), "+Q"(*count)
               : "r"(from), "r"(from + 1)
               : "memory");
  return failed == 0;
}

}  // namespace isthmus::base
