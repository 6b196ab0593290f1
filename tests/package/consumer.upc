// A program in UPC, for the installed upcc.
#include <stdio.h>
#include <upc_relaxed.h>
shared int mailbox[THREADS];
int main(void) {
  mailbox[(MYTHREAD + 1) % THREADS] = 100 + MYTHREAD;
  upc_barrier;
  const int from = (MYTHREAD + THREADS - 1) % THREADS;
  if (mailbox[MYTHREAD] != 100 + from) return 1;
  printf("consumer: PE %d of %d received %d\n", MYTHREAD, THREADS, mailbox[MYTHREAD]);
  return 0;
}
