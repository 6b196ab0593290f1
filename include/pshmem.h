/* The profiling interface: every shmem_x has a twin pshmem_x. A tool defines shmem_x and calls pshmem_x. */
#ifndef ISTHMUS_PSHMEM_H
#define ISTHMUS_PSHMEM_H

#include "shmem.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ISTHMUS_FN(result, name, parameters) result p##name parameters;
#include "shmem/functions.h"
#undef ISTHMUS_FN

#ifdef __cplusplus
}
#endif

#endif
