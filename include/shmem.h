/* OpenSHMEM 1.6, as Isthmus implements it: constants, functions, and the type-generic names for C11 and C++11 (none
 * with ISTHMUS_NO_GENERICS). Extensions are in shmemx.h. */
#ifndef ISTHMUS_SHMEM_H
#define ISTHMUS_SHMEM_H

#include "shmem/constants.h"
#include "shmem/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ISTHMUS_FN(result, name, parameters) ISTHMUS_ANYWHERE result name parameters;
#include "shmem/functions.h"
#undef ISTHMUS_FN

#ifdef __cplusplus
}
#endif

#ifndef ISTHMUS_NO_GENERICS
#if defined(__cplusplus)
#include "shmem/generics_cxx.h"
#include "shmem/complex_cxx.h"
#elif __STDC_VERSION__ >= 201112L
#include "shmem/generics_c11.h"
#endif
#endif

#endif
