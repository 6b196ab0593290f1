// broadcast, collect, fcollect, alltoall and alltoalls of every type and in bytes: each element of every dest against
// where it must come from, nothing else touched, sources unchanged; all roots, unequal and empty contributions,
// strides.
#include "collectives/teams_in_use.hpp"

namespace {

using Team = shmem_team_t;
struct Form {
  size_t element;
  int (*broadcast)(Team, void*, const void*, size_t, int);
  int (*collect)(Team, void*, const void*, size_t);
  int (*fcollect)(Team, void*, const void*, size_t);
  int (*alltoall)(Team, void*, const void*, size_t);
  int (*alltoalls)(Team, void*, const void*, ptrdiff_t, ptrdiff_t, size_t);
};

#define THREE(FUNCTION, TYPE)                                                      \
  [](Team t, void* d, const void* s, size_t count) {                               \
    return FUNCTION(t, static_cast<TYPE*>(d), static_cast<const TYPE*>(s), count); \
  }
#define FAMILY(PREFIX, SUFFIX, TYPE)                                                                              \
  [](Team t, void* d, const void* s, size_t count, int root) {                                                    \
    return PREFIX##broadcast##SUFFIX(t, static_cast<TYPE*>(d), static_cast<const TYPE*>(s), count, root);         \
  },                                                                                                              \
      THREE(PREFIX##collect##SUFFIX, TYPE), THREE(PREFIX##fcollect##SUFFIX, TYPE),                                \
      THREE(PREFIX##alltoall##SUFFIX, TYPE),                                                                      \
      [](Team t, void* d, const void* s, ptrdiff_t dst, ptrdiff_t sst, size_t count) {                            \
        return PREFIX##alltoalls##SUFFIX(t, static_cast<TYPE*>(d), static_cast<const TYPE*>(s), dst, sst, count); \
      }
#define TYPED(NAME, TYPE) {sizeof(TYPE), FAMILY(shmem_##NAME##_, , TYPE)},
const Form forms[] = {ISTHMUS_RMA_TYPES(TYPED){1, FAMILY(shmem_, mem, void)}};

constexpr size_t room = 8 * 3 * 3 * 16 + 64;
using Buffer = unsigned char[room];
alignas(16) Buffer static_source, static_dest;

// One call: everybody fills its source, all agree that dest is ready, `call` runs, then dest is what `model` makes of
// the background and of every member's source.
template <class Call, class Model>
void run(const TeamInUse& team, unsigned char* dest, unsigned char* source, uint64_t seed, Call call, Model model) {
  Buffer sources[max_pes], wanted;
  const int size = static_cast<int>(team.pes.size());
  for (int i = 0; i < size; ++i) fill_pattern(sources[i], room, seed, team.pes[i], 0);
  memcpy(source, sources[team.me], room);
  memset(dest, 0xc3, room);
  memset(wanted, 0xc3, room);
  EXPECT_EQ(shmem_team_sync(team.team), 0);
  EXPECT_EQ(call(), 0);
  model(wanted, sources);
  EXPECT_SAME(dest, wanted, room);
  EXPECT_SAME(source, sources[team.me], room);
}

void check(const Form& form, const TeamInUse& team, unsigned char* dest, unsigned char* source, uint64_t seed) {
  const size_t e = form.element;
  const auto size = team.pes.size();
  const auto mine = static_cast<size_t>(team.me);
  for (int root = 0; root < static_cast<int>(size); ++root)
    run(
        team, dest, source, ++seed, [&] { return form.broadcast(team.team, dest, source, 5, root); },
        [&](unsigned char* wanted, Buffer* sources) { memcpy(wanted, sources[root], 5 * e); });

  for (size_t shift = 0; shift < 3; ++shift) {
    const auto count = [&](size_t i) { return (i + shift) % 3; };  // some give nothing
    run(
        team, dest, source, ++seed, [&] { return form.collect(team.team, dest, source, count(mine)); },
        [&](unsigned char* wanted, Buffer* sources) {
          for (size_t i = 0; i < size; wanted += count(i) * e, ++i) memcpy(wanted, sources[i], count(i) * e);
        });
  }

  run(
      team, dest, source, ++seed, [&] { return form.fcollect(team.team, dest, source, 3); },
      [&](unsigned char* wanted, Buffer* sources) {
        for (size_t i = 0; i < size; ++i) memcpy(wanted + i * 3 * e, sources[i], 3 * e);
      });

  run(
      team, dest, source, ++seed, [&] { return form.alltoall(team.team, dest, source, 2); },
      [&](unsigned char* wanted, Buffer* sources) {
        for (size_t i = 0; i < size; ++i) memcpy(wanted + i * 2 * e, sources[i] + mine * 2 * e, 2 * e);
      });

  for (size_t dst = 1; dst <= 3; ++dst)
    for (size_t sst = 1; sst <= 3; ++sst)
      run(
          team, dest, source, ++seed,
          [&] {
            return form.alltoalls(team.team, dest, source, static_cast<ptrdiff_t>(dst), static_cast<ptrdiff_t>(sst), 3);
          },
          [&](unsigned char* wanted, Buffer* sources) {
            for (size_t i = 0; i < size; ++i)
              for (size_t k = 0; k < 3; ++k)
                memcpy(wanted + dst * (i * 3 + k) * e, sources[i] + sst * (mine * 3 + k) * e, e);
          });
}

}  // namespace

int main() {
  begin();
  auto* heap_source = static_cast<unsigned char*>(shmem_align(16, room));
  auto* heap_dest = static_cast<unsigned char*>(shmem_align(16, room));
  const std::vector<TeamInUse> teams = teams_in_use();
  uint64_t seed = 1;
  for (const Form& form : forms) {
    check(form, teams[0], heap_dest, static_source, seed += 1000);
    for (size_t t = 1; t < teams.size(); ++t)
      check(form, teams[t], t % 2 ? static_dest : heap_dest, t % 2 ? heap_source : static_source, seed += 1000);
  }
  return end();
}
