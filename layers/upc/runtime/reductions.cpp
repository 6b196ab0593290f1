// upc_all_reduceT and upc_all_prefix_reduceT. Each thread combines what is its own, and the threads then combine one value each, or
// one a block, in as many rounds of messages as doubling needs to reach all of them.
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

/// This thread's part of an array: every threads()-th block, beginning with the one whose number is its position. Positions count
/// threads from the one with the first block, so that blocks of one row follow one another as positions do.
class Share {
 public:
  explicit Share(const Array& array)
      : array_(array), position_((me() + threads() - upcr_thread(array.start)) % threads()) {}

  uint64_t position() const { return position_; }
  uint64_t rows() const { return rows_at(position_); }
  /// The number of blocks at a position.
  uint64_t rows_at(uint64_t position) const {
    return array_.blocks() > position ? (array_.blocks() - position + threads() - 1) / threads() : 0;
  }
  uint64_t block(uint64_t row) const { return row * threads() + position_; }
  uint64_t length(uint64_t row) const { return array_.end_of(block(row)) - array_.first_of(block(row)); }
  static int thread_at(const Array& array, uint64_t position) { return static_cast<int>((upcr_thread(array.start) + position) % threads()); }

 private:
  const Array& array_;
  const uint64_t position_;
};

/// Symmetric memory for the partial results of one call: for each round of messages and for two lists of this thread's own. A small
/// one is kept for the next call, which begins when all threads have ended this one.
class Rounds {
 public:
  explicit Rounds(uint64_t bytes) : bytes_(bytes), call_(++calls) {
    uint64_t count = 2;
    while (uint64_t{1} << (count - 2) < threads()) ++count;
    const uint64_t all = bytes * count;
    if (all <= kKept && !kept) kept = static_cast<char*>(shmem_malloc(kKept));
    memory_ = all <= kKept ? kept : static_cast<char*>(shmem_malloc(all));
    if (!memory_) fatal("a reduction finds no %lu bytes of symmetric memory: set SHMEM_SYMMETRIC_SIZE higher", all);
  }
  ~Rounds() {
    if (memory_ != kept) shmem_free(memory_);
  }
  Rounds(const Rounds&) = delete;
  Rounds& operator=(const Rounds&) = delete;

  char* own() { return memory_; }
  char* other() { return memory_ + bytes_; }
  void send(uint64_t round, int thread) {
    shmem_putmem_signal(slot(round), own(), bytes_, &head()->reduced[round], call_, SHMEM_SIGNAL_SET, thread);
  }
  const char* receive(uint64_t round) {
    shmem_uint64_wait_until(&head()->reduced[round], SHMEM_CMP_GE, call_);
    return slot(round);
  }

 private:
  static constexpr uint64_t kKept = 4096;
  static inline char* kept = nullptr;
  static inline uint64_t calls = 0;

  char* slot(uint64_t round) { return memory_ + (round + 2) * bytes_; }

  const uint64_t bytes_, call_;
  char* memory_;
};

template <typename T>
T reduce_block(const Array& from, const Share& share, uint64_t row, uint64_t operation, T (*function)(T, T)) {
  const T* elements = reinterpret_cast<const T*>(symmetric(from.at(share.block(row))));
  T value = elements[0];
  for (uint64_t i = 1; i < share.length(row); ++i) value = combine(operation, value, elements[i], function);
  return value;
}

/// Lists of values, one at each position, become one at position 0: in each round every other one of those left gives its list to
/// the one before it. The order of the values is kept. count_at says how many values a position has, not more than one before it.
template <typename T, typename Count>
void reduce_positions(const Array& from, uint64_t position, Count count_at, Rounds& rounds, uint64_t operation, T (*function)(T, T)) {
  T* mine = reinterpret_cast<T*>(rounds.own());
  uint64_t round = 0;
  for (uint64_t step = 1; step < threads() && count_at(position) > 0; step *= 2, ++round) {
    if (position % (2 * step) == step) return rounds.send(round, Share::thread_at(from, position - step));
    if (position + step >= threads() || count_at(position + step) == 0) continue;
    const T* received = reinterpret_cast<const T*>(rounds.receive(round));
    for (uint64_t i = 0; i < count_at(position + step); ++i) mine[i] = combine(operation, mine[i], received[i], function);
  }
}

