/* The machine and this build. */
#ifndef ISTHMUS_GASNET_TOOLS_SYSTEM_H
#define ISTHMUS_GASNET_TOOLS_SYSTEM_H

#include "gasnet_isthmus/basics.h"
#include "gasnet_isthmus/tools/thread_mode.h"

GASNETT_BEGIN_EXTERNC

#define GASNETT_PAGESIZE GASNET_PAGESIZE
#define GASNETT_PAGESHIFT GASNET_PAGESHIFT
/* Cores for aarch64 have lines of 64 or 128 bytes. */
#if defined(PLATFORM_ARCH_X86_64) || defined(PLATFORM_ARCH_X86)
#define GASNETT_CACHE_LINE_BYTES 64
#else
#define GASNETT_CACHE_LINE_BYTES 128
#endif

#define GASNETT_RELEASE_VERSION_MAJOR GASNET_RELEASE_VERSION_MAJOR
#define GASNETT_RELEASE_VERSION_MINOR GASNET_RELEASE_VERSION_MINOR
#define GASNETT_RELEASE_VERSION_PATCH GASNET_RELEASE_VERSION_PATCH
#define GASNETT_SPEC_VERSION_MAJOR 1
#define GASNETT_SPEC_VERSION_MINOR 20

#if defined(PLATFORM_ARCH_AARCH64) && defined(PLATFORM_OS_LINUX)
#define GASNETT_SYSTEM_TUPLE "aarch64-unknown-linux-gnu"
#elif defined(PLATFORM_ARCH_X86_64) && defined(PLATFORM_OS_LINUX)
#define GASNETT_SYSTEM_TUPLE "x86_64-unknown-linux-gnu"
#else
#define GASNETT_SYSTEM_TUPLE _STRINGIFY(PLATFORM_ARCH_FAMILYNAME) "-unknown-" _STRINGIFY(PLATFORM_OS_FAMILYNAME)
#endif

#define GASNETI_RELEASE_STR                                                           \
  _STRINGIFY(GASNET_RELEASE_VERSION_MAJOR) "." _STRINGIFY(GASNET_RELEASE_VERSION_MINOR) "." \
  _STRINGIFY(GASNET_RELEASE_VERSION_PATCH)
#ifdef GASNETI_CHECKED
#define GASNETI_DEBUG_CONFIG "debug"
#else
#define GASNETI_DEBUG_CONFIG "nodebug"
#endif
#if defined(PLATFORM_ARCH_64)
#define GASNETI_POINTER_CONFIG "64bit"
#else
#define GASNETI_POINTER_CONFIG "32bit"
#endif
#define GASNETT_CONFIG_STRING                                                                                     \
  "RELEASE=" GASNETI_RELEASE_STR ",SPEC=" _STRINGIFY(GASNETT_SPEC_VERSION_MAJOR) "."                              \
  _STRINGIFY(GASNETT_SPEC_VERSION_MINOR) ",PTR=" GASNETI_POINTER_CONFIG "," GASNETI_DEBUG_CONFIG ","              \
  GASNETI_THREAD_MODE_STR "," GASNETI_TIMER_CONFIG ",membars_native,atomics_native,atomic32_native,atomic64_native"

/* "2025.8.0", and the same as a number that grows: 2025080000. Of the library, as GASNETT_RELEASE_VERSION_* is of the headers. */
const char *gasnett_release_version_str(void);
uint64_t gasnett_release_version(void);
/* What in this build costs speed, a line each; empty if nothing does. */
const char *gasnett_performance_warning_str(void);

const char *gasnett_gethostname(void);
/* The whole path of the program, or an empty text. */
const char *gasnett_exe_name(void);
/* The processors that are online, or 0 if that is unknown. */
int gasnett_cpu_count(void);
/* Bytes of memory in this node. If that is unknown, 0 or, with failureIsFatal, the end. */
uint64_t gasnett_getPhysMemSz(int failureIsFatal);
#if defined(PLATFORM_ARCH_LITTLE_ENDIAN)
#define gasnett_isLittleEndian() 1
#else
#define gasnett_isLittleEndian() 0
#endif

void gasnett_sched_yield(void);
/* Binds the calling thread to a processor, rank modulo their number; 0 on success. */
#define GASNETT_SET_AFFINITY_SUPPORT 1
int gasnett_set_affinity(int rank);

/* Raises the soft limit of a resource (RLIMIT_*) to the hard one, unless GASNET_MAXIMIZE_<lim_desc> is no; nonzero on
 * success. The first form does so for processor time and all limits on memory. */
int gasnett_maximize_rlimits(void);
int gasnett_maximize_rlimit(int res, const char *lim_desc);

/* Fresh memory for this process, zero, aligned to GASNETT_PAGESIZE. Ends the program if there is none. */
void *gasnett_mmap(uintptr_t segsize);

GASNETT_END_EXTERNC

#endif
