/* Lite mode: a source without a thread mode in a program that has one. */
#undef GASNETT_THREAD_SAFE
#undef GASNETT_THREAD_SINGLE
#define GASNETT_LITE_MODE
#include "expect.h"

#if defined(gasnett_atomic_read) || defined(GASNETT_MUTEX_INITIALIZER) || defined(GASNETT_THREADKEY_DEFINE)
#error "lite mode has no atomics, locks and thread keys"
#endif

GASNETT_IDENT(tools_test_lite, "$ToolsTestLite: " _STRINGIFY(GASNETT_LITE_MODE) " $");

void test_lite(void) {
  const gasnett_tick_t begin = gasnett_ticks_now();
  gasnett_local_mb();
  EXPECT(gasnett_ticks_now() >= begin);
  EXPECT_TEXT(tools_test_lite, "$ToolsTestLite: 1 $");
}
