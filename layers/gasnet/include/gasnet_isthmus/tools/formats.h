/* GASNet-EX's codes and lists as text, for messages of clients. Only libgasnet has them. */
#ifndef ISTHMUS_GASNET_TOOLS_FORMATS_H
#define ISTHMUS_GASNET_TOOLS_FORMATS_H

#include "gasnet_fwd.h"
#include "gasnet_isthmus/basics.h"

GASNETT_BEGIN_EXTERNC

/* The names of the bits with | between them. Returns the bytes of the text with its end; writes none if buf is NULL. */
size_t gasnett_format_ti(char *buf, gex_TI_t ti);
size_t gasnett_format_dt(char *buf, gex_DT_t dt);
size_t gasnett_format_op(char *buf, gex_OP_t op);

/* What describes a vector, indexed or strided transfer. buf has as many bytes as the function with _bufsz says. */
size_t gasnett_format_memveclist_bufsz(size_t count);
char *gasnett_format_memveclist(char *buf, size_t count, gex_Memvec_t const *list);
size_t gasnett_format_addrlist_bufsz(size_t count);
char *gasnett_format_addrlist(char *buf, size_t count, void *const *list, size_t len);
size_t gasnett_format_putsgets_bufsz(size_t stridelevels);
/* total: where the number of bytes goes, or NULL. */
char *gasnett_format_putsgets(char *buf, size_t *total, gex_TM_t tm, gex_Rank_t rank, void *dstaddr,
                              const ptrdiff_t dststrides[], void *srcaddr, const ptrdiff_t srcstrides[], size_t elemsz,
                              const size_t count[], size_t stridelevels);

GASNETT_END_EXTERNC

#endif
