/* UPC 1.3, 7.7: atomic operations on shared objects, in domains of one type and a set of operations. */
#ifndef UPC_ATOMIC_H
#define UPC_ATOMIC_H
#include <isthmus_upc/atomic_operations.h>
#include <upc.h>

typedef int upc_atomichint_t;
#define UPC_ATOMIC_HINT_DEFAULT 0
#define UPC_ATOMIC_HINT_LATENCY 1
#define UPC_ATOMIC_HINT_THROUGHPUT 2

typedef struct upcr_atomicdomain upc_atomicdomain_t;
upc_atomicdomain_t *upc_all_atomicdomain_alloc(upc_type_t type, upc_op_t operations, upc_atomichint_t hints);
void upc_all_atomicdomain_free(upc_atomicdomain_t *domain);
void upc_atomic_strict(upc_atomicdomain_t *domain, void *__restrict fetched, upc_op_t operation, shared void *__restrict target,
                       const void *__restrict operand1, const void *__restrict operand2);
void upc_atomic_relaxed(upc_atomicdomain_t *domain, void *__restrict fetched, upc_op_t operation, shared void *__restrict target,
                        const void *__restrict operand1, const void *__restrict operand2);

typedef int upc_atomicperf_t;
#define UPC_ATOMIC_PERFORMANCE_NOT_SUPPORTED 0
#define UPC_ATOMIC_PERFORMANCE_IS_FAST 1
upc_atomicperf_t upc_atomic_isfast(upc_type_t type, upc_op_t operations, shared void *address);
#endif
