/* A pointer of which every thread has its own, NULL at first. DEFINE stands in one source at file scope, DECLARE wherever
 * else the key is used. There is nothing to initialise: the forms without noinit are the same. */
#ifndef ISTHMUS_GASNET_TOOLS_THREAD_KEYS_H
#define ISTHMUS_GASNET_TOOLS_THREAD_KEYS_H

#include "gasnet_isthmus/tools/thread_mode.h"

#ifdef GASNETT_THREAD_SAFE
#define GASNETI_THREAD_LOCAL __thread
#else
#define GASNETI_THREAD_LOCAL
#endif

#define GASNETT_THREADKEY_DECLARE(mykey) extern GASNETI_THREAD_LOCAL void *gasneti_threadkey_##mykey
#define GASNETT_THREADKEY_DEFINE(mykey) GASNETI_THREAD_LOCAL void *gasneti_threadkey_##mykey = 0
#define gasnett_threadkey_get(mykey) (gasneti_threadkey_##mykey)
#define gasnett_threadkey_set(mykey, val) ((void)(gasneti_threadkey_##mykey = (val)))
#define gasnett_threadkey_init(mykey) ((void)&gasneti_threadkey_##mykey)
#define gasnett_threadkey_get_noinit(mykey) gasnett_threadkey_get(mykey)
#define gasnett_threadkey_set_noinit(mykey, val) gasnett_threadkey_set(mykey, val)

#endif
