// Section 4: nelems, nblocks and bsize 0 are legal with null pointers in every transfer, also to oneself, and change
// nothing when the pointers are real.
#include "program.h"

namespace {

template <class T>
T word{};

template <class T>
void check(void (*const (&moves)[4])(T*, const T*, size_t, int),
           void (*const (&strided)[2])(T*, const T*, ptrdiff_t, ptrdiff_t, size_t, int),
           void (*const (&blocks)[2])(T*, const T*, ptrdiff_t, ptrdiff_t, size_t, size_t, int)) {
  for (int pe = 0; pe < n; ++pe)
    for (int real = 0; real < 2; ++real) {
      T* d = real ? &word<T> : nullptr;
      for (const auto move : moves) move(d, d, 0, pe);
      for (const auto move : strided) move(d, d, 1, 1, 0, pe);
      for (const auto move : blocks) {
        move(d, d, 1, 1, 1, 0, pe);
        move(d, d, 1, 1, 0, 1, pe);
        move(d, d, 1, 1, 0, 0, pe);
      }
    }
  shmem_quiet();
  EXPECT(word<T> == T{});
}

}  // namespace

int main() {
  begin();
#define TYPED(NAME, TYPE)                                                                               \
  check<TYPE>({shmem_##NAME##_put, shmem_##NAME##_put_nbi, shmem_##NAME##_get, shmem_##NAME##_get_nbi}, \
              {shmem_##NAME##_iput, shmem_##NAME##_iget}, {shmem_##NAME##_ibput, shmem_##NAME##_ibget});
  ISTHMUS_RMA_TYPES(TYPED)
  shmem_putmem(nullptr, nullptr, 0, n - 1);
  shmem_getmem(nullptr, nullptr, 0, 0);
  shmem_put128(nullptr, nullptr, 0, 0);
  shmem_iget128(nullptr, nullptr, 2, 2, 0, n - 1);
  return end();
}
