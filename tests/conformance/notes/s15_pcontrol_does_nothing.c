/* Section 15: shmem_pcontrol is for tools; the library ignores level and arguments, before init and after finalize too.
 */
#include <pshmem.h>

#include "program.h"

int main(void) {
  shmem_pcontrol(0);
  begin();
  shmem_pcontrol(1, "text", 2, 3.0);
  shmem_pcontrol(-7);
  pshmem_pcontrol(1 << 30, NULL);
  shmem_barrier_all();
  shmem_finalize();
  shmem_pcontrol(2);
  return 0;
}
