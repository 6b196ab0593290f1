/* What PE 0 spends in shmem_init and shmem_finalize. The driver adds the wall time of the whole job. */
#include "../harness.h"

int main(int argc, char** argv) {
  harness_begin(argc, argv, "init_finalize", "shmem_init and shmem_finalize of PE 0", 1);
  const double finalize = harness_finalize();
  harness_report_milliseconds("init", harness_init_milliseconds());
  harness_report_milliseconds("finalize", finalize);
  return harness_end();
}
