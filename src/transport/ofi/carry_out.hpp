// Atomics that a target's progress carries out with CPU atomics.
#pragma once
#include <cstdint>

#include "transport/ofi/endpoint.hpp"

namespace isthmus::ofi {

/// Returns the old value; 0 where the operation does not fetch.
template <class T>
std::uint64_t carry_out(Atomic op, void* place, std::uint64_t wide_operand, std::uint64_t compare) {
  auto* target = static_cast<T*>(place);
  const auto operand = static_cast<T>(wide_operand);
  switch (op) {
    case Atomic::fetch:
      return __atomic_load_n(target, __ATOMIC_ACQUIRE);
    case Atomic::set:
      __atomic_store_n(target, operand, __ATOMIC_RELEASE);
      return 0;
    case Atomic::swap:
      return __atomic_exchange_n(target, operand, __ATOMIC_ACQ_REL);
    case Atomic::compare_swap: {
      auto expected = static_cast<T>(compare);
      __atomic_compare_exchange_n(target, &expected, operand, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
      return expected;
    }
    case Atomic::add:
      return __atomic_fetch_add(target, operand, __ATOMIC_ACQ_REL);
    case Atomic::bit_and:
      return __atomic_fetch_and(target, operand, __ATOMIC_ACQ_REL);
    case Atomic::bit_or:
      return __atomic_fetch_or(target, operand, __ATOMIC_ACQ_REL);
    case Atomic::bit_xor:
      return __atomic_fetch_xor(target, operand, __ATOMIC_ACQ_REL);
  }
  return 0;
}

}  // namespace isthmus::ofi
