#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include "expect.h"

static void pin(void) {
  cpu_set_t set;
  EXPECT_EQ(gasnett_set_affinity(gasnett_cpu_count() + 1), 0);
  EXPECT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
  EXPECT_EQ(CPU_COUNT(&set), 1);
  EXPECT(CPU_ISSET(1 % gasnett_cpu_count(), &set));
}

static void lower_and_raise(void) {
  struct rlimit limit;
  getrlimit(RLIMIT_STACK, &limit);
  limit.rlim_cur = 1 << 20;
  setrlimit(RLIMIT_STACK, &limit);
  gasnett_setenv("GASNET_MAXIMIZE_RLIMIT_STACK", "0");
  EXPECT(gasnett_maximize_rlimits());
  getrlimit(RLIMIT_STACK, &limit);
  EXPECT_EQ(limit.rlim_cur, 1 << 20);
  gasnett_unsetenv("GASNET_MAXIMIZE_RLIMIT_STACK");
  EXPECT(gasnett_maximize_rlimit(RLIMIT_STACK, "RLIMIT_STACK"));
  getrlimit(RLIMIT_STACK, &limit);
  EXPECT(limit.rlim_cur == limit.rlim_max);
  EXPECT(!gasnett_maximize_rlimit(12345, "RLIMIT_NONE"));
}

static void too_much(void) { (void)gasnett_mmap(UINTPTR_MAX / 2); }

void test_system(void) {
  char text[4096];
  ssize_t length;
  char* memory;
  size_t i;

  EXPECT_EQ(1 << GASNETT_PAGESHIFT, GASNETT_PAGESIZE);
  EXPECT_EQ(GASNETT_CACHE_LINE_BYTES & (GASNETT_CACHE_LINE_BYTES - 1), 0);
  EXPECT(GASNETT_CACHE_LINE_BYTES >= 32);
  EXPECT(strstr(GASNETT_SYSTEM_TUPLE, "-unknown-") != NULL);
  EXPECT(strstr(GASNETT_CONFIG_STRING, "RELEASE=2025.8.0,SPEC=1.20") != NULL);
#if GASNETT_THREAD_SAFE
  EXPECT(strstr(GASNETT_CONFIG_STRING, ",PAR,") != NULL);
  EXPECT(GASNETT_MAX_THREADS > 1);
#else
  EXPECT(strstr(GASNETT_CONFIG_STRING, ",SEQ,") != NULL);
  EXPECT_EQ(GASNETT_MAX_THREADS, 1);
#endif

  snprintf(text, sizeof text, "%d.%d.%d", GASNETT_RELEASE_VERSION_MAJOR, GASNETT_RELEASE_VERSION_MINOR,
           GASNETT_RELEASE_VERSION_PATCH);
  EXPECT_TEXT(gasnett_release_version_str(), text);
  EXPECT_EQ(gasnett_release_version(), 2025080000);
  EXPECT_EQ(GASNETT_SPEC_VERSION_MAJOR * 100 + GASNETT_SPEC_VERSION_MINOR, 120);
  EXPECT_TEXT(gasnett_performance_warning_str(), "");

  gethostname(text, sizeof text);
  EXPECT_TEXT(gasnett_gethostname(), text);
  length = readlink("/proc/self/exe", text, sizeof text - 1);
  text[length] = '\0';
  EXPECT_TEXT(gasnett_exe_name(), text);
  EXPECT_EQ(gasnett_cpu_count(), sysconf(_SC_NPROCESSORS_ONLN));
  EXPECT_EQ(gasnett_getPhysMemSz(1), sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE));
  i = 1;
  EXPECT_EQ(gasnett_isLittleEndian(), *(char*)&i);
#if PLATFORM_ARCH_LITTLE_ENDIAN
  EXPECT(gasnett_isLittleEndian());
#endif

  gasnett_sched_yield();
  EXPECT_EQ(GASNETT_SET_AFFINITY_SUPPORT, 1);
  EXPECT_EQ(run_child(pin).status, 0);
  EXPECT(gasnett_set_affinity(-1) != 0);
  EXPECT_EQ(run_child(lower_and_raise).status, 0);

  memory = (char*)gasnett_mmap(3 * GASNETT_PAGESIZE + 1);
  EXPECT_EQ((uintptr_t)memory % GASNETT_PAGESIZE, 0);
  for (i = 0; i < 3 * GASNETT_PAGESIZE + 1; ++i) {
    EXPECT_EQ(memory[i], 0);
    memory[i] = 1;
  }
  EXPECT_FATAL(too_much, "gasnett_mmap: there is no memory");
}
