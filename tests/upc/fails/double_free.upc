// fails: upc_free of a pointer
#include <upc.h>
int main(void) {
  shared void *p = upc_alloc(100);
  upc_free(p);
  upc_free(p);
  return 0;
}
