/* What this GASNet was built as. Clients read these names; nothing here depends on the client. */
#ifndef ISTHMUS_GASNET_CONFIG_H
#define ISTHMUS_GASNET_CONFIG_H

/* The release whose interface this is, and the specifications. */
#define GASNET_RELEASE_VERSION_MAJOR 2025
#define GASNET_RELEASE_VERSION_MINOR 8
#define GASNET_RELEASE_VERSION_PATCH 0
#define GEX_SPEC_VERSION_MAJOR 0
#define GEX_SPEC_VERSION_MINOR 19
#define GASNET_SPEC_VERSION_MAJOR 1
#define GASNET_SPEC_VERSION_MINOR 8
#define GASNET_VERSION GASNET_SPEC_VERSION_MAJOR

/* The conduit. */
#define GASNET_CONDUIT_ISTHMUS 1
#define GASNET_CONDUIT_NAME ISTHMUS
#define GASNET_CONDUIT_NAME_STR "ISTHMUS"
#define GASNET_CORE_NAME ISTHMUS
#define GASNET_CORE_NAME_STR "ISTHMUS"
#define GASNET_CORE_VERSION 1.0
#define GASNET_CORE_VERSION_STR "1.0"
#define GASNET_EXTENDED_NAME ISTHMUS
#define GASNET_EXTENDED_NAME_STR "ISTHMUS"
#define GASNET_EXTENDED_VERSION 1.0
#define GASNET_EXTENDED_VERSION_STR "1.0"

#define GASNET_SEGMENT_FAST 1
#define GASNET_ALIGNED_SEGMENTS 0
#define GASNET_PSHM 1
/* The largest page that kernels of the processor are built with, since a binary may run on any of them. */
#ifdef __aarch64__
#define GASNET_PAGESIZE 65536
#define GASNET_PAGESHIFT 16
#else
#define GASNET_PAGESIZE 4096
#define GASNET_PAGESHIFT 12
#endif
#define GASNET_MAXNODES 0x7fffffff

/* Handlers run only inside calls of the client's threads. */
#define GASNET_HIDDEN_AM_CONCURRENCY_LEVEL 0

/* Segments in device memory. Drivers are found when the program runs; but clients that see a class include the vendor's
 * headers. One that does not need them can define the macro itself. */
#ifdef __has_include
#if !defined GASNET_HAVE_MK_CLASS_CUDA_UVA && __has_include(<cuda.h>)
#define GASNET_HAVE_MK_CLASS_CUDA_UVA 1
#endif
#if !defined GASNET_HAVE_MK_CLASS_HIP && __has_include(<hip/hip_runtime.h>)
#define GASNET_HAVE_MK_CLASS_HIP 1
#endif
#if !defined GASNET_HAVE_MK_CLASS_ZE && __has_include(<level_zero/ze_api.h>)
#define GASNET_HAVE_MK_CLASS_ZE 1
#endif
#endif
#define GASNET_HAVE_MK_CLASS_MULTIPLE 1

#define GASNET_SUPPORTS_TI_SRCRANK 1
#define GASNET_SUPPORTS_TI_EP 1
#define GASNET_SUPPORTS_TI_ENTRY 1
#define GASNET_SUPPORTS_TI_IS_REQ 1
#define GASNET_SUPPORTS_TI_IS_LONG 1
#define GASNET_SUPPORTS_AM_COMMIT_V2 20240906L
#define GASNET_SUPPORTS_AM_CANCEL 20240418L

#define HAVE_PTHREAD_H 1

/* Sizes, and formats of size_t, that clients expect here. */
#ifndef SIZEOF_INT
#define SIZEOF_CHAR 1
#define SIZEOF_SHORT __SIZEOF_SHORT__
#define SIZEOF_INT __SIZEOF_INT__
#define SIZEOF_LONG __SIZEOF_LONG__
#define SIZEOF_LONG_LONG __SIZEOF_LONG_LONG__
#define SIZEOF_SIZE_T __SIZEOF_SIZE_T__
#define SIZEOF_VOID_P __SIZEOF_POINTER__
#define SIZEOF_PTRDIFF_T __SIZEOF_PTRDIFF_T__
#endif
#include <inttypes.h>
#include <limits.h>
#ifndef PRIuSZ
#define PRIuSZ "zu"
#define PRIdSZ "zd"
#define PRIxSZ "zx"
#define PRIXSZ "zX"
#endif

#endif
