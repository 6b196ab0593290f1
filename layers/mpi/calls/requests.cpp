#include "calls/requests.hpp"

#include <utility>
#include <vector>

#include "abi/abi.hpp"
#include "base/wait.hpp"
#include "calls/attached.hpp"
#include "calls/begun.hpp"
#include "calls/persistent.hpp"
#include "real.hpp"

namespace isthmus::mpi {
namespace {

/// An output, which the MPI leaves as it is if it refuses the call.
void set(int* output, int value) {
  if (output) *output = value;
}
int value(const int* output) { return output ? *output : 0; }

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

/// Whether a wait for all of them would return at once. Those that have failed are complete.
bool are_complete(int count, const void* requests) {
  for (int i = 0; i < count; ++i) {
    int done = 1;
    if (real().Request_get_status(abi().handle_at(requests, i), &done, abi().status_ignore) == kSuccess && !done)
      return false;
  }
  return true;
}

/// Those of an array of requests, looked up before the MPI looks at it. Nothing is remembered under a handle that the
/// MPI may free, because another thread may then get a new request with the same one. A persistent request keeps its
/// handle, and other threads look for it meanwhile if it is a message in parts.
class Taken {
 public:
  Taken(int count, const void* requests) {
    complete_freed(false);
    complete_begun();
    for (int i = 0; requests && i < count; ++i) {
      const Word request = abi().handle_at(requests, i);
      std::shared_ptr<Attached> attached = find_attached(request);
      if (!attached) continue;
      if (!attached->persistent) take_attached(request);
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
      if (row.attached && !row.attached->persistent) put_attached(row.request, std::move(row.attached));
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
  if (const std::shared_ptr<Attached> attached = find_attached(request)) copy_back(*attached);
}

}  // namespace

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
  set(index, -1);
  const int result = wait_for([&] { return real().Waitany(count, requests, index, status); },
                              [&](int* flag) { return real().Testany(count, requests, index, flag, status); });
  if (index) taken.complete(*index);
  return result;
}

int Waitsome(int count, void* requests, int* done, int* indices, void* statuses) {
  if (none_attached()) [[likely]]
    return real().Waitsome(count, requests, done, indices, statuses);
  Taken taken(count, requests);
  set(done, 0);
  const int result = wait_for([&] { return real().Waitsome(count, requests, done, indices, statuses); },
                              [&](int* flag) {
                                const int code = real().Testsome(count, requests, done, indices, statuses);
                                *flag = value(done) != 0;  // some are complete, or none is active
                                return code;
                              });
  for (int i = 0; i < value(done); ++i) taken.complete(indices[i]);
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
  set(flag, 0);
  const int result = real().Test(request, flag, status);
  if (value(flag)) taken.complete_all();
  return result;
}

int Testany(int count, void* requests, int* index, int* flag, void* status) {
  if (none_attached()) [[likely]]
    return real().Testany(count, requests, index, flag, status);
  Taken taken(count, requests);
  set(flag, 0);
  const int result = real().Testany(count, requests, index, flag, status);
  if (value(flag)) taken.complete(*index);
  return result;
}

int Testsome(int count, void* requests, int* done, int* indices, void* statuses) {
  if (none_attached()) [[likely]]
    return real().Testsome(count, requests, done, indices, statuses);
  Taken taken(count, requests);
  set(done, 0);
  const int result = real().Testsome(count, requests, done, indices, statuses);
  for (int i = 0; i < value(done); ++i) taken.complete(indices[i]);
  return result;
}

int Testall(int count, void* requests, int* flag, void* statuses) {
  if (none_attached()) [[likely]]
    return real().Testall(count, requests, flag, statuses);
  Taken taken(count, requests);
  set(flag, 0);
  const int result = real().Testall(count, requests, flag, statuses);
  if (result != kSuccess)
    taken.complete_those_done(requests);
  else if (value(flag))
    taken.complete_all();
  return result;
}

int Request_get_status(Word request, int* flag, void* status) {
  if (!none_attached()) [[unlikely]]
    complete_begun();
  set(flag, 0);
  const int result = real().Request_get_status(request, flag, status);
  if (!none_attached() && value(flag)) [[unlikely]]
    copy_back_of(abi().handle(request));
  return result;
}

int Request_get_status_any(int count, const void* requests, int* index, int* flag, void* status) {
  if (!none_attached()) complete_begun();
  set(flag, 0);
  const int result = real().Request_get_status_any(count, requests, index, flag, status);
  if (!none_attached() && value(flag) && *index >= 0) copy_back_of(abi().handle_at(requests, *index));
  return result;
}

int Request_get_status_all(int count, const void* requests, int* flag, void* statuses) {
  if (!none_attached()) complete_begun();
  set(flag, 0);
  const int result = real().Request_get_status_all(count, requests, flag, statuses);
  for (int i = 0; i < count && !none_attached() && value(flag); ++i) copy_back_of(abi().handle_at(requests, i));
  return result;
}

int Request_get_status_some(int count, const void* requests, int* done, int* indices, void* statuses) {
  if (!none_attached()) complete_begun();
  set(done, 0);
  const int result = real().Request_get_status_some(count, requests, done, indices, statuses);
  for (int i = 0; i < value(done) && !none_attached(); ++i) copy_back_of(abi().handle_at(requests, indices[i]));
  return result;
}

int Request_free(void* request) {
  if (none_attached()) [[likely]]
    return real().Request_free(request);
  const Word handle = abi().handle_at(request, 0);
  forget_persistent(handle);
  std::shared_ptr<Attached> attached = take_attached(handle);
  if (!attached || !attached->active) return real().Request_free(request);
  keep_freed(handle, std::move(attached));
  abi().set_handle(request, 0, abi().request_null);
  return kSuccess;
}

int Start(void* request) {
  if (none_attached()) [[likely]]
    return real().Start(request);
  start_attached(1, request);
  const int result = real().Start(request);
  if (result == kSuccess) start_persistent(1, request);
  return result;
}

int Startall(int count, void* requests) {
  if (none_attached()) [[likely]]
    return real().Startall(count, requests);
  start_attached(count, requests);
  const int result = real().Startall(count, requests);
  if (result == kSuccess) start_persistent(count, requests);
  return result;
}

}  // namespace ours
}  // namespace isthmus::mpi
