#include "hsl.hpp"

#include <gasnetex.h>

#include <algorithm>
#include <vector>

#include "fatal.hpp"
#include "job.hpp"

using namespace isthmus::gasnet;

namespace {

thread_local std::vector<const gex_HSL_t*> held;  ///< in the order in which they were taken

bool holds(const gex_HSL_t* hsl) { return std::find(held.begin(), held.end(), hsl) != held.end(); }

/// Locks are given back in reverse order.
[[gnu::cold]] void forget(const gex_HSL_t* hsl) {
  if (!holds(hsl)) fatal("gex_HSL_Unlock", "the thread does not hold the lock; unlock it where it was locked, and once");
  if (held.back() != hsl)
    fatal("gex_HSL_Unlock", "the thread has taken another lock since, and holds it; unlock in reverse order");
  held.pop_back();
}

}  // namespace

std::size_t isthmus::gasnet::locks_held() { return job.checks ? held.size() : 0; }

extern "C" {

void gex_HSL_Init(gex_HSL_t* hsl) { pthread_mutex_init(&hsl->isthmus_mutex, nullptr); }
void gex_HSL_Destroy(gex_HSL_t* hsl) { pthread_mutex_destroy(&hsl->isthmus_mutex); }

void gex_HSL_Lock(gex_HSL_t* hsl) {
  if (job.checks && holds(hsl))
    fatal("gex_HSL_Lock", "the thread holds the lock already, and would wait for itself; unlock it first");
  pthread_mutex_lock(&hsl->isthmus_mutex);
  if (job.checks) held.push_back(hsl);
}

void gex_HSL_Unlock(gex_HSL_t* hsl) {
  if (job.checks) forget(hsl);
  pthread_mutex_unlock(&hsl->isthmus_mutex);
}

int gex_HSL_Trylock(gex_HSL_t* hsl) {
  if (pthread_mutex_trylock(&hsl->isthmus_mutex) != 0) return GASNET_ERR_NOT_READY;
  if (job.checks) held.push_back(hsl);
  return GASNET_OK;
}
}
