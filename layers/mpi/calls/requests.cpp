#include "calls/requests.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "abi/abi.hpp"
#include "base/wait.hpp"
#include "calls/begun.hpp"
#include "calls/persistent.hpp"
#include "finalize.hpp"
#include "real.hpp"

namespace isthmus::mpi {
namespace {

struct Freed {
  Word request;
  std::shared_ptr<Attached> attached;
};

std::mutex mutex;
// Never destroyed: a program may finalize in a function that runs at exit, after the destructors of static objects.
std::unordered_map<Word, std::shared_ptr<Attached>>& attached_to =
    *new std::unordered_map<Word, std::shared_ptr<Attached>>;
/// Active requests that the program has freed. The MPI still works on their copies, so they are completed here.
std::vector<Freed>& freed = *new std::vector<Freed>;

bool none_attached() { return attached_requests.load(std::memory_order_acquire) == 0; }

/// Called with the lock, after a change.
void publish_count() {
  static std::size_t before = 0;
  const std::size_t now = attached_to.size() + freed.size();
  attached_requests.fetch_add(now - before, std::memory_order_release);
  before = now;
}

void put(Word request, std::shared_ptr<Attached> attached) {
  const std::lock_guard lock(mutex);
  attached_to[request] = std::move(attached);
  publish_count();
}

/// What is remembered of a request; null if nothing is.
std::shared_ptr<Attached> find(Word request) {
  const std::lock_guard lock(mutex);
  const auto found = attached_to.find(request);
  return found == attached_to.end() ? nullptr : found->second;
}

/// Forgets a request, and returns what was remembered of it.
std::shared_ptr<Attached> take(Word request) {
  const std::lock_guard lock(mutex);
  const auto found = attached_to.find(request);
  if (found == attached_to.end()) return nullptr;
  std::shared_ptr<Attached> attached = std::move(found->second);
  attached_to.erase(found);
  publish_count();
  return attached;
}

/// Once for each start: after that the buffer is the program's, which may have written to it.
void copy_back(Attached& attached) {
  {
    const std::lock_guard lock(mutex);
    if (!std::exchange(attached.active, false)) return;
  }
  attached.host_copies->finish();
}

/// Completes the freed requests that are done, or waits for all of them.
void complete_freed(bool wait) {
  std::vector<Freed> rows, left;
  {
    const std::lock_guard lock(mutex);
    if (freed.empty()) return;
    rows.swap(freed);
  }
  for (Freed& row : rows) {
    Word handle[1] = {};
    abi().set_handle(handle, 0, row.request);
    int done = 1;
    if (wait)
      real().Wait(handle, abi().status_ignore);
    else
      real().Test(handle, &done, abi().status_ignore);
    if (!done) {
      left.push_back(std::move(row));
      continue;
    }
    copy_back(*row.attached);
    if (row.attached->persistent) real().Request_free(handle);
  }
  const std::lock_guard lock(mutex);
  std::move(left.begin(), left.end(), std::back_inserter(freed));
  publish_count();
}

constexpr long kNap = 2000;  ///< nanoseconds between tests, if other programs want the core

/// A wait of the MPI as tests of it, as long as calls are under way in the background that it may wait for.
/// `test(flag)` is the test that corresponds to `wait()`.
template <class Wait, class Test>
int wait_for(Wait&& wait, Test&& test) {
  for (int looks = 0; complete_begun(); ++looks) {
    int flag = 0;
    const int result = test(&flag);
    if (result != kSuccess || flag) return result;
    if (looks < base::spin_limit.load(std::memory_order_relaxed))
      base::relax();
    else if (!base::give_way())
      base::take_nap(kNap);
  }
  return wait();
}

/// Whether a wait for all of them would return at once, if only since one has failed.
bool are_complete(int count, const void* requests) {
  int done = 1, code = kSuccess;
  for (int i = 0; i < count && done && code == kSuccess; ++i)
    code = real().Request_get_status(abi().handle_at(requests, i), &done, abi().status_ignore);
  return done || code != kSuccess;
}

/// Keeps an active request that the program frees.
void keep_freed(Word request, std::shared_ptr<Attached> attached) {
  static std::once_flag once;
  std::call_once(once, [] { at_finalize([] { complete_freed(true); }); });
  const std::lock_guard lock(mutex);
  freed.push_back({request, std::move(attached)});
  publish_count();
}

/// Those of an array of requests, looked up before the MPI looks at it. Nothing is remembered under a handle that the
/// MPI may free, because another thread may then get a new request with the same one. A persistent request keeps its
/// handle, and other threads look for it meanwhile if it is a message in parts.
class Taken {
 public:
  Taken(int count, const void* requests) {
    complete_freed(false);
    complete_begun();
    for (int i = 0; i < count; ++i) {
      const Word request = abi().handle_at(requests, i);
      std::shared_ptr<Attached> attached = find(request);
      if (!attached) continue;
      if (!attached->persistent) take(request);
      rows_.push_back({i, request, std::move(attached)});
    }
  }
  /// Copies the results of request `i` back, if it is one of these.
  void complete(int i) {
    for (Row& row : rows_)
      if (row.index == i) finish(row);
  }
  void complete_all() {
    for (Row& row : rows_) finish(row);
  }
  /// After an error, with which some of the requests may still be under way.
  void complete_those_done(const void* requests) {
    for (Row& row : rows_) {
      const Word now = abi().handle_at(requests, row.index);
      int done = now == abi().request_null;
      if (!done) real().Request_get_status(now, &done, abi().status_ignore);
      if (done) finish(row);
    }
  }
  /// Remembers those that are not complete.
  ~Taken() {
    for (Row& row : rows_)
      if (row.attached && !row.attached->persistent) put(row.request, std::move(row.attached));
  }

