/* Ticks: the time of a fast counter. Only differences taken in one thread mean anything. */
#ifndef ISTHMUS_GASNET_TOOLS_TIMERS_H
#define ISTHMUS_GASNET_TOOLS_TIMERS_H

#include "gasnet_isthmus/basics.h"

GASNETT_BEGIN_EXTERNC

typedef uint64_t gasnett_tick_t;
#define GASNETT_TICK_MIN ((gasnett_tick_t)0)
#define GASNETT_TICK_MAX (~(gasnett_tick_t)0)

#if defined(PLATFORM_ARCH_AARCH64)
#include "gasnet_isthmus/tools/ticks_aarch64.h"
#else
#include "gasnet_isthmus/tools/ticks_clock.h"
#endif

GASNETT_INLINE(gasnett_ticks_to_us)
uint64_t gasnett_ticks_to_us(gasnett_tick_t ticks) { return gasnett_ticks_to_ns(ticks) / 1000; }

/* Microseconds: what a call of gasnett_ticks_now costs, and the smallest step seen between two calls. */
double gasnett_tick_overheadus(void);
double gasnett_tick_granularityus(void);

/* Microseconds since 1970. */
uint64_t gasnett_gettimeofday_us(void);

/* Sleeps at least so many nanoseconds; 0, or nonzero with errno set when a signal cut it short. */
int gasnett_nsleep(uint64_t ns_delay);

GASNETT_END_EXTERNC

#endif
