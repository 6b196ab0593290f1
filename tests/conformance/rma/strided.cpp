// Strided (iput, iget) and block-strided (ibput, ibget) transfers of every type and size, every pair of strides from 1
// to 5, between all pairs of PEs, on heap and static memory, without a context and on three kinds of context. A block
// of one element is iput.
#include <vector>

#include "program.h"

namespace {

// The context of the calls below, and the team that numbers its PEs.
shmem_ctx_t on;
bool on_reversed;
int number(int pe) { return on_reversed ? n - 1 - pe : pe; }

using Strided = void (*)(void*, const void*, ptrdiff_t, ptrdiff_t, size_t, int);
using Blocks = void (*)(void*, const void*, ptrdiff_t, ptrdiff_t, size_t, size_t, int);

struct Form {
  size_t element;
  Strided iput, iget;
  Blocks ibput, ibget;
};

#define STRIDED(FUNCTION, TYPE, ...)                                                                               \
  [](void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, size_t count, int pe) {                         \
    FUNCTION(__VA_ARGS__ static_cast<TYPE*>(dest), static_cast<const TYPE*>(source), dst, sst, count, number(pe)); \
  }
#define BLOCKS(FUNCTION, TYPE, ...)                                                                           \
  [](void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t blocks, int pe) {     \
    FUNCTION(__VA_ARGS__ static_cast<TYPE*>(dest), static_cast<const TYPE*>(source), dst, sst, bsize, blocks, \
             number(pe));                                                                                     \
  }
#define COMMA ,
#define TYPED(NAME, TYPE)                                                                    \
  {sizeof(TYPE), STRIDED(shmem_##NAME##_iput, TYPE, ), STRIDED(shmem_##NAME##_iget, TYPE, ), \
   BLOCKS(shmem_##NAME##_ibput, TYPE, ), BLOCKS(shmem_##NAME##_ibget, TYPE, )},
#define SIZED(BITS, BYTES)                                                                                         \
  {BYTES, STRIDED(shmem_iput##BITS, void, ), STRIDED(shmem_iget##BITS, void, ), BLOCKS(shmem_ibput##BITS, void, ), \
   BLOCKS(shmem_ibget##BITS, void, )},
#define TYPED_ON(NAME, TYPE)                                                                                         \
  {sizeof(TYPE), STRIDED(shmem_ctx_##NAME##_iput, TYPE, on COMMA), STRIDED(shmem_ctx_##NAME##_iget, TYPE, on COMMA), \
   BLOCKS(shmem_ctx_##NAME##_ibput, TYPE, on COMMA), BLOCKS(shmem_ctx_##NAME##_ibget, TYPE, on COMMA)},
#define SIZED_ON(BITS, BYTES)                                                                           \
  {BYTES, STRIDED(shmem_ctx_iput##BITS, void, on COMMA), STRIDED(shmem_ctx_iget##BITS, void, on COMMA), \
   BLOCKS(shmem_ctx_ibput##BITS, void, on COMMA), BLOCKS(shmem_ctx_ibget##BITS, void, on COMMA)},

const Form forms[] = {ISTHMUS_RMA_TYPES(TYPED) ISTHMUS_SIZES(SIZED)};
const Form forms_on[] = {ISTHMUS_RMA_TYPES(TYPED_ON) ISTHMUS_SIZES(SIZED_ON)};

struct Layout {
  ptrdiff_t dst, sst;
  size_t bsize, blocks;
  bool as_strided;  // by iput and iget
};

std::vector<Layout> layouts() {
  std::vector<Layout> all;
  for (ptrdiff_t dst = 1; dst <= 5; ++dst)
    for (ptrdiff_t sst = 1; sst <= 5; ++sst) {
      all.push_back({dst, sst, 1, 6, true});
      all.push_back({dst, sst, 1, 6, false});
    }
  for (ptrdiff_t bsize = 2; bsize <= 3; ++bsize)
    for (ptrdiff_t dst = bsize; dst <= bsize + 2; ++dst)
      for (ptrdiff_t sst = bsize; sst <= bsize + 2; sst += 2)
        all.push_back({dst, sst, static_cast<size_t>(bsize), 5, false});
  all.push_back({3, 3, 3, 0, false});
  all.push_back({4, 4, 0, 3, false});
  all.push_back({2, 2, 1, 0, true});
  return all;
}
const std::vector<Layout> all_layouts = layouts();

constexpr size_t row_elements = 28, row_bytes = row_elements * 16, max_layouts = 72;
using Row = unsigned char[row_bytes];
alignas(16) Row statics[max_pes * max_layouts];

// The oracle copies element by element, as the specification describes it.
void model(unsigned char* dest, const unsigned char* source, const Layout& layout, size_t element) {
  for (size_t b = 0; b < layout.blocks; ++b)
    for (size_t e = 0; e < layout.bsize; ++e)
      for (size_t i = 0; i < element; ++i)
        dest[(b * static_cast<size_t>(layout.dst) + e) * element + i] =
            source[(b * static_cast<size_t>(layout.sst) + e) * element + i];
}

// `place` has a row for each PE and layout. A put writes to the row of the PE that puts.
void check(const Form& form, Row* place, uint64_t seed) {
  const size_t count = all_layouts.size();
  alignas(16) Row source, expected, got;
  for (size_t row = 0; row < static_cast<size_t>(n) * count; ++row) memset(place[row], 0xa5, row_bytes);
  shmem_barrier_all();
  for (int pe = 0; pe < n; ++pe)
    for (size_t k = 0; k < count; ++k) {
      const Layout& l = all_layouts[k];
      fill_pattern(source, row_bytes, seed + k, me, pe);
      unsigned char* dest = place[static_cast<size_t>(me) * count + k];
      if (l.as_strided)
        form.iput(dest, source, l.dst, l.sst, l.blocks, pe);
      else
        form.ibput(dest, source, l.dst, l.sst, l.bsize, l.blocks, pe);
      memset(source, 0x11, row_bytes);  // a blocking put has taken its source
    }
  if (on != SHMEM_CTX_INVALID) shmem_ctx_quiet(on);
  shmem_barrier_all();
  for (int from = 0; from < n; ++from)
    for (size_t k = 0; k < count; ++k) {
      fill_pattern(source, row_bytes, seed + k, from, me);
      memset(expected, 0xa5, row_bytes);
      model(expected, source, all_layouts[k], form.element);
      EXPECT_SAME(place[static_cast<size_t>(from) * count + k], expected, row_bytes);
    }
  shmem_barrier_all();
  for (size_t k = 0; k < count; ++k) fill_pattern(place[k], row_bytes, seed + 1000 + k, me, 0);
  shmem_barrier_all();
  for (int pe = 0; pe < n; ++pe)
    for (size_t k = 0; k < count; ++k) {
      const Layout& l = all_layouts[k];
      memset(got, 0x3c, row_bytes);
      memset(expected, 0x3c, row_bytes);
      if (l.as_strided)
        form.iget(got, place[k], l.dst, l.sst, l.blocks, pe);
      else
        form.ibget(got, place[k], l.dst, l.sst, l.bsize, l.blocks, pe);
      fill_pattern(source, row_bytes, seed + 1000 + k, pe, 0);
      model(expected, source, l, form.element);
      EXPECT_SAME(got, expected, row_bytes);
    }
  shmem_barrier_all();
}

}  // namespace

int main() {
  begin();
  EXPECT(all_layouts.size() <= max_layouts);
  auto* heap = static_cast<Row*>(shmem_align(16, sizeof statics));
  uint64_t seed = 1;
  int form_number = 0;
  for (const Form& form : forms) {
    if (!is_one_of_some(form_number++)) continue;
    check(form, heap, seed += 10000);
    check(form, statics, seed += 10000);
  }
  shmem_ctx_t created, of_team;
  const shmem_team_t reversed = reversed_world();
  EXPECT_EQ(shmem_ctx_create(SHMEM_CTX_PRIVATE, &created), 0);
  EXPECT_EQ(shmem_team_create_ctx(reversed, 0, &of_team), 0);
  for (const shmem_ctx_t context : {SHMEM_CTX_DEFAULT, created, of_team}) {
    on = context;
    on_reversed = context == of_team;
    Row* place = statics;
    form_number += 1;  // a different sample of forms on each context
    for (const Form& form : forms_on) {
      if (!is_one_of_some(form_number++)) continue;
      place = place == heap ? statics : heap;
      check(form, place, seed += 10000);
    }
  }
  shmem_ctx_destroy(of_team);
  shmem_ctx_destroy(created);
  shmem_team_destroy(reversed);
  shmem_free(heap);
  return end();
}
