// Programs that do one thing wrong, or run out of something. Usage: mistakes CASE; mistakes.py knows the line that each
// must print.
#include <omp.h>
#include <shmemx_omp.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

/// A selected map, whose values must be right in any case; returns whether it was symmetric.
static bool map(std::size_t bytes) {
  std::vector<char> object(bytes, 1);
  char* p = object.data();
  bool symmetric = false;
#pragma omp target data map(close, tofrom : p [0:bytes])
  {
    void* there = omp_get_mapped_ptr(p, omp_get_default_device());
    shmemx_omp_object_t known;
    symmetric = shmemx_omp_object_query(p, -1, &known) == 0 && known.place == SHMEMX_OMP_POOL && known.address == there;
#pragma omp target
    p[bytes - 1] += 1;
  }
  if (object[bytes - 1] != 2) std::printf("wrong data\n");
  return symmetric;
}

static void say(bool symmetric) { std::printf(symmetric ? "symmetric\n" : "not symmetric\n"); }

int main(int n, char** arguments) {
  const char* name = n > 1 ? arguments[1] : "";
  const auto is = [&](const char* other) { return std::strcmp(name, other) == 0; };
  shmem_init();
  if (is("map")) {
    say(map(1000));
    say(map(1000));
  } else if (is("select")) {
    std::printf("%d\n", shmemx_omp_map_symmetric(name, 100) != 0);
  } else if (is("fill")) {  // what takes turns, and what stays
    std::vector<char*> kept;
    for (int i = 0; i < 20; ++i) {
      kept.push_back(static_cast<char*>(std::malloc(1 << 20)));
      char* p = kept.back();
#pragma omp target enter data map(close, alloc : p [0:1 << 20])
    }
    for (char* p : kept) {
#pragma omp target exit data map(delete : p [0:1 << 20])
      std::free(p);
    }
    say(map(1000));
  } else if (is("huge")) {
    say(map(40 << 20));
    say(map(1000));
  } else if (is("other_device")) {
    omp_set_default_device(1);
    say(map(1000));
  } else if (is("own_device")) {
    omp_set_default_device(shmemx_omp_device());
    say(map(1000));
    shmem_barrier_all();
  } else if (is("order")) {  // two objects, in another order on PE 1
    static char a[1000], b[3000];
    map(500);
    for (int k = 0; k < 2; ++k) {
      if ((k + shmem_my_pe()) % 2 == 0) {
#pragma omp target enter data map(close, to : a)
      } else {
#pragma omp target enter data map(close, to : b)
      }
    }
    shmem_barrier_all();
    std::printf("not noticed\n");
#pragma omp target exit data map(delete : a, b)
  } else if (is("left")) {
    static char a[1000];
#pragma omp target enter data map(close, to : a)
    shmem_finalize();
    a[0] = 5;
#pragma omp target exit data map(from : a)  // nothing is there any more
    std::printf("%d\n", a[0]);
    return 0;
  } else if (is("after")) {
    say(map(1000));
    shmem_finalize();
    say(map(1000));
    say(map(1000));
    std::printf("%d\n", shmemx_omp_map_symmetric(name, 100) != 0);
    return 0;
  } else {
    std::printf("no such case: %s\n", name);
  }
  shmem_finalize();
  return 0;
}
