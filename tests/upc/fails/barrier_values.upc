// fails: threads meet in a barrier with different values
#include <upc.h>
int main(void) {
  upc_barrier MYTHREAD % 2;
  return 0;
}
