// upc_memcpy, memget, memput, memset, the same without waiting, castability and time.
#include <upc.h>
#include <upc_castable.h>
#include <upc_nb.h>
#include <upc_tick.h>
#include "check.h"
#define B 1000
shared [B] int a[B * THREADS], b[B * THREADS];
int main(void) {
  const int next = (MYTHREAD + 1) % THREADS, last = (MYTHREAD + THREADS - 1) % THREADS;
  int buffer[B];
  const upc_tick_t start = upc_ticks_now();
  for (int i = 0; i < B; i++) buffer[i] = 10000 * MYTHREAD + i;
  upc_memput(&a[B * next], buffer, sizeof buffer);
  upc_barrier;
  for (int i = 0; i < B; i += 7) CHECK(a[B * MYTHREAD + i] == 10000 * last + i);
  upc_memcpy(&b[B * MYTHREAD], &a[B * next], B * sizeof(int));
  upc_memget(buffer, &b[B * MYTHREAD], sizeof buffer);
  for (int i = 0; i < B; i++) CHECK(buffer[i] == 10000 * MYTHREAD + i);
  upc_barrier;
  upc_memset(&b[B * next], 1, B * sizeof(int));
  upc_barrier;
  for (int i = 0; i < B; i += 7) CHECK(b[B * MYTHREAD + i] == 0x01010101);
  upc_handle_t get = upc_memget_nb(buffer, &a[B * next], sizeof buffer);
  upc_sync(get);
  CHECK(buffer[5] == 10000 * MYTHREAD + 5);
  upc_barrier;
  upc_handle_t put = upc_memput_nb(&b[B * next], buffer, sizeof buffer);
  while (!upc_sync_attempt(put)) {}
  upc_barrier;
  CHECK(b[B * MYTHREAD + 9] == 10000 * last + 9);
  upc_barrier;
  upc_memcpy_nbi(&b[B * next], &a[B * MYTHREAD], B * sizeof(int));
  upc_synci();
  upc_sync(UPC_COMPLETE_HANDLE);
  upc_barrier;
  CHECK(b[B * MYTHREAD + 9] == 10000 * ((last + THREADS - 1) % THREADS) + 9);
  int *plain = upc_cast(&a[B * next]);
  const upc_thread_info_t info = upc_thread_info(next);
  CHECK(!plain == !(info.guaranteedCastable & UPC_CASTABLE_STATIC));
  if (plain) CHECK(plain[3] == a[B * next + 3]);
  CHECK(upc_cast(&a[B * MYTHREAD]) == (int *)&a[B * MYTHREAD]);
  CHECK(upc_ticks_to_ns(upc_ticks_now() - start) > 0);
  return failed();
}
