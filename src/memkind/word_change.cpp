#include "memkind/word_change.hpp"

#include <cstring>

#include "memkind/copies.hpp"

namespace isthmus::memkind {
namespace {

template <class T>
T change(T* word, const WordChange& change) {
  const T operand = static_cast<T>(change.operand);
  switch (change.operation) {
    case kernels::word_change::compare_swap: {
      T seen = static_cast<T>(change.compare);
      __atomic_compare_exchange_n(word, &seen, operand, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
      return seen;
    }
    case kernels::word_change::add:
      return __atomic_fetch_add(word, operand, __ATOMIC_ACQ_REL);
    case kernels::word_change::bit_and:
      return __atomic_fetch_and(word, operand, __ATOMIC_ACQ_REL);
    case kernels::word_change::bit_or:
      return __atomic_fetch_or(word, operand, __ATOMIC_ACQ_REL);
    case kernels::word_change::bit_xor:
      return __atomic_fetch_xor(word, operand, __ATOMIC_ACQ_REL);
    default:
      return __atomic_exchange_n(word, operand, __ATOMIC_ACQ_REL);
  }
}

}  // namespace

bool change_by_kernel(const Kind& kind, TurnQueue& queue, void* word, const WordChange& change, std::uint64_t& old) {
  const Staging result(kind, sizeof old);
  if (!result.pinned() || !kind.device->launch) return false;
  kernels::Work work{};
  work.to[0] = reinterpret_cast<kernels::Address>(word);
  work.to[1] = reinterpret_cast<kernels::Address>(result.get());
  work.from[kernels::word_change::operation] = change.operation;
  work.from[kernels::word_change::operand] = change.operand;
  work.from[kernels::word_change::compare] = change.compare;
  work.threads = kernels::kBlock;
  const kernels::Type type = change.bytes == sizeof(std::uint32_t) ? kernels::Type::u32 : kernels::Type::u64;
  bool launched = false;
  queue.run(*kind.device, [&](Queue* on) {
    launched = kind.device->launch(on, {kernels::Operation::change, type}, work);
  });
  if (launched) std::memcpy(&old, result.get(), sizeof old);
  return launched;
}

std::uint64_t change_here(void* word, const WordChange& what) {
  return what.bytes == sizeof(std::uint32_t) ? change(static_cast<std::uint32_t*>(word), what)
                                             : change(static_cast<std::uint64_t*>(word), what);
}

}  // namespace isthmus::memkind
