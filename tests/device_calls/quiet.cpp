// What device code has put is there after shmemx_device_quiet on the host and a synchronisation, though no barrier of all PEs
// was called, which would complete it. The functions of devices run on the host here.
#include <shmemx_device.h>
#include <unistd.h>

#include <cstdio>

int main() {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  static long word;
  int missing = 0;
  for (long round = 1; round <= 20; ++round) {
    usleep(3000);  // the proxy sleeps by then
    device_shmem_long_p(&word, round, (me + 1) % n);
    shmemx_device_quiet();
    shmem_team_sync(SHMEM_TEAM_WORLD);
    missing += __atomic_load_n(&word, __ATOMIC_ACQUIRE) != round;
    shmem_team_sync(SHMEM_TEAM_WORLD);
  }
  if (missing) std::printf("PE %d: missing %d of 20 times\n", me, missing);
  shmem_finalize();
  return missing ? 1 : 0;
}
