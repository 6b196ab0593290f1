/* UPC 1.3, 7.2: memory, locks, pointers to shared, ending the program. */
#ifndef UPC_H
#define UPC_H
#include <stddef.h>
#include <upc_types.h>

typedef shared [] struct upcr_lock upc_lock_t;

void upc_global_exit(int status) __attribute__((noreturn));
void upc_poll(void); /* an extension that UPC compilers share: lets messages of other threads make progress */

shared void *upc_global_alloc(size_t blocks, size_t bytes);
shared void *upc_all_alloc(size_t blocks, size_t bytes);
shared void *upc_alloc(size_t bytes);
shared void *upc_local_alloc(size_t blocks, size_t bytes);
void upc_free(shared void *object);
void upc_all_free(shared void *object);

size_t upc_threadof(shared const void *pointer);
size_t upc_phaseof(shared const void *pointer);
size_t upc_addrfield(shared const void *pointer);
shared void *upc_resetphase(shared const void *pointer);
size_t upc_affinitysize(size_t bytes, size_t block_bytes, size_t thread);

upc_lock_t *upc_global_lock_alloc(void);
upc_lock_t *upc_all_lock_alloc(void);
void upc_lock_free(upc_lock_t *lock);
void upc_all_lock_free(upc_lock_t *lock);
void upc_lock(upc_lock_t *lock);
int upc_lock_attempt(upc_lock_t *lock);
void upc_unlock(upc_lock_t *lock);

void upc_memcpy(shared void *__restrict to, shared const void *__restrict from, size_t bytes);
void upc_memget(void *__restrict to, shared const void *__restrict from, size_t bytes);
void upc_memput(shared void *__restrict to, const void *__restrict from, size_t bytes);
void upc_memset(shared void *to, int value, size_t bytes);
#endif
