// Inclusive and exclusive prefix sums of every type, in team order: the first member of an exclusive one gets 0; in
// place, on heap and static memory.
#include "collectives/reduce_model.hpp"
#include "collectives/teams_in_use.hpp"

namespace {

constexpr size_t longest = 100;
alignas(16) unsigned char static_source[longest * 16], static_dest[longest * 16];
void *heap_source, *heap_dest;
int types;

template <class T>
void check(const std::vector<TeamInUse>& teams, bool inclusive, int (*scan)(shmem_team_t, T*, const T*, size_t)) {
  for (const TeamInUse& team : teams)
    for (const size_t count : {size_t{1}, size_t{5}, size_t{6}, longest}) {
      const uint64_t data = pattern(2, inclusive, team.pes[0], sizeof(T) + count);
      auto* source = static_cast<T*>(count % 2 ? heap_source : static_source);
      T* dest = count % 5 == 0 ? source : static_cast<T*>(count == 1 ? static_dest : heap_dest);
      for (size_t i = 0; i < count; ++i) source[i] = value<T>(Op::sum, data, me, i);
      EXPECT_EQ(shmem_team_sync(team.team), 0);
      EXPECT_EQ(scan(team.team, dest, source, count), 0);
      const std::vector<int> before(team.pes.begin(), team.pes.begin() + team.me + inclusive);
      for (size_t i = 0; i < count; ++i) {
        EXPECT(dest[i] == (before.empty() ? T{} : expected<T>(Op::sum, data, before, i)));
        if (dest != source) EXPECT(source[i] == value<T>(Op::sum, data, me, i));
      }
    }
  ++types;
}

}  // namespace

int main() {
  begin();
  heap_source = shmem_align(16, sizeof static_source);
  heap_dest = shmem_align(16, sizeof static_dest);
  const std::vector<TeamInUse> teams = teams_in_use();
#define SCAN(NAME, TYPE)                               \
  check<TYPE>(teams, true, shmem_##NAME##_sum_inscan); \
  check<TYPE>(teams, false, shmem_##NAME##_sum_exscan);
  ISTHMUS_REDUCE_ARITHMETIC_TYPES(SCAN)
  EXPECT_EQ(types, 2 * 26);
  return end();
}