 private:
  struct Row {
    int index;
    Word request;
    std::shared_ptr<Attached> attached;  ///< null when its results are copied back
  };
  static void finish(Row& row) {
    if (row.attached) copy_back(*std::exchange(row.attached, nullptr));
  }
  std::vector<Row> rows_;
};

/// Copies the results of a request back that is complete and stays: a program may use them as soon as it is told so.
void copy_back_of(Word request) {
  if (const std::shared_ptr<Attached> attached = find(request)) copy_back(*attached);
}

void start(int count, const void* requests) {
  for (int i = 0; i < count; ++i) {
    const std::shared_ptr<Attached> attached = find(abi().handle_at(requests, i));
    if (!attached) continue;
    attached->host_copies->refresh();
    const std::lock_guard lock(mutex);
    attached->active = true;
  }
}

}  // namespace

// A request that is complete already may have a handle that others share: Open MPI has one for all such requests.
void attach(const void* request, Attached attached) {
  complete_freed(false);
  const Word handle = abi().handle_at(request, 0);
  int complete = 0;
  if (!attached.persistent) real().Request_get_status(handle, &complete, abi().status_ignore);
  if (complete)
    copy_back(attached);
  else
    put(handle, std::make_shared<Attached>(std::move(attached)));
}

void keep_until_complete(const void* request, bool persistent, std::shared_ptr<const void> kept) {
  {
    const std::lock_guard lock(mutex);
    const auto found = attached_to.find(abi().handle_at(request, 0));
    if (found != attached_to.end()) {
      found->second->kept = std::move(kept);
      return;
    }
  }
  attach(request, {.host_copies = std::make_unique<HostCopies>(HostCopies::For::mpi),
                   .persistent = persistent,
                   .active = !persistent,
                   .kept = std::move(kept)});
}

void refresh_part(Word request, int part) {
  if (none_attached()) return;
  if (const std::shared_ptr<Attached> attached = find(abi().handle(request)))
    attached->host_copies->refresh_piece(static_cast<std::size_t>(part));
}

void copy_part_back(Word request, int part) {
  if (none_attached()) return;
  const std::shared_ptr<Attached> attached = find(abi().handle(request));
  if (!attached) return;
  {
    const std::lock_guard lock(mutex);
    if (!attached->active) return;
  }
  attached->host_copies->finish_piece(static_cast<std::size_t>(part));
}

namespace ours {

int Wait(void* request, void* status) {
  if (none_attached()) [[likely]]
    return real().Wait(request, status);
  Taken taken(1, request);
  const int result = wait_for([&] { return real().Wait(request, status); },
                              [&](int* flag) { return real().Test(request, flag, status); });
  taken.complete_all();
  return result;
}

int Waitany(int count, void* requests, int* index, void* status) {
  if (none_attached()) [[likely]]
    return real().Waitany(count, requests, index, status);
  Taken taken(count, requests);
  const int result = wait_for([&] { return real().Waitany(count, requests, index, status); },
                              [&](int* flag) { return real().Testany(count, requests, index, flag, status); });
  taken.complete(*index);
  return result;
}

int Waitsome(int count, void* requests, int* done, int* indices, void* statuses) {
  if (none_attached()) [[likely]]
    return real().Waitsome(count, requests, done, indices, statuses);
  Taken taken(count, requests);
  const int result = wait_for([&] { return real().Waitsome(count, requests, done, indices, statuses); },
                              [&](int* flag) {
                                const int code = real().Testsome(count, requests, done, indices, statuses);
                                *flag = *done != 0;  // some are complete, or none is active
                                return code;
                              });
  for (int i = 0; i < *done; ++i) taken.complete(indices[i]);
  return result;
}

int Waitall(int count, void* requests, void* statuses) {
  if (none_attached()) [[likely]]
    return real().Waitall(count, requests, statuses);
  Taken taken(count, requests);
  const auto wait = [&] { return real().Waitall(count, requests, statuses); };
  // Not Testall, which reports an error of persistent collectives in MPICH 4.0 that are not complete yet.
  const int result = wait_for(wait, [&](int* flag) {
    *flag = are_complete(count, requests);
    return *flag ? wait() : kSuccess;
  });
  result == kSuccess ? taken.complete_all() : taken.complete_those_done(requests);
  return result;
}

int Test(void* request, int* flag, void* status) {
  if (none_attached()) [[likely]]
    return real().Test(request, flag, status);
  Taken taken(1, request);
  const int result = real().Test(request, flag, status);
  if (*flag) taken.complete_all();
  return result;
}

int Testany(int count, void* requests, int* index, int* flag, void* status) {
  if (none_attached()) [[likely]]
    return real().Testany(count, requests, index, flag, status);
  Taken taken(count, requests);
  const int result = real().Testany(count, requests, index, flag, status);
  if (*flag) taken.complete(*index);
  return result;
}

int Testsome(int count, void* requests, int* done, int* indices, void* statuses) {
  if (none_attached()) [[likely]]
    return real().Testsome(count, requests, done, indices, statuses);
  Taken taken(count, requests);
  const int result = real().Testsome(count, requests, done, indices, statuses);
  for (int i = 0; i < *done; ++i) taken.complete(indices[i]);
  return result;
}

int Testall(int count, void* requests, int* flag, void* statuses) {
  if (none_attached()) [[likely]]
    return real().Testall(count, requests, flag, statuses);
  Taken taken(count, requests);
  const int result = real().Testall(count, requests, flag, statuses);
  if (result != kSuccess)
    taken.complete_those_done(requests);
  else if (*flag)
    taken.complete_all();
  return result;
}

int Request_get_status(Word request, int* flag, void* status) {
  if (!none_attached()) [[unlikely]]
    complete_begun();
  const int result = real().Request_get_status(request, flag, status);
  if (!none_attached() && *flag) [[unlikely]]
    copy_back_of(abi().handle(request));
  return result;
}

int Request_get_status_any(int count, const void* requests, int* index, int* flag, void* status) {
  if (!none_attached()) complete_begun();
  const int result = real().Request_get_status_any(count, requests, index, flag, status);
  if (!none_attached() && *flag && *index >= 0) copy_back_of(abi().handle_at(requests, *index));
  return result;
}

int Request_get_status_all(int count, const void* requests, int* flag, void* statuses) {
  if (!none_attached()) complete_begun();
  const int result = real().Request_get_status_all(count, requests, flag, statuses);
  for (int i = 0; i < count && !none_attached() && *flag; ++i) copy_back_of(abi().handle_at(requests, i));
  return result;
}

int Request_get_status_some(int count, const void* requests, int* done, int* indices, void* statuses) {
  if (!none_attached()) complete_begun();
  const int result = real().Request_get_status_some(count, requests, done, indices, statuses);
  for (int i = 0; i < *done && !none_attached(); ++i) copy_back_of(abi().handle_at(requests, indices[i]));
  return result;
}

int Request_free(void* request) {
  if (none_attached()) [[likely]]
    return real().Request_free(request);
  const Word handle = abi().handle_at(request, 0);
  forget_persistent(handle);
  std::shared_ptr<Attached> attached = take(handle);
  if (!attached || !attached->active) return real().Request_free(request);
  keep_freed(handle, std::move(attached));
  abi().set_handle(request, 0, abi().request_null);
  return kSuccess;
}

int Start(void* request) {
  if (none_attached()) [[likely]]
    return real().Start(request);
  start(1, request);
  const int result = real().Start(request);
  if (result == kSuccess) start_persistent(1, request);
  return result;
}

int Startall(int count, void* requests) {
  if (none_attached()) [[likely]]
    return real().Startall(count, requests);
  start(count, requests);
  const int result = real().Startall(count, requests);
  if (result == kSuccess) start_persistent(count, requests);
  return result;
}

}  // namespace ours
}  // namespace isthmus::mpi
