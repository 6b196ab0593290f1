/* GASNet tools 1.20: what GASNet offers its clients besides communication. docs/gasnet.md says how to link it; the headers
 * below are one subject each. Names that begin with gasneti_ or GASNETI_ are our own and may change.
 *
 * At most one of these is defined before the header; without any, the mode follows GASNET_SEQ, GASNET_PAR or GASNET_PARSYNC,
 * and then the compiler's -pthread.
 *   GASNETT_THREAD_SAFE     atomics and locks that work between threads
 *   GASNETT_THREAD_SINGLE   plain operations in their place
 *   GASNETT_LITE_MODE       neither atomics, locks nor thread keys
 */
#ifndef ISTHMUS_GASNET_TOOLS_H
#define ISTHMUS_GASNET_TOOLS_H

#include "gasnet_isthmus/basics.h"
#include "gasnet_isthmus/tools/thread_mode.h"

#include "gasnet_isthmus/tools/system.h"
#include "gasnet_isthmus/tools/timers.h"
#include "gasnet_isthmus/tools/memory_barriers.h"
#include "gasnet_isthmus/tools/environment.h"
#include "gasnet_isthmus/tools/errors.h"
#include "gasnet_isthmus/tools/bytes.h"
#include "gasnet_isthmus/tools/heap.h"
#include "gasnet_isthmus/tools/tracing.h"

/* Of clients that communicate, too. */
#if defined(GASNET_SEQ) || defined(GASNET_PAR) || defined(GASNET_PARSYNC)
#include "gasnet_isthmus/tools/formats.h"
#include "gasnet_isthmus/tools/diagnostics.h"
#endif

#ifndef GASNETT_LITE_MODE
#include "gasnet_isthmus/tools/atomics.h"
#include "gasnet_isthmus/tools/locks.h"
#include "gasnet_isthmus/tools/thread_keys.h"
#endif

#endif
