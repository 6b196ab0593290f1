/* Ticks of the system's monotonic clock: a tick is a nanosecond. Included by timers.h alone. */
#define GASNETI_TIMER_CONFIG "timers_os"

gasnett_tick_t gasneti_clock_ns(void);

GASNETT_INLINE(gasnett_ticks_now)
gasnett_tick_t gasnett_ticks_now(void) { return gasneti_clock_ns(); }

GASNETT_INLINE(gasnett_ticks_to_ns)
uint64_t gasnett_ticks_to_ns(gasnett_tick_t ticks) { return ticks; }
