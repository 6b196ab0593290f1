// Single references, for bench/upc/instructions.py to count what they are compiled to.
#include <upc_relaxed.h>
shared int x[100 * THREADS];
void index_store(unsigned long i, int v) { x[i] = v; }
int index_load(unsigned long i) { return x[i]; }
void pointer_store(shared int *p, int v) { *p = v; }
int pointer_load(shared int *p) { return *p; }
void indefinite_store(shared [] int *p, unsigned long i, int v) { p[i] = v; }
void fence(void) { upc_fence; }
