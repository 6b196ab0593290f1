// One atomic operation on memory that this process maps, by the processor's own atomic instructions. All operations on
// a word are done so, by ranks of its node or by its owner, and hence agree.
#pragma once
#include <gasnet_fwd.h>

#include <bit>
#include <cstdint>
#include <type_traits>

namespace isthmus::gasnet {

inline constexpr gex_OP_t kFetchingOps = GEX_OP_FADD | GEX_OP_FMULT | GEX_OP_FMIN | GEX_OP_FMAX | GEX_OP_FSUB |
                                         GEX_OP_FINC | GEX_OP_FDEC | GEX_OP_FAND | GEX_OP_FOR | GEX_OP_FXOR |
                                         GEX_OP_FCAS | GEX_OP_SWAP;
inline constexpr bool fetches(gex_OP_t op) { return op & (kFetchingOps | GEX_OP_GET); }

template <class T>
using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

/// The new value. Integers wrap around: their arithmetic is unsigned.
template <class T>
T compute(gex_OP_t op, T old, T operand) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    const U a = static_cast<U>(old), b = static_cast<U>(operand);
    switch (op) {
      case GEX_OP_ADD:
        return static_cast<T>(a + b);
      case GEX_OP_SUB:
        return static_cast<T>(a - b);
      case GEX_OP_MULT:
        return static_cast<T>(a * b);
      case GEX_OP_INC:
        return static_cast<T>(a + 1);
      case GEX_OP_DEC:
        return static_cast<T>(a - 1);
      case GEX_OP_AND:
        return static_cast<T>(a & b);
      case GEX_OP_OR:
        return static_cast<T>(a | b);
      case GEX_OP_XOR:
        return static_cast<T>(a ^ b);
      default:
        break;
    }
  } else {
    switch (op) {
      case GEX_OP_ADD:
        return old + operand;
      case GEX_OP_SUB:
        return old - operand;
      case GEX_OP_MULT:
        return old * operand;
      case GEX_OP_INC:
        return old + 1;
      case GEX_OP_DEC:
        return old - 1;
      default:
        break;
    }
  }
  if (op == GEX_OP_MIN) return old < operand ? old : operand;
  if (op == GEX_OP_MAX) return old > operand ? old : operand;
  return old;
}

/// Does the operation, and returns the value before it. Values of CAS are compared as bits.
template <class T>
T apply(void* address, gex_OP_t opcode, T operand1, T operand2) {
  auto* const word = static_cast<Bits<T>*>(address);
  const auto bits = [](T value) { return std::bit_cast<Bits<T>>(value); };
  const auto value = [](Bits<T> word_bits) { return std::bit_cast<T>(word_bits); };
  const gex_OP_t op = opcode & kFetchingOps ? GEX_OP_TO_NONFETCHING(opcode) : opcode;
  if constexpr (std::is_integral_v<T>) {
    switch (op) {
      case GEX_OP_ADD:
        return value(__atomic_fetch_add(word, bits(operand1), __ATOMIC_RELAXED));
      case GEX_OP_SUB:
        return value(__atomic_fetch_sub(word, bits(operand1), __ATOMIC_RELAXED));
      case GEX_OP_INC:
        return value(__atomic_fetch_add(word, Bits<T>{1}, __ATOMIC_RELAXED));
      case GEX_OP_DEC:
        return value(__atomic_fetch_sub(word, Bits<T>{1}, __ATOMIC_RELAXED));
      case GEX_OP_AND:
        return value(__atomic_fetch_and(word, bits(operand1), __ATOMIC_RELAXED));
      case GEX_OP_OR:
        return value(__atomic_fetch_or(word, bits(operand1), __ATOMIC_RELAXED));
      case GEX_OP_XOR:
        return value(__atomic_fetch_xor(word, bits(operand1), __ATOMIC_RELAXED));
      default:
        break;
    }
  }
  if (op == GEX_OP_GET) return value(__atomic_load_n(word, __ATOMIC_RELAXED));
  if (op == GEX_OP_SET) return value(__atomic_exchange_n(word, bits(operand1), __ATOMIC_RELAXED));
  Bits<T> old = op == GEX_OP_CAS ? bits(operand1) : __atomic_load_n(word, __ATOMIC_RELAXED);
  if (op == GEX_OP_CAS) {
    __atomic_compare_exchange_n(word, &old, bits(operand2), false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return value(old);
  }
  while (!__atomic_compare_exchange_n(word, &old, bits(compute(op, value(old), operand1)), true, __ATOMIC_RELAXED,
                                      __ATOMIC_RELAXED)) {
  }
  return value(old);
}

}  // namespace isthmus::gasnet
