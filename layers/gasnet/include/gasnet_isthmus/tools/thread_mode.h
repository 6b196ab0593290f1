/* Chooses between GASNETT_THREAD_SAFE, GASNETT_THREAD_SINGLE and GASNETT_LITE_MODE. Exactly one is defined afterwards. */
#ifndef ISTHMUS_GASNET_TOOLS_THREAD_MODE_H
#define ISTHMUS_GASNET_TOOLS_THREAD_MODE_H

#if defined(GASNETT_THREAD_SAFE) + defined(GASNETT_THREAD_SINGLE) + defined(GASNETT_LITE_MODE) > 1
#error "define at most one of GASNETT_THREAD_SAFE, GASNETT_THREAD_SINGLE and GASNETT_LITE_MODE"
#elif defined(GASNETT_THREAD_SAFE) && defined(GASNET_SEQ)
#error "GASNETT_THREAD_SAFE contradicts GASNET_SEQ: remove one of them"
#elif defined(GASNETT_THREAD_SINGLE) && (defined(GASNET_PAR) || defined(GASNET_PARSYNC))
#error "GASNETT_THREAD_SINGLE contradicts GASNET_PAR and GASNET_PARSYNC: remove one of them"
#elif !defined(GASNETT_THREAD_SAFE) && !defined(GASNETT_THREAD_SINGLE) && !defined(GASNETT_LITE_MODE)
#if defined(GASNET_PAR) || defined(GASNET_PARSYNC)
#define GASNETT_THREAD_SAFE 1
#elif defined(GASNET_SEQ)
#define GASNETT_THREAD_SINGLE 1
#elif defined(_REENTRANT) || defined(_THREAD_SAFE)
#define GASNETT_THREAD_SAFE 1
#else
#define GASNETT_THREAD_SINGLE 1
#endif
#endif

/* Clients may have defined it to nothing. */
#if defined(GASNETT_THREAD_SAFE)
#undef GASNETT_THREAD_SAFE
#define GASNETT_THREAD_SAFE 1
#define GASNETI_THREAD_MODE_STR "PAR"
#elif defined(GASNETT_THREAD_SINGLE)
#undef GASNETT_THREAD_SINGLE
#define GASNETT_THREAD_SINGLE 1
#define GASNETI_THREAD_MODE_STR "SEQ"
#else
#undef GASNETT_LITE_MODE
#define GASNETT_LITE_MODE 1
#define GASNETI_THREAD_MODE_STR "LITE"
#endif

/* The most threads of a process that may use GASNet at a time. */
#ifndef GASNETT_MAX_THREADS
#ifdef GASNETT_THREAD_SAFE
#define GASNETT_MAX_THREADS 256
#else
#define GASNETT_MAX_THREADS 1
#endif
#endif

#endif
