/* Section 1 and uncertain point 4: start_pes ignores its argument, a second call does nothing, and the library
 * finalises when the program ends, with a global synchronisation: what was put before is there. */
#include "program.h"

static long word;

/* Registered before start_pes, so it runs after the finalisation. */
static void at_the_end(void) {
  int initialized = -1;
  shmem_query_initialized(&initialized);
  if (initialized != 0 || word != 5 + (me + n - 1) % n) _Exit(3);
}

int main(void) {
  atexit(at_the_end);
  start_pes(12345);
  start_pes(0);
  me = _my_pe();
  n = _num_pes();
  shmem_long_p(&word, 5 + me, (me + 1) % n);
  return 0;
}
