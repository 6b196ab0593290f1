/* Ticks of the generic timer, whose frequency the processor tells. Included by timers.h alone. */
#define GASNETI_TIMER_CONFIG "timers_native"

GASNETT_INLINE(gasnett_ticks_now)
gasnett_tick_t gasnett_ticks_now(void) {
  uint64_t now;
  /* Without the barrier the counter may be read before earlier instructions are done. */
  __asm__ __volatile__("isb\n\tmrs %0, cntvct_el0" : "=r"(now) : : "memory");
  return now;
}

/* Seconds and their remainder are converted by themselves, so that nothing overflows or is rounded twice. */
GASNETT_INLINE(gasnett_ticks_to_ns)
uint64_t gasnett_ticks_to_ns(gasnett_tick_t ticks) {
  const uint64_t ns_per_second = 1000000000;
  uint64_t frequency;
  __asm__("mrs %0, cntfrq_el0" : "=r"(frequency));
  return ticks / frequency * ns_per_second + ticks % frequency * ns_per_second / frequency;
}
