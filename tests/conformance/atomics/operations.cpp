// Every atomic operation of every type that has it, blocking and non-blocking, on heap and static targets of every PE,
// without a context and on three kinds of context. Each PE has a word of its own on every PE, so that each result is
// known; what happens under contention is in contention.c.
#include <type_traits>

#include "program.h"

namespace {

shmem_ctx_t on;
bool on_reversed;
int number(int pe) { return on_reversed ? n - 1 - pe : pe; }

template <class T>
struct Extended {
  T (*fetch)(const T*, int);
  void (*fetch_nbi)(T*, const T*, int);
  void (*set)(T*, T, int);
  T (*swap)(T*, T, int);
  void (*swap_nbi)(T*, T*, T, int);
};
template <class T>
struct Standard {
  T (*compare_swap)(T*, T, T, int);
  void (*compare_swap_nbi)(T*, T*, T, T, int);
  void (*add)(T*, T, int);
  T (*fetch_add)(T*, T, int);
  void (*fetch_add_nbi)(T*, T*, T, int);
  void (*inc)(T*, int);
  T (*fetch_inc)(T*, int);
  void (*fetch_inc_nbi)(T*, T*, int);
};
template <class T>
struct Bitwise {
  void (*forget[3])(T*, T, int);
  T (*fetch[3])(T*, T, int);
  void (*fetch_nbi[3])(T*, T*, T, int);
};

// Arguments in the type's whole range; `k` is the number of the call.
template <class T>
T value(uint64_t seed, int from, int to, size_t k) {
  const uint64_t bits = pattern(seed, from, to, k);
  if constexpr (std::is_floating_point_v<T>) return static_cast<T>(static_cast<int64_t>(bits >> 40)) / 8;
  return static_cast<T>(bits);
}

void complete() {
  if (on == SHMEM_CTX_INVALID)
    shmem_quiet();
  else
    shmem_ctx_quiet(on);
}

template <class T>
T wrapping_add(T a, T b) {
  using U = std::make_unsigned_t<T>;
  return static_cast<T>(static_cast<U>(static_cast<U>(a) + static_cast<U>(b)));
}

template <class T>
void check(const Extended<T>& op, T* words, uint64_t seed) {
  for (int pe = 0; pe < n; ++pe) {
    const auto v = [&](size_t k) { return value<T>(seed, me, pe, k); };
    T* word = words + me;
    const int to = number(pe);
    op.set(word, v(0), to);
    complete();
    EXPECT(op.fetch(word, to) == v(0));
    EXPECT(op.swap(word, v(1), to) == v(0));
    T old = v(9);
    op.fetch_nbi(&old, word, to);
    complete();
    EXPECT(old == v(1));
    op.swap_nbi(&old, word, v(2), to);
    complete();
    EXPECT(old == v(1));
    EXPECT(op.fetch(word, to) == v(2));
  }
}

template <class T>
void check(const Standard<T>& op, T* words, uint64_t seed, T (*fetch)(const T*, int), void (*set)(T*, T, int)) {
  for (int pe = 0; pe < n; ++pe) {
    const auto v = [&](size_t k) { return value<T>(seed, me, pe, k); };
    T* word = words + me;
    const int to = number(pe);
    set(word, v(0), to);
    complete();
    EXPECT(op.compare_swap(word, v(1), v(2), to) == v(0));  // differs: nothing is written
    EXPECT(op.compare_swap(word, v(0), v(2), to) == v(0));
    T old = v(9), expected = v(2);
    op.compare_swap_nbi(&old, word, v(3), v(4), to);
    complete();
    EXPECT(old == expected);
    op.compare_swap_nbi(&old, word, v(2), v(4), to);
    complete();
    EXPECT(old == expected);
    expected = wrapping_add(v(4), v(5));
    op.add(word, v(5), to);
    complete();
    EXPECT(op.fetch_add(word, v(6), to) == expected);
    expected = wrapping_add(expected, v(6));
    op.fetch_add_nbi(&old, word, v(7), to);
    complete();
    EXPECT(old == expected);
    expected = wrapping_add(wrapping_add(expected, v(7)), T{1});
    op.inc(word, to);
    complete();
    EXPECT(op.fetch_inc(word, to) == expected);
    expected = wrapping_add(expected, T{1});
    op.fetch_inc_nbi(&old, word, to);
    complete();
    EXPECT(old == expected);
    EXPECT(fetch(word, to) == wrapping_add(expected, T{1}));
  }
}

template <class T>
T model(int operation, T a, T b) {
  return static_cast<T>(operation == 0 ? a & b : operation == 1 ? a | b : a ^ b);
}

template <class T>
void check(const Bitwise<T>& op, T* words, uint64_t seed, T (*fetch)(const T*, int), void (*set)(T*, T, int)) {
  for (int pe = 0; pe < n; ++pe)
    for (int which = 0; which < 3; ++which) {
      const auto v = [&](size_t k) { return value<T>(seed + static_cast<uint64_t>(which), me, pe, k); };
      T* word = words + me;
      const int to = number(pe);
      set(word, v(0), to);
      complete();
      op.forget[which](word, v(1), to);
      complete();
      const T expected = model(which, v(0), v(1));
      EXPECT(op.fetch[which](word, v(2), to) == expected);
      EXPECT(fetch(word, to) == model(which, expected, v(2)));
      set(word, v(3), to);
      complete();
      T old = v(9);
      op.fetch_nbi[which](&old, word, v(4), to);
      complete();
      EXPECT(old == v(3));
      EXPECT(fetch(word, to) == model(which, v(3), v(4)));
    }
}

alignas(8) unsigned char statics[max_pes * 8];
void* heap;

// Runs on heap and static memory; the barriers keep a PE from the next type's words until all have finished.
template <class T, class Op, class... More>
void check_everywhere(const Op& op, uint64_t seed, More... more) {
  check(op, static_cast<T*>(heap), seed, more...);
  check(op, reinterpret_cast<T*>(statics), seed + 10, more...);
  shmem_barrier_all();
}

// Stateless lambdas give all calls the same signature, with or without the context `on`.
#define PLAIN(FUNCTION) [](auto... arguments) { return shmem_##FUNCTION(arguments...); }
#define ON(FUNCTION) [](auto... arguments) { return shmem_ctx_##FUNCTION(on, arguments...); }
#define EXTENDED_OPS(HOW, NAME)                                                                              \
  {                                                                                                          \
    HOW(NAME##_atomic_fetch), HOW(NAME##_atomic_fetch_nbi), HOW(NAME##_atomic_set), HOW(NAME##_atomic_swap), \
        HOW(NAME##_atomic_swap_nbi)                                                                          \
  }
#define STANDARD_OPS(HOW, NAME)                                                                   \
  {                                                                                               \
    HOW(NAME##_atomic_compare_swap), HOW(NAME##_atomic_compare_swap_nbi), HOW(NAME##_atomic_add), \
        HOW(NAME##_atomic_fetch_add), HOW(NAME##_atomic_fetch_add_nbi), HOW(NAME##_atomic_inc),   \
        HOW(NAME##_atomic_fetch_inc), HOW(NAME##_atomic_fetch_inc_nbi)                            \
  }
#define BITWISE_OPS(HOW, NAME)                                                                            \
  {                                                                                                       \
    {HOW(NAME##_atomic_and), HOW(NAME##_atomic_or), HOW(NAME##_atomic_xor)},                              \
        {HOW(NAME##_atomic_fetch_and), HOW(NAME##_atomic_fetch_or), HOW(NAME##_atomic_fetch_xor)}, {      \
      HOW(NAME##_atomic_fetch_and_nbi), HOW(NAME##_atomic_fetch_or_nbi), HOW(NAME##_atomic_fetch_xor_nbi) \
    }                                                                                                     \
  }

#define CHECK_EXTENDED(HOW, NAME, TYPE) check_everywhere<TYPE>(Extended<TYPE> EXTENDED_OPS(HOW, NAME), seed += 100);
#define CHECK_STANDARD(HOW, NAME, TYPE) \
  check_everywhere<TYPE>(Standard<TYPE> STANDARD_OPS(HOW, NAME), seed += 100, NAME##_fetch_at, NAME##_set_at);

// fetch and set of PE numbers as `on` has them.
#define WORLD_FORMS(NAME, TYPE)                                                                            \
  TYPE NAME##_fetch_at(const TYPE* word, int pe) { return shmem_##NAME##_atomic_fetch(word, number(pe)); } \
  void NAME##_set_at(TYPE* word, TYPE v, int pe) {                                                         \
    shmem_##NAME##_atomic_set(word, v, number(pe));                                                        \
    shmem_quiet();                                                                                         \
  }
ISTHMUS_SYNC_TYPES(WORLD_FORMS)

#define CHECK_BITWISE(HOW, NAME, TYPE) \
  check_everywhere<TYPE>(Bitwise<TYPE> BITWISE_OPS(HOW, NAME), seed += 100, NAME##_fetch_at, NAME##_set_at);

void without_context(uint64_t seed) {
#define ROW(NAME, TYPE) CHECK_EXTENDED(PLAIN, NAME, TYPE)
  ISTHMUS_AMO_EXTENDED_TYPES(ROW)
#undef ROW
#define ROW(NAME, TYPE) CHECK_STANDARD(PLAIN, NAME, TYPE)
  ISTHMUS_SYNC_TYPES(ROW)
#undef ROW
#define ROW(NAME, TYPE) CHECK_BITWISE(PLAIN, NAME, TYPE)
  ISTHMUS_AMO_BITWISE_TYPES(ROW)
#undef ROW
}

void with_context(uint64_t seed) {
#define ROW(NAME, TYPE) CHECK_EXTENDED(ON, NAME, TYPE)
  ISTHMUS_AMO_EXTENDED_TYPES(ROW)
#undef ROW
#define ROW(NAME, TYPE) CHECK_STANDARD(ON, NAME, TYPE)
  ISTHMUS_SYNC_TYPES(ROW)
#undef ROW
#define ROW(NAME, TYPE) CHECK_BITWISE(ON, NAME, TYPE)
  ISTHMUS_AMO_BITWISE_TYPES(ROW)
#undef ROW
}

}  // namespace

int main() {
  begin();
  heap = shmem_calloc(max_pes, 8);
  without_context(1);
  shmem_ctx_t created, of_team;
  const shmem_team_t reversed = reversed_world();
  EXPECT_EQ(shmem_ctx_create(0, &created), 0);
  EXPECT_EQ(shmem_team_create_ctx(reversed, 0, &of_team), 0);
  int number_of_context = 2;
  for (const shmem_ctx_t context : {SHMEM_CTX_DEFAULT, created, of_team}) {
    if (!is_one_of_some(number_of_context--)) continue;
    on = context;
    on_reversed = context == of_team;
    with_context(100000);
  }
  shmem_free(heap);
  return end();
}
