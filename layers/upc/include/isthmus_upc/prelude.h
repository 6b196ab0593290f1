/* Included before every unit by upcc: what the keywords of UPC become (layers/upc/clang/keywords.cpp). It is C, with layouts
 * already spelled as address spaces. */
#ifndef ISTHMUS_UPC_PRELUDE_H
#define ISTHMUS_UPC_PRELUDE_H
#include <isthmus_upc/pointer_format.h>
#define UPC_MAX_BLOCK_SIZE UPCR_MAX_BLOCK
extern __attribute__((visibility("hidden"))) const int upcr_threads, upcr_mythread;
/* How many upc_foralls with an affinity are running: only the outermost decides. */
extern __attribute__((visibility("hidden"))) int upcr_forall_depth;
void upcr_barrier(int has_value, int value);
void upcr_notify(int has_value, int value);
void upcr_wait(int has_value, int value);
void upcr_fence(void);
/* Answered by the compiler, which sees the layout of the arguments. The first one is only there for the dots. */
int upcr_affinity(int unused, ...);
long upcr_difference(long element_size, ...);
#endif
