/* Section 0 and uncertain point 15: shmem.h, shmemx.h and pshmem.h exist, all of them under mpp/ too, and may be
 * included together in any order; the version is 1.6 by macro and by call. */
#include <mpp/pshmem.h>
#include <mpp/shmem.h>
#include <mpp/shmemx.h>
#include <pshmem.h>
#include <shmemx.h>

#include "program.h"

_Static_assert(SHMEM_MAJOR_VERSION == 1 && SHMEM_MINOR_VERSION == 6, "the specification's version");
_Static_assert(_SHMEM_MAJOR_VERSION == 1 && _SHMEM_MINOR_VERSION == 6, "by its old names");

int main(void) {
  int major = 0, minor = 0;
  char name[SHMEM_MAX_NAME_LEN] = "";
  shmem_init();
  shmem_info_get_version(&major, &minor);
  EXPECT_EQ(major, 1);
  EXPECT_EQ(minor, 6);
  shmem_info_get_name(name);
  EXPECT(strcmp(name, SHMEM_VENDOR_STRING) == 0 && strlen(name) < SHMEM_MAX_NAME_LEN);
  pshmem_info_get_version(&major, &minor);
  EXPECT_EQ(major * 10 + minor, 16);
  shmem_finalize();
  return 0;
}
