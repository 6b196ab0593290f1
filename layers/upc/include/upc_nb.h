/* UPC 1.3, 7.6: transfers that overlap with other work. */
#ifndef UPC_NB_H
#define UPC_NB_H
#include <upc.h>
typedef struct upcr_handle *upc_handle_t;
#define UPC_COMPLETE_HANDLE ((upc_handle_t)0)
upc_handle_t upc_memcpy_nb(shared void *__restrict to, shared const void *__restrict from, size_t bytes);
upc_handle_t upc_memget_nb(void *__restrict to, shared const void *__restrict from, size_t bytes);
upc_handle_t upc_memput_nb(shared void *__restrict to, const void *__restrict from, size_t bytes);
upc_handle_t upc_memset_nb(shared void *to, int value, size_t bytes);
int upc_sync_attempt(upc_handle_t handle);
void upc_sync(upc_handle_t handle);
void upc_memcpy_nbi(shared void *__restrict to, shared const void *__restrict from, size_t bytes);
void upc_memget_nbi(void *__restrict to, shared const void *__restrict from, size_t bytes);
void upc_memput_nbi(shared void *__restrict to, const void *__restrict from, size_t bytes);
void upc_memset_nbi(shared void *to, int value, size_t bytes);
int upc_synci_attempt(void);
void upc_synci(void);
#endif
