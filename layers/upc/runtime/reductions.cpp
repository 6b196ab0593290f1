// upc_all_reduceT and upc_all_prefix_reduceT. Each thread combines runs of its own elements; thread 0's, or each thread's, share of
// the rest works on one value a block.
#include <isthmus_upc/collective_operations.h>

#include <cstdlib>
#include <type_traits>

#include "collectives.hpp"

namespace isthmus::upc {
namespace {

template <typename T>
T combine(uint64_t operation, T a, T b, T (*function)(T, T)) {
  switch (operation) {
    case UPC_ADD: return static_cast<T>(a + b);
    case UPC_MULT: return static_cast<T>(a * b);
    case UPC_LOGAND: return static_cast<T>(a && b);
    case UPC_LOGOR: return static_cast<T>(a || b);
    case UPC_MIN: return a < b ? a : b;
    case UPC_MAX: return a > b ? a : b;
    case UPC_FUNC:
    case UPC_NONCOMM_FUNC: return function(a, b);
    default: break;
  }
  if constexpr (std::is_integral_v<T>) {
    if (operation == UPC_AND) return static_cast<T>(a & b);
    if (operation == UPC_OR) return static_cast<T>(a | b);
    if (operation == UPC_XOR) return static_cast<T>(a ^ b);
  }
  fatal("a reduction with operation %lu, which this type does not have", operation);
}

/// An array of blocks that begins at some thread and phase, as the functions are given it. Block 0 lies whole in one thread.
struct Array {
  upcr_pointer start;
  uint64_t elements, block, size;

  /// Blocks and parts of blocks: the first one may begin in its middle.
  uint64_t blocks() const { return block ? (upcr_phase(start) + elements + block - 1) / block : 1; }
  uint64_t first_of(uint64_t number) const { return number == 0 || !block ? 0 : number * block - upcr_phase(start); }
  uint64_t end_of(uint64_t number) const {
    const uint64_t end = block ? (number + 1) * block - upcr_phase(start) : elements;
    return end < elements ? end : elements;
  }
  uint64_t thread_of(uint64_t number) const { return (upcr_thread(start) + number) % threads(); }
  /// The first element of a block, in its thread.
  upcr_pointer at(uint64_t number) const {
    const uint64_t row = (upcr_thread(start) + number) / threads();
    const uint64_t begin = upcr_offset(start) - (block ? upcr_phase(start) * size : 0);
    return pointer(thread_of(number), begin + row * block * size + (number == 0 && block ? upcr_phase(start) * size : 0));
  }
};

/// One value for each block, in the memory of every thread, for as long as a call lasts.
template <typename T>
class BlockValues {
 public:
  explicit BlockValues(uint64_t count) : values_(static_cast<T*>(shmem_malloc(count * sizeof(T)))) {
    if (!values_) fatal("a reduction over %lu blocks finds no symmetric memory: set SHMEM_SYMMETRIC_SIZE higher", count);
  }
  ~BlockValues() { shmem_free(values_); }
  BlockValues(const BlockValues&) = delete;
  BlockValues& operator=(const BlockValues&) = delete;

  T& operator[](uint64_t number) { return values_[number]; }
  void send(uint64_t number, uint64_t thread) { shmem_putmem(&values_[number], &values_[number], sizeof(T), static_cast<int>(thread)); }

 private:
  T* values_;
};

template <typename T>
void reduce_own_blocks(const Array& from, BlockValues<T>& values, uint64_t operation, T (*function)(T, T)) {
  for (uint64_t number = 0; number < from.blocks(); ++number) {
    if (from.thread_of(number) != me()) continue;
    const T* elements = reinterpret_cast<const T*>(symmetric(from.at(number)));
    T value = elements[0];
    for (uint64_t i = 1; i < from.end_of(number) - from.first_of(number); ++i) value = combine(operation, value, elements[i], function);
    values[number] = value;
  }
}

template <typename T>
void reduce(upcr_pointer to, upcr_pointer start, uint64_t operation, size_t elements, size_t block, T (*function)(T, T), int flags) {
  Collective call(flags);
  if (elements == 0) return;
  const Array from{.start = start, .elements = elements, .block = block, .size = sizeof(T)};
  BlockValues<T> values(from.blocks());
  reduce_own_blocks(from, values, operation, function);
  for (uint64_t number = 0; number < from.blocks(); ++number)
    if (from.thread_of(number) == me()) values.send(number, upcr_thread(to));
  barrier();
  if (upcr_thread(to) == me()) {
    T value = values[0];
    for (uint64_t number = 1; number < from.blocks(); ++number) value = combine(operation, value, values[number], function);
    *reinterpret_cast<T*>(symmetric(to)) = value;
  }
}

template <typename T>
void prefix_reduce(upcr_pointer to, upcr_pointer start, uint64_t operation, size_t elements, size_t block, T (*function)(T, T), int flags) {
  Collective call(flags);
  if (elements == 0) return;
  const Array from{.start = start, .elements = elements, .block = block, .size = sizeof(T)};
  const Array result{.start = to, .elements = elements, .block = block, .size = sizeof(T)};
  BlockValues<T> values(from.blocks());
  reduce_own_blocks(from, values, operation, function);
  for (uint64_t number = 0; number < from.blocks(); ++number)
    if (from.thread_of(number) == me())
      for (uint64_t thread = 0; thread < threads(); ++thread) values.send(number, thread);
  barrier();
  T before{};
  for (uint64_t number = 0; number < from.blocks(); ++number) {
    if (from.thread_of(number) == me()) {
      const T* source = reinterpret_cast<const T*>(symmetric(from.at(number)));
      T value{};
      for (uint64_t i = 0; i < from.end_of(number) - from.first_of(number); ++i) {
        if (i > 0) value = combine(operation, value, source[i], function);
        else value = number > 0 ? combine(operation, before, source[i], function) : source[i];
        upc_memput(result.at(number) + i * sizeof(T), &value, sizeof(T));
      }
    }
    before = number > 0 ? combine(operation, before, values[number], function) : values[number];
  }
}

}  // namespace
}  // namespace isthmus::upc

using namespace isthmus::upc;

#define REDUCTIONS(LETTER, TYPE)                                                                                                  \
  extern "C" void upc_all_reduce##LETTER(upcr_pointer to, upcr_pointer from, uint64_t operation, size_t elements, size_t block,   \
                                         TYPE (*function)(TYPE, TYPE), int flags) {                                               \
    reduce<TYPE>(to, from, operation, elements, block, function, flags);                                                          \
  }                                                                                                                               \
  extern "C" void upc_all_prefix_reduce##LETTER(upcr_pointer to, upcr_pointer from, uint64_t operation, size_t elements,          \
                                                size_t block, TYPE (*function)(TYPE, TYPE), int flags) {                          \
    prefix_reduce<TYPE>(to, from, operation, elements, block, function, flags);                                                   \
  }
REDUCTIONS(C, signed char)
REDUCTIONS(UC, unsigned char)
REDUCTIONS(S, short)
REDUCTIONS(US, unsigned short)
REDUCTIONS(I, int)
REDUCTIONS(UI, unsigned)
REDUCTIONS(L, long)
REDUCTIONS(UL, unsigned long)
REDUCTIONS(F, float)
REDUCTIONS(D, double)
REDUCTIONS(LD, long double)
