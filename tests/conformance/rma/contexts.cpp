// put, get, put_nbi, get_nbi, p and g of every type, and the sized and byte forms, on the default context, a created
// one and contexts of teams, whose PEs are numbered by the team.
#include <cfloat>

#include "program.h"

namespace {

// These two are constants at compile time.
[[maybe_unused]] constexpr shmem_ctx_t no_context = SHMEM_CTX_INVALID;
[[maybe_unused]] constexpr shmem_team_t no_team = SHMEM_TEAM_INVALID;

shmem_ctx_t on;
shmem_team_t numbering;  // the team whose PE numbers `on` uses

using Move = void (*)(void*, const void*, size_t, int);
using MoveOne = void (*)(void*, const void*, int);

struct Form {
  size_t element;
  Move put, put_nbi, get, get_nbi;
  MoveOne p, g;  // null for the untyped
};

#define MOVE(FUNCTION, TYPE)                                                     \
  [](void* d, const void* s, size_t count, int pe) {                             \
    FUNCTION(on, static_cast<TYPE*>(d), static_cast<const TYPE*>(s), count, pe); \
  }
#define FOUR(PUT, GET, SUFFIX, TYPE) \
  MOVE(PUT##SUFFIX, TYPE), MOVE(PUT##SUFFIX##_nbi, TYPE), MOVE(GET##SUFFIX, TYPE), MOVE(GET##SUFFIX##_nbi, TYPE)
#define TYPED(NAME, TYPE)                                                          \
  {sizeof(TYPE), FOUR(shmem_ctx_##NAME##_put, shmem_ctx_##NAME##_get, , TYPE),     \
   [](void* d, const void* s, int pe) {                                            \
     TYPE value;                                                                   \
     memcpy(&value, s, sizeof value);                                              \
     shmem_ctx_##NAME##_p(on, static_cast<TYPE*>(d), value, pe);                   \
   },                                                                              \
   [](void* d, const void* s, int pe) {                                            \
     const TYPE value = shmem_ctx_##NAME##_g(on, static_cast<const TYPE*>(s), pe); \
     memcpy(d, &value, sizeof value);                                              \
   }},
#define SIZED(BITS, BYTES) {BYTES, FOUR(shmem_ctx_put, shmem_ctx_get, BITS, void), nullptr, nullptr},

const Form forms[] = {ISTHMUS_RMA_TYPES(TYPED)
                          ISTHMUS_SIZES(SIZED){1, FOUR(shmem_ctx_put, shmem_ctx_get, mem, void), nullptr, nullptr}};

constexpr size_t count = 5, row_bytes = count * 16;
using Row = unsigned char[row_bytes];
alignas(16) Row statics[4][max_pes];

// Small integers as bytes of any type, which p and g can pass through a register unchanged.
void values(const Form& form, Row& row, uint64_t seed, int from, int to) {
  memset(row, 0, row_bytes);
  for (size_t i = 0; i < count; ++i)
    row[i * form.element] = static_cast<unsigned char>(pattern(seed, from, to, i) % 100);
}

void seen(const Form& form, const Row& row, uint64_t seed, int from, int to, size_t elements) {
  Row expected;
  values(form, expected, seed, from, to);
  // The padding of an 80-bit long double is lost in a register, through which p and g pass it.
  const bool padded = LDBL_MANT_DIG == 64 && form.element == sizeof(long double) && form.p && elements == 1;
  EXPECT_SAME(row, expected, padded ? 10 : elements * form.element);
}

void check(const Form& form, Row (*place)[max_pes], uint64_t seed) {
  const int team_n = shmem_team_n_pes(numbering);
  alignas(16) Row nbi_source[max_pes], source, got[max_pes];
  for (int pe = 0; pe < team_n; ++pe) {
    const int world_pe = shmem_team_translate_pe(numbering, pe, SHMEM_TEAM_WORLD);
    values(form, source, seed, me, world_pe);
    form.put(place[0][me], source, count, pe);
    values(form, nbi_source[pe], seed + 1, me, world_pe);
    form.put_nbi(place[1][me], nbi_source[pe], count, pe);
    values(form, source, seed + 2, me, world_pe);
    if (form.p) form.p(place[2][me], source, pe);
  }
  shmem_ctx_quiet(on);
  shmem_team_sync(numbering);
  for (int pe = 0; pe < team_n; ++pe) {
    const int from = shmem_team_translate_pe(numbering, pe, SHMEM_TEAM_WORLD);
    seen(form, place[0][from], seed, from, me, count);
    seen(form, place[1][from], seed + 1, from, me, count);
    if (form.p) seen(form, place[2][from], seed + 2, from, me, 1);
  }
  for (int pe = 0; pe < team_n; ++pe) form.get_nbi(got[pe], place[1][me], count, pe);
  shmem_ctx_quiet(on);
  for (int pe = 0; pe < team_n; ++pe) {
    const int world_pe = shmem_team_translate_pe(numbering, pe, SHMEM_TEAM_WORLD);
    seen(form, got[pe], seed + 1, me, world_pe, count);
    form.get(got[pe], place[0][me], count, pe);
    seen(form, got[pe], seed, me, world_pe, count);
    if (!form.g) continue;
    form.g(got[pe], place[2][me], pe);
    seen(form, got[pe], seed + 2, me, world_pe, 1);
  }
  shmem_team_sync(numbering);
}

void check_all(shmem_team_t team, shmem_ctx_t context, Row (*heap)[max_pes], uint64_t seed) {
  if (team == SHMEM_TEAM_INVALID) return;
  numbering = team;
  on = context;
  for (const Form& form : forms) {
    check(form, heap, seed += 10);
    check(form, statics, seed += 10);
  }
}

}  // namespace

int main() {
  begin();
  auto* heap = static_cast<Row(*)[max_pes]>(shmem_align(16, sizeof statics));
  check_all(SHMEM_TEAM_WORLD, SHMEM_CTX_DEFAULT, heap, 1);
  shmem_ctx_t created;
  EXPECT_EQ(shmem_ctx_create(SHMEM_CTX_SERIALIZED, &created), 0);
  check_all(SHMEM_TEAM_WORLD, created, heap, 100000);
  shmem_ctx_destroy(created);

  const shmem_team_t teams[] = {reversed_world(), split(SHMEM_TEAM_WORLD, (n - 1) % 2, 2, (n + 1) / 2),
                                split(SHMEM_TEAM_WORLD, n - 1, 0, 1)};
  for (const shmem_team_t team : teams) {
    shmem_ctx_t of_team;
    const bool member = team != SHMEM_TEAM_INVALID;
    EXPECT_EQ(shmem_team_create_ctx(team, 0, &of_team) == 0, member);
    check_all(team, of_team, heap, 200000);
    if (member) shmem_ctx_destroy(of_team);
    shmem_barrier_all();
  }
  for (const shmem_team_t team : teams) shmem_team_destroy(team);
  shmem_free(heap);
  return end();
}
