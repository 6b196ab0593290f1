// Put with signal of every type and size, blocking and not, both operators, on heap and static memory, without a
// context and on three kinds of context: data and word arrive, and nothing else changes.
#include "program.h"

namespace {

shmem_ctx_t on;
bool on_reversed;
int number(int pe) { return on_reversed ? n - 1 - pe : pe; }

using PutSignal = void (*)(void*, const void*, size_t, uint64_t*, uint64_t, int, int);
struct Form {
  size_t element;
  PutSignal blocking, nbi;
};

#define PLAIN(FUNCTION, TYPE)                                                                                 \
  [](void* d, const void* s, size_t count, uint64_t* word, uint64_t value, int op, int pe) {                  \
    shmem_##FUNCTION(static_cast<TYPE*>(d), static_cast<const TYPE*>(s), count, word, value, op, number(pe)); \
  }
#define ON(FUNCTION, TYPE)                                                                                            \
  [](void* d, const void* s, size_t count, uint64_t* word, uint64_t value, int op, int pe) {                          \
    shmem_ctx_##FUNCTION(on, static_cast<TYPE*>(d), static_cast<const TYPE*>(s), count, word, value, op, number(pe)); \
  }
#define TYPED(NAME, TYPE) {sizeof(TYPE), PLAIN(NAME##_put_signal, TYPE), PLAIN(NAME##_put_signal_nbi, TYPE)},
#define SIZED(BITS, BYTES) {BYTES, PLAIN(put##BITS##_signal, void), PLAIN(put##BITS##_signal_nbi, void)},
#define TYPED_ON(NAME, TYPE) {sizeof(TYPE), ON(NAME##_put_signal, TYPE), ON(NAME##_put_signal_nbi, TYPE)},
#define SIZED_ON(BITS, BYTES) {BYTES, ON(put##BITS##_signal, void), ON(put##BITS##_signal_nbi, void)},
const Form forms[] = {ISTHMUS_RMA_TYPES(TYPED)
                          ISTHMUS_SIZES(SIZED){1, PLAIN(putmem_signal, void), PLAIN(putmem_signal_nbi, void)}};
const Form forms_on[] = {ISTHMUS_RMA_TYPES(TYPED_ON)
                             ISTHMUS_SIZES(SIZED_ON){1, ON(putmem_signal, void), ON(putmem_signal_nbi, void)}};

constexpr size_t count = 7, row_bytes = 8 * 16;
using Row = unsigned char[row_bytes];

// A row and a signal word for each sending PE.
struct Mailbox {
  alignas(16) Row rows[max_pes];
  uint64_t words[max_pes];
};
Mailbox static_box;

void check(const Form& form, Mailbox* box, uint64_t* words, bool nbi, int op, uint64_t seed) {
  const PutSignal put = nbi ? form.nbi : form.blocking;
  memset(box->rows, 0xa5, sizeof box->rows);
  for (int from = 0; from < n; ++from) words[from] = 1000;
  shmem_barrier_all();
  alignas(16) Row sources[max_pes];
  for (int pe = 0; pe < n; ++pe) {
    fill_pattern(sources[pe], row_bytes, seed, me, pe);
    put(box->rows[me], sources[pe], count, &words[me], 7, op, pe);
  }
  for (int from = 0; from < n; ++from) {
    const uint64_t expected = op == SHMEM_SIGNAL_ADD ? 1007 : 7;
    EXPECT_EQ(shmem_signal_wait_until(&words[from], SHMEM_CMP_NE, 1000), expected);
    Row row;
    memset(row, 0xa5, row_bytes);
    fill_pattern(row, count * form.element, seed, from, me);
    EXPECT_SAME(box->rows[from], row, row_bytes);
  }
  if (on != SHMEM_CTX_INVALID) shmem_ctx_quiet(on);
  shmem_barrier_all();
}

// Data and signal word in the same kind of memory, and in different kinds.
template <size_t N>
void check_all(const Form (&table)[N], Mailbox* heap, uint64_t seed) {
  for (const Form& form : table) {
    check(form, heap, heap->words, false, SHMEM_SIGNAL_SET, seed += 10);
    check(form, heap, static_box.words, true, SHMEM_SIGNAL_ADD, seed += 10);
    check(form, &static_box, static_box.words, true, SHMEM_SIGNAL_SET, seed += 10);
    check(form, &static_box, heap->words, false, SHMEM_SIGNAL_ADD, seed += 10);
  }
}

}  // namespace

int main() {
  begin();
  auto* heap = static_cast<Mailbox*>(shmem_align(16, sizeof(Mailbox)));
  check_all(forms, heap, 1);
  shmem_ctx_t created, of_team;
  const shmem_team_t reversed = reversed_world();
  EXPECT_EQ(shmem_ctx_create(0, &created), 0);
  EXPECT_EQ(shmem_team_create_ctx(reversed, 0, &of_team), 0);
  for (const shmem_ctx_t context : {SHMEM_CTX_DEFAULT, created, of_team}) {
    on = context;
    on_reversed = context == of_team;
    check_all(forms_on, heap, 100000);
  }
  shmem_ctx_destroy(of_team);
  shmem_team_destroy(reversed);
  shmem_ctx_destroy(created);
  shmem_free(heap);
  return end();
}
