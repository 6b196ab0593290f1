#include "calls/attached.hpp"

#include <iterator>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "abi/abi.hpp"
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

/// Called with the lock, after a change.
void publish_count() {
  static std::size_t before = 0;
  const std::size_t now = attached_to.size() + freed.size();
  attached_requests.fetch_add(now - before, std::memory_order_release);
  before = now;
}

}  // namespace

void put_attached(Word request, std::shared_ptr<Attached> attached) {
  const std::lock_guard lock(mutex);
  attached_to[request] = std::move(attached);
  publish_count();
}

std::shared_ptr<Attached> find_attached(Word request) {
  const std::lock_guard lock(mutex);
  const auto found = attached_to.find(request);
  return found == attached_to.end() ? nullptr : found->second;
}

std::shared_ptr<Attached> take_attached(Word request) {
  const std::lock_guard lock(mutex);
  const auto found = attached_to.find(request);
  if (found == attached_to.end()) return nullptr;
  std::shared_ptr<Attached> attached = std::move(found->second);
  attached_to.erase(found);
  publish_count();
  return attached;
}

void copy_back(Attached& attached) {
  {
    const std::lock_guard lock(mutex);
    if (!std::exchange(attached.active, false)) return;
  }
  attached.host_copies->finish();
}

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

void keep_freed(Word request, std::shared_ptr<Attached> attached) {
  static std::once_flag once;
  std::call_once(once, [] { at_finalize([] { complete_freed(true); }); });
  const std::lock_guard lock(mutex);
  freed.push_back({request, std::move(attached)});
  publish_count();
}

void start_attached(int count, const void* requests) {
  for (int i = 0; i < count; ++i) {
    const std::shared_ptr<Attached> attached = find_attached(abi().handle_at(requests, i));
    if (!attached) continue;
    attached->host_copies->refresh();
    const std::lock_guard lock(mutex);
    attached->active = true;
  }
}

// A request that is complete already may have a handle that others share: Open MPI has one for all such requests.
void attach(const void* request, Attached attached) {
  complete_freed(false);
  const Word handle = abi().handle_at(request, 0);
  int complete = 0;
  if (!attached.persistent) real().Request_get_status(handle, &complete, abi().status_ignore);
  if (complete)
    copy_back(attached);
  else
    put_attached(handle, std::make_shared<Attached>(std::move(attached)));
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
  if (const std::shared_ptr<Attached> attached = find_attached(abi().handle(request)))
    attached->host_copies->refresh_piece(static_cast<std::size_t>(part));
}

void copy_part_back(Word request, int part) {
  if (none_attached()) return;
  const std::shared_ptr<Attached> attached = find_attached(abi().handle(request));
  if (!attached) return;
  {
    const std::lock_guard lock(mutex);
    if (!attached->active) return;
  }
  attached->host_copies->finish_piece(static_cast<std::size_t>(part));
}

}  // namespace isthmus::mpi
