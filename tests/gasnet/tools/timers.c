#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "expect.h"

static uint64_t reference_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void ignore(int signal_number) { (void)signal_number; }

void test_timers(void) {
  gasnett_tick_t begin, end, last;
  uint64_t reference, ns;
  double seconds;
  int i;
  EXPECT(GASNETT_TICK_MIN < GASNETT_TICK_MAX);
  EXPECT_EQ(GASNETT_TICK_MIN, 0);
  EXPECT_EQ(gasnett_ticks_to_ns(0), 0);
  last = gasnett_ticks_now();
  for (i = 0; i < 100000; ++i) {
    const gasnett_tick_t now = gasnett_ticks_now();
    EXPECT(now >= last);
    last = now;
  }
  EXPECT(last > GASNETT_TICK_MIN && last < GASNETT_TICK_MAX);

  /* The counter keeps pace with the system's clock: the reads of the clock enclose those of the counter. */
  reference = reference_ns();
  begin = gasnett_ticks_now();
  EXPECT_EQ(gasnett_nsleep(50000000), 0);
  end = gasnett_ticks_now();
  reference = reference_ns() - reference;
  ns = gasnett_ticks_to_ns(end - begin);
  EXPECT(ns >= 49900000);
  EXPECT(ns <= reference + reference / 1000 + 1000);
  EXPECT(gasnett_ticks_to_us(end - begin) == ns / 1000);
  EXPECT(llabs((long long)(gasnett_ticks_to_ns(end) - gasnett_ticks_to_ns(begin) - ns)) <= 1);
  EXPECT(gasnett_ticks_to_ns(GASNETT_TICK_MAX / 4) > gasnett_ticks_to_ns(GASNETT_TICK_MAX / 8));

  EXPECT(gasnett_tick_overheadus() > 0 && gasnett_tick_overheadus() < 100);
  EXPECT(gasnett_tick_granularityus() > 0 && gasnett_tick_granularityus() < 1000);
#ifdef GASNETT_USING_GETTIMEOFDAY
  EXPECT(0);
#endif

  seconds = difftime(time(NULL), (time_t)(gasnett_gettimeofday_us() / 1000000));
  EXPECT(seconds >= -1 && seconds <= 1);

  /* A signal cuts a sleep short. */
  EXPECT_EQ(gasnett_nsleep(0), 0);
  gasnett_reghandler(SIGALRM, ignore);
  alarm(1);
  errno = 0;
  EXPECT(gasnett_nsleep((uint64_t)10 * 1000000000) != 0);
  EXPECT_EQ(errno, EINTR);
}
