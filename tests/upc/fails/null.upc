// fails on one node: was killed by signal 11
#include <upc.h>
shared int x;
int main(void) {
  shared int *volatile p = 0;
  x = 1;
  *p = 5;
  return 0;
}
