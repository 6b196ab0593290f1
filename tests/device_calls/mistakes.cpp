// Mistakes in target regions, one for each run: mistakes.py starts it with the name of one and knows the line that must come.
#include <shmemx_device.h>

#include <dlfcn.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

#define CALL ISTHMUS_DEVICE_CALLED

extern "C" int number_in_part();

namespace {

int other_version(const void*, std::uint64_t, int) { return 0; }

/// A region of a shared object that has device code of its own (part.cpp): the PE's number as seen there. The program is
/// linked with such an object, too.
int ask_part(const char* path) {
  void* part = dlopen(path, RTLD_NOW);
  if (!part) {
    std::printf("%s\n", dlerror());
    return -2;
  }
  return reinterpret_cast<int (*)()>(dlsym(part, "number_in_part"))();
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mistake = argc > 1 ? argv[1] : "";
  const char* part = argc > 2 ? argv[2] : "";
  if (mistake == "too_early") {
    long x = 0;
#pragma omp target
    CALL(long_p)(&x, 1, 0);
  }
  static struct isthmus_device_image other = {ISTHMUS_DEVICE_VERSION + 1, 100, "OpenMP", other_version, nullptr};
  if (mistake == "version") shmemx_device_register(&other);
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  const int partition = mistake == "no_memory" ? 1 : 2;
  long* x = static_cast<long*>(shmem_partition_malloc(1024, partition));
  long* wanted = static_cast<long*>(shmem_partition_malloc(64, partition));
  long zero = 0;
  const long nothing_yet[2] = {};  // nobody has written the wanted value, nor does anybody wait for it
  shmem_putmem(wanted, nothing_yet, sizeof nothing_yet, me);
  shmem_barrier_all();
  if (mistake == "part_after_init") {
    int number = -1;
#pragma omp target map(from : number)
    number = CALL(my_pe)();
    std::printf("PE %d: program says %d, linked part %d, part %d\n", me, number, number_in_part(), ask_part(part));
    shmem_barrier_all();
  } else if (mistake == "stalled" && me == 1) {
    shmem_long_wait_until(wanted + 1, SHMEM_CMP_EQ, 1);
    sleep(3);
    shmem_long_p(wanted, 1, 0);
  } else if (mistake == "hung" && me == 1) {
    pause();
  } else if (mistake == "killed" && me == 1) {
    sleep(1);
    _exit(3);
  } else if (mistake != "" && (me == 0 || mistake == "killed")) {
    const char which = mistake == "pe" ? 'p' : mistake == "address" ? 'a' : mistake == "length" ? 'l' : mistake == "context" ? 'c'
                       : mistake == "comparison" ? 'o' : mistake == "team" ? 't' : mistake == "signal" ? 's'
                       : mistake == "exit" ? 'e' : mistake == "killed" || mistake == "stalled" || mistake == "hung" ? 'k'
                       : mistake == "root" ? 'r' : mistake == "no_memory" ? 'b' : '-';
    const auto nowhere = reinterpret_cast<std::uintptr_t>(&zero);
#pragma omp target is_device_ptr(x, wanted)
    {
      if (which == 'p') CALL(long_p)(x, 1, n + 3);
      if (which == 'a') CALL(long_put)(reinterpret_cast<long*>(nowhere), x, 1, 0);
      if (which == 'l') CALL(putmem)(x, x, std::size_t{1} << 40, 0);
      if (which == 'c') CALL(ctx_long_p)(SHMEM_CTX_INVALID, x, 1, 0);
      if (which == 'o') CALL(long_wait_until)(x, 17, 1);
      if (which == 't') CALL(team_n_pes)(reinterpret_cast<shmem_team_t>(x));
      if (which == 's') CALL(putmem_signal)(x, x + 8, 8, reinterpret_cast<std::uint64_t*>(x), 1, 9, 0);
      if (which == 'e') CALL(global_exit)(7);
      if (which == 'k') {
        CALL(long_p)(wanted + 1, 1, 1);
        CALL(long_wait_until)(wanted, SHMEM_CMP_EQ, 1);
      }
      if (which == 'r') CALL(long_broadcast)(SHMEM_TEAM_WORLD, x, x + 8, 1, 9);
      if (which == 'b') CALL(barrier_all)();
    }
  }
  shmem_barrier_all();
  if (me == 0) std::printf("%s: nothing was wrong\n", mistake.c_str());
  shmem_finalize();
}
