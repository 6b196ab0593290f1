/* UPC 1.3, 7.4: which memory of other threads this one can load and store through plain pointers. */
#ifndef UPC_CASTABLE_H
#define UPC_CASTABLE_H
#include <upc.h>
#define UPC_CASTABLE_ALL_ALLOC (1 << 0)
#define UPC_CASTABLE_GLOBAL_ALLOC (1 << 1)
#define UPC_CASTABLE_ALLOC (1 << 2)
#define UPC_CASTABLE_STATIC (1 << 3)
#define UPC_CASTABLE_ALL (UPC_CASTABLE_ALL_ALLOC | UPC_CASTABLE_GLOBAL_ALLOC | UPC_CASTABLE_ALLOC | UPC_CASTABLE_STATIC)
typedef struct {
  int guaranteedCastable, probablyCastable;
} upc_thread_info_t;
void *upc_cast(const shared void *pointer);
upc_thread_info_t upc_thread_info(size_t thread);
#endif
