/* CHECK(condition) prints the thread and the line of what does not hold; main ends by `return failed();`. */
#include <stdio.h>
static int failures;
#define CHECK(condition)                                                                 \
  do {                                                                                   \
    if (!(condition)) {                                                                  \
      if (failures++ < 5) printf("thread %d, line %d: %s\n", MYTHREAD, __LINE__, #condition); \
    }                                                                                    \
  } while (0)
static int failed(void) {
  upc_barrier;
  return failures != 0;
}
