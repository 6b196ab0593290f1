/* What the client's macros choose: the thread mode, and whether calls are checked. */
#ifndef ISTHMUS_GASNET_MODE_H
#define ISTHMUS_GASNET_MODE_H

#if (defined(GASNET_SEQ) + defined(GASNET_PAR) + defined(GASNET_PARSYNC)) != 1
#error "Define exactly one of GASNET_SEQ, GASNET_PAR and GASNET_PARSYNC before a GASNet header, as isthmus-{seq,par,parsync}.mak do."
#endif

#ifdef GASNET_SEQ
#undef GASNET_SEQ
#define GASNET_SEQ 1
#define ISTHMUS_GASNET_MODE SEQ
#define ISTHMUS_GASNET_MODE_STR "SEQ"
#elif defined(GASNET_PAR)
#undef GASNET_PAR
#define GASNET_PAR 1
#define ISTHMUS_GASNET_MODE PAR
#define ISTHMUS_GASNET_MODE_STR "PAR"
#else
#undef GASNET_PARSYNC
#define GASNET_PARSYNC 1
#define ISTHMUS_GASNET_MODE PARSYNC
#define ISTHMUS_GASNET_MODE_STR "PARSYNC"
#endif

/* A client that defines GASNET_DEBUG has its calls checked; any other is GASNET_NDEBUG. */
#ifdef GASNET_DEBUG
#undef GASNET_DEBUG
#define GASNET_DEBUG 1
#define ISTHMUS_GASNET_CHECKS 1
#define ISTHMUS_GASNET_DEBUG_STR "debug"
#else
#ifndef GASNET_NDEBUG
#define GASNET_NDEBUG 1
#endif
#define ISTHMUS_GASNET_CHECKS 0
#define ISTHMUS_GASNET_DEBUG_STR "nodebug"
#endif

#define GASNET_CONFIG_STRING \
  "RELEASE=2025.8.0,SPEC=0.19,CONDUIT=ISTHMUS(ISTHMUS-1.0/ISTHMUS-1.0),THREADMODEL=" ISTHMUS_GASNET_MODE_STR \
  ",SEGMENT=FAST,PTR=64bit,CACHE_LINE_BYTES=64,noalign,pshm," ISTHMUS_GASNET_DEBUG_STR \
  ",notrace,nostats,nodebugmalloc,nosrclines,timers_native,membars_native,atomics_native,atomic32_native," \
  "atomic64_native"

/* The functions that start a client have the mode in their names: a program that was compiled for one mode does not
 * link with the library of another. */
#define ISTHMUS_GASNET_PASTE_(name, mode) name##_GASNET_##mode
#define ISTHMUS_GASNET_PASTE(name, mode) ISTHMUS_GASNET_PASTE_(name, mode)
#define ISTHMUS_GASNET_OF_MODE(name) ISTHMUS_GASNET_PASTE(name, ISTHMUS_GASNET_MODE)

#endif
