// fails: threads meet in a barrier with different values
#include <upc.h>
int main(void) {
  upc_barrier MYTHREAD * 2 / THREADS;  // on two nodes each has a value of its own
  return 0;
}
