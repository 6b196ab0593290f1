// broadcast, collect, fcollect, alltoall and alltoalls of 32 and 64 bits over active sets. The root's own dest stays as
// it is; roots are numbers in the set; pSync is back at its first value when a call returns.
#include "active_sets/sets.hpp"

namespace {

constexpr size_t room = 8 * 3 * 3 * 8 + 64;
using Buffer = unsigned char[room];
alignas(16) Buffer static_source, static_dest;
PSync static_psync[2];

struct Form {
  size_t element;
  void (*broadcast)(void*, const void*, size_t, int, int, int, int, long*);
  void (*collect)(void*, const void*, size_t, int, int, int, long*);
  void (*fcollect)(void*, const void*, size_t, int, int, int, long*);
  void (*alltoall)(void*, const void*, size_t, int, int, int, long*);
  void (*alltoalls)(void*, const void*, ptrdiff_t, ptrdiff_t, size_t, int, int, int, long*);
};
#define FORM(BITS, BYTES) \
  {BYTES,                 \
   shmem_broadcast##BITS, \
   shmem_collect##BITS,   \
   shmem_fcollect##BITS,  \
   shmem_alltoall##BITS,  \
   shmem_alltoalls##BITS},
const Form forms[] = {ISTHMUS_ACTIVE_SET_SIZES(FORM)};

template <class Call, class Model>
void run(const Set& set, PSync& psync, unsigned char* dest, unsigned char* source, uint64_t seed, Call call,
         Model model) {
  Buffer sources[max_pes], wanted;
  for (size_t i = 0; i < set.pes.size(); ++i) fill_pattern(sources[i], room, seed, set.pes[i], 0);
  const auto mine = static_cast<size_t>(set.me);
  memcpy(source, sources[mine], room);
  memset(dest, 0xc3, room);
  memset(wanted, 0xc3, room);
  meet(set);
  call();
  model(wanted, sources);
  EXPECT_SAME(dest, wanted, room);
  EXPECT_SAME(source, sources[mine], room);
  expect_restored(psync);
}

void check(const Form& form, const Set& set, PSync& psync, unsigned char* dest, unsigned char* source, uint64_t seed) {
  const size_t e = form.element, size = set.pes.size(), mine = static_cast<size_t>(set.me);
  const int start = set.start, log_stride = set.log_stride, n_set = set.size;
  for (int root = 0; root < set.size; ++root)
    run(
        set, psync, dest, source, ++seed,
        [&] { form.broadcast(dest, source, 5, root, start, log_stride, n_set, psync); },
        [&](unsigned char* wanted, Buffer* sources) {
          if (root != set.me) memcpy(wanted, sources[root], 5 * e);
        });
  for (size_t shift = 0; shift < 3; ++shift) {
    const auto count = [&](size_t i) { return (i + shift) % 3; };
    run(
        set, psync, dest, source, ++seed,
        [&] { form.collect(dest, source, count(mine), start, log_stride, n_set, psync); },
        [&](unsigned char* wanted, Buffer* sources) {
          for (size_t i = 0; i < size; wanted += count(i) * e, ++i) memcpy(wanted, sources[i], count(i) * e);
        });
  }
  run(
      set, psync, dest, source, ++seed, [&] { form.fcollect(dest, source, 3, start, log_stride, n_set, psync); },
      [&](unsigned char* wanted, Buffer* sources) {
        for (size_t i = 0; i < size; ++i) memcpy(wanted + i * 3 * e, sources[i], 3 * e);
      });
  run(
      set, psync, dest, source, ++seed, [&] { form.alltoall(dest, source, 2, start, log_stride, n_set, psync); },
      [&](unsigned char* wanted, Buffer* sources) {
        for (size_t i = 0; i < size; ++i) memcpy(wanted + i * 2 * e, sources[i] + mine * 2 * e, 2 * e);
      });
  for (size_t dst = 1; dst <= 3; ++dst)
    for (size_t sst = 1; sst <= 3; ++sst)
      run(
          set, psync, dest, source, ++seed,
          [&] {
            form.alltoalls(dest, source, static_cast<ptrdiff_t>(dst), static_cast<ptrdiff_t>(sst), 3, start, log_stride,
                           n_set, psync);
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
  auto* heap_psync = static_cast<PSync*>(shmem_malloc(sizeof(PSync)));
  fresh(static_psync[0]);
  fresh(static_psync[1]);
  fresh(*heap_psync);
  for (PSync& meeting : meetings) fresh(meeting);
  shmem_barrier_all();
  uint64_t seed = 1;
  for (const Form& form : forms)
    for (const Set& set : sets()) {
      // Sets overlap, and not every PE makes every call, so the seeds depend on the set.
      seed = pattern(9, set.start * 10 + set.log_stride, set.size, form.element) >> 8;
      check(form, set, set.size % 2 ? static_psync[0] : *heap_psync, heap_dest, static_source, seed);
      check(form, set, static_psync[1], static_dest, heap_source, seed + 500);
    }
  shmem_barrier_all();
  return end();
}
