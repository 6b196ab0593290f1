/* UPC 1.3, 7.3: collective functions. */
#ifndef UPC_COLLECTIVE_H
#define UPC_COLLECTIVE_H
#include <isthmus_upc/collective_operations.h>
#include <upc.h>

void upc_all_broadcast(shared void *__restrict to, shared const void *__restrict from, size_t bytes, upc_flag_t flags);
void upc_all_scatter(shared void *__restrict to, shared const void *__restrict from, size_t bytes, upc_flag_t flags);
void upc_all_gather(shared void *__restrict to, shared const void *__restrict from, size_t bytes, upc_flag_t flags);
void upc_all_gather_all(shared void *__restrict to, shared const void *__restrict from, size_t bytes, upc_flag_t flags);
void upc_all_exchange(shared void *__restrict to, shared const void *__restrict from, size_t bytes, upc_flag_t flags);
void upc_all_permute(shared void *__restrict to, shared const void *__restrict from, shared const int *__restrict order, size_t bytes,
                     upc_flag_t flags);

#define UPCR_REDUCTIONS(LETTER, TYPE)                                                                                      \
  void upc_all_reduce##LETTER(shared void *__restrict to, shared const void *__restrict from, upc_op_t operation,             \
                              size_t elements, size_t block, TYPE (*function)(TYPE, TYPE), upc_flag_t flags);              \
  void upc_all_prefix_reduce##LETTER(shared void *__restrict to, shared const void *__restrict from, upc_op_t operation,      \
                                     size_t elements, size_t block, TYPE (*function)(TYPE, TYPE), upc_flag_t flags);
UPCR_REDUCTIONS(C, signed char)
UPCR_REDUCTIONS(UC, unsigned char)
UPCR_REDUCTIONS(S, signed short)
UPCR_REDUCTIONS(US, unsigned short)
UPCR_REDUCTIONS(I, signed int)
UPCR_REDUCTIONS(UI, unsigned int)
UPCR_REDUCTIONS(L, signed long)
UPCR_REDUCTIONS(UL, unsigned long)
UPCR_REDUCTIONS(F, float)
UPCR_REDUCTIONS(D, double)
UPCR_REDUCTIONS(LD, long double)
#undef UPCR_REDUCTIONS
#endif
