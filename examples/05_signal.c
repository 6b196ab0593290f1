/* Data and the word that it has come, in one call: no barrier, only the two that are concerned.
 *
 *   oshcc -O2 05_signal.c -o signal && oshrun -n 4 ./signal
 */
#include <shmem.h>
#include <stdio.h>
#include <string.h>

enum { kLength = 64 };

static char letter[kLength];
static uint64_t arrived = 0;

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  char text[kLength] = "a letter, seen by PE 0";
  if (me > 0) { /* Wait for the one before, ... */
    shmem_signal_wait_until(&arrived, SHMEM_CMP_EQ, 1);
    snprintf(text, sizeof text, "%.40s, PE %d", letter, me);
  }
  if (me < n - 1) { /* ... and pass it on: the signal is set when the letter is there. */
    shmem_char_put_signal(letter, text, strlen(text) + 1, &arrived, 1, SHMEM_SIGNAL_SET, me + 1);
  } else {
    printf("%s\n", text);
  }
  shmem_finalize();
  return 0;
}