/// Where the order of the operands matters, each row of blocks has a value of its own until the end.
template <typename T>
void reduce(upcr_pointer to, upcr_pointer start, uint64_t operation, size_t elements, size_t block, T (*function)(T, T), int flags) {
  Collective call(flags & ~UPC_OUT_NOSYNC);
  if (elements == 0) return;
  const Array from{.start = start, .elements = elements, .block = block, .size = sizeof(T)};
  const Share share(from);
  const bool ordered = operation == UPC_NONCOMM_FUNC;
  const auto count_at = [&](uint64_t position) { return ordered ? share.rows_at(position) : uint64_t{share.rows_at(position) > 0}; };
  Rounds rounds(count_at(0) * sizeof(T));
  T* mine = reinterpret_cast<T*>(rounds.own());
  for (uint64_t row = 0; row < share.rows(); ++row) {
    const T value = reduce_block(from, share, row, operation, function);
    if (ordered) mine[row] = value;
    else *mine = row > 0 ? combine(operation, *mine, value, function) : value;
  }
  reduce_positions(from, share.position(), count_at, rounds, operation, function);
  if (share.position() != 0) return;
  T all = mine[0];
  for (uint64_t row = 1; row < count_at(0); ++row) all = combine(operation, all, mine[row], function);
  upc_memput(to, &all, sizeof(T));
}

/// Writes prefixes of one block to where they belong, in runs.
template <typename T>
class PrefixWriter {
 public:
  explicit PrefixWriter(upcr_pointer to) : to_(to) {}
  ~PrefixWriter() { flush(); }
  PrefixWriter(const PrefixWriter&) = delete;
  PrefixWriter& operator=(const PrefixWriter&) = delete;

  void write(T value) {
    run_[length_++] = value;
    if (length_ == kRun) flush();
  }

 private:
  static constexpr uint64_t kRun = 256;
  void flush() {
    if (length_) upc_memput(to_, run_, length_ * sizeof(T));
    to_ += length_ * sizeof(T);
    length_ = 0;
  }
  upcr_pointer to_;
  uint64_t length_ = 0;
  T run_[kRun];
};

/// For every row, what is before this thread's block of that row: each round adds the blocks of twice as many positions. Afterwards
/// `mine` has the prefix up to and with the thread's own block.
template <typename T>
void scan_positions(const Array& from, const Share& share, T* mine, T* before, Rounds& rounds, uint64_t operation, T (*function)(T, T)) {
  uint64_t round = 0;
  for (uint64_t step = 1; step < threads(); step *= 2, ++round) {
    if (share.position() + step < threads()) rounds.send(round, Share::thread_at(from, share.position() + step));
    if (share.position() < step) continue;
    const T* received = reinterpret_cast<const T*>(rounds.receive(round));
    for (uint64_t row = 0; row < share.rows(); ++row) {
      before[row] = step > 1 ? combine(operation, received[row], before[row], function) : received[row];
      mine[row] = combine(operation, received[row], mine[row], function);
    }
  }
}

template <typename T>
void prefix_reduce(upcr_pointer to, upcr_pointer start, uint64_t operation, size_t elements, size_t block, T (*function)(T, T), int flags) {
  Collective call(flags & ~UPC_OUT_NOSYNC);
  if (elements == 0) return;
  const Array from{.start = start, .elements = elements, .block = block, .size = sizeof(T)};
  const Array result{.start = to, .elements = elements, .block = block, .size = sizeof(T)};
  const Share share(from);
  const uint64_t bytes = share.rows_at(0) * sizeof(T);
  Rounds rounds(bytes);
  T* mine = reinterpret_cast<T*>(rounds.own());
  T* before = static_cast<T*>(malloc(bytes));
  if (!before) fatal("no %lu bytes of memory for a prefix reduction", bytes);
  for (uint64_t row = 0; row < share.rows(); ++row) mine[row] = reduce_block(from, share, row, operation, function);
  scan_positions(from, share, mine, before, rounds, operation, function);
  // The last position knows what whole rows come to, but for the last row, which nothing follows.
  shmem_broadcastmem(SHMEM_TEAM_WORLD, rounds.other(), mine, bytes, Share::thread_at(from, threads() - 1));
  const T* row_totals = reinterpret_cast<const T*>(rounds.other());
  T above{};  // all rows above
  for (uint64_t row = 0; row < share.rows(); ++row) {
    const T* source = reinterpret_cast<const T*>(symmetric(from.at(share.block(row))));
    PrefixWriter<T> writer(result.at(share.block(row)));
    T value{};
    bool any = row > 0;
    if (any) value = above;
    if (share.position() > 0) value = any ? combine(operation, value, before[row], function) : before[row];
    any |= share.position() > 0;
    for (uint64_t i = 0; i < share.length(row); ++i, any = true) {
      value = any ? combine(operation, value, source[i], function) : source[i];
      writer.write(value);
    }
    if (row + 1 == share.rows()) break;  // the last row may have no total
    above = row > 0 ? combine(operation, above, row_totals[row], function) : row_totals[row];
  }
  free(before);
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
