#include "calls/begun.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <vector>

#include "abi/abi.hpp"
#include "calls/requests.hpp"
#include "real.hpp"

namespace isthmus::mpi {
namespace {

struct Begun {
  std::shared_ptr<Job> job;
  std::function<void()> complete;
};

std::mutex mutex;
// Never destroyed: a program may finalize in a function that runs at exit, after the destructors of static objects.
std::vector<Begun>& begun = *new std::vector<Begun>;

int query(void*, void* status) {
  real().Status_set_elements(status, abi().bytes, 0);
  return real().Status_set_cancelled(status, 0);
}
int free_nothing(void*) { return kSuccess; }
int cancel_nothing(void*, int) { return kSuccess; }

}  // namespace

void add_begun(std::shared_ptr<Job> job, std::function<void()> complete) {
  job->done.store(false, std::memory_order_relaxed);
  const std::lock_guard lock(mutex);
  begun.push_back({std::move(job), std::move(complete)});
  attached_requests.fetch_add(1, std::memory_order_release);
}

bool complete_begun() {
  std::vector<Begun> complete;
  bool more = false;
  {
    const std::lock_guard lock(mutex);
    if (begun.empty()) return false;
    const auto first = std::stable_partition(
        begun.begin(), begun.end(), [](const Begun& one) { return !one.job->done.load(std::memory_order_acquire); });
    std::move(first, begun.end(), std::back_inserter(complete));
    begun.erase(first, begun.end());
    more = !begun.empty();
    attached_requests.fetch_sub(complete.size(), std::memory_order_release);
  }
  for (const Begun& one : complete) {
    one.job->finish();
    one.complete();
  }
  return more;
}

int begin_in_background(Background& background, std::shared_ptr<Job> job, void* request) {
  const int result = real().Grequest_start(query, free_nothing, cancel_nothing, nullptr, request);
  if (result != kSuccess) return result;
  add_begun(job, [handle = abi().handle_at(request, 0)] { real().Grequest_complete(handle); });
  background.add(std::move(job));
  return kSuccess;
}

}  // namespace isthmus::mpi
