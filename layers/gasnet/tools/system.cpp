#include "gasnet_isthmus/tools/system.h"

#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "gasnet_isthmus/tools/environment.h"
#include "gasnet_isthmus/tools/errors.h"

namespace {

// Read once; both live as long as the process.
char host_name[256];
char exe_name[PATH_MAX];
pthread_once_t names_read = PTHREAD_ONCE_INIT;

void read_names() {
  if (gethostname(host_name, sizeof host_name - 1) != 0) strcpy(host_name, "unknown");
  const ssize_t length = readlink("/proc/self/exe", exe_name, sizeof exe_name - 1);
  exe_name[length > 0 ? length : 0] = '\0';
}

struct Limit {
  int resource;
  const char* name;
};
constexpr Limit kLimits[] = {
    {.resource = RLIMIT_CPU, .name = "RLIMIT_CPU"},     {.resource = RLIMIT_DATA, .name = "RLIMIT_DATA"},
    {.resource = RLIMIT_STACK, .name = "RLIMIT_STACK"}, {.resource = RLIMIT_RSS, .name = "RLIMIT_RSS"},
    {.resource = RLIMIT_AS, .name = "RLIMIT_AS"},
};

}  // namespace

extern "C" {

const char* gasnett_release_version_str(void) { return GASNETI_RELEASE_STR; }
uint64_t gasnett_release_version(void) {
  return uint64_t{GASNET_RELEASE_VERSION_MAJOR} * 1'000'000 + GASNET_RELEASE_VERSION_MINOR * 10'000 +
         GASNET_RELEASE_VERSION_PATCH;
}
const char* gasnett_performance_warning_str(void) { return ""; }

const char* gasnett_gethostname(void) {
  pthread_once(&names_read, read_names);
  return host_name;
}
const char* gasnett_exe_name(void) {
  pthread_once(&names_read, read_names);
  return exe_name;
}

int gasnett_cpu_count(void) {
  const long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? static_cast<int>(count) : 0;
}

uint64_t gasnett_getPhysMemSz(int failureIsFatal) {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page_size = sysconf(_SC_PAGESIZE);
  if (pages > 0 && page_size > 0) return static_cast<uint64_t>(pages) * static_cast<uint64_t>(page_size);
  if (failureIsFatal) gasnett_fatalerror_nopos("gasnett_getPhysMemSz: the system does not tell how much memory it has");
  return 0;
}

void gasnett_sched_yield(void) { sched_yield(); }

int gasnett_set_affinity(int rank) {
  const int count = gasnett_cpu_count();
  if (count == 0 || rank < 0) return 1;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<size_t>(rank % count), &set);
  return sched_setaffinity(0, sizeof set, &set);
}

int gasnett_maximize_rlimit(int res, const char* lim_desc) {
  char key[128];
  snprintf(key, sizeof key, "GASNET_MAXIMIZE_%s", lim_desc);
  if (!gasnett_getenv_yesno_withdefault(key, 1)) return 1;
  rlimit limit{};
  const auto resource = static_cast<__rlimit_resource_t>(res);
  if (getrlimit(resource, &limit) != 0) return 0;
  limit.rlim_cur = limit.rlim_max;
  return setrlimit(resource, &limit) == 0;
}

int gasnett_maximize_rlimits(void) {
  int success = 1;
  for (const Limit& limit : kLimits)
    if (!gasnett_maximize_rlimit(limit.resource, limit.name)) success = 0;
  return success;
}

void* gasnett_mmap(uintptr_t segsize) {
  // The kernel's pages may be smaller than ours, hence the room to align in; what is not needed goes back.
  const uintptr_t room = segsize + GASNETT_PAGESIZE;
  void* mapped =
      room < segsize ? MAP_FAILED : mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
    gasnett_fatalerror_nopos("gasnett_mmap: there is no memory of %zu bytes: ask for less",
                             static_cast<size_t>(segsize));
  const auto begin = reinterpret_cast<uintptr_t>(mapped);
  const uintptr_t page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const uintptr_t aligned = (begin + GASNETT_PAGESIZE - 1) / GASNETT_PAGESIZE * GASNETT_PAGESIZE;
  const uintptr_t end = (aligned + segsize + page - 1) / page * page;
  if (aligned > begin) munmap(mapped, aligned - begin);
  if (begin + room > end) munmap(reinterpret_cast<void*>(end), begin + room - end);
  return reinterpret_cast<void*>(aligned);
}

}  // extern "C"
