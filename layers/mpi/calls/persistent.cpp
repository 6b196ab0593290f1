#include "calls/persistent.hpp"

#include <mutex>
#include <set>
#include <unordered_map>
#include <vector>

#include "abi/abi.hpp"
#include "base/wait.hpp"
#include "calls/begun.hpp"
#include "calls/requests.hpp"
#include "finalize.hpp"
#include "progress.hpp"
#include "real.hpp"

namespace isthmus::mpi {
namespace {

/// Each has a thread and shared memory.
constexpr std::size_t kMost = 64;
/// MPIs have at least so many tags.
constexpr int kTags = 32767;

/// In use as long as somebody holds it: the request, or a message that is still to be sent. Requests of other members
/// need not have the same, since the messages go from a process to itself.
using Tag = std::shared_ptr<const int>;

/// The lowest that nobody holds; null if there is none.
Tag take_tag() {
  static std::mutex& guard = *new std::mutex;
  static std::set<int>& held = *new std::set<int>;
  const std::lock_guard lock(guard);
  int tag = 0;
  for (const int other : held)
    if (other == tag) ++tag;
  if (tag == kTags) return nullptr;
  held.insert(tag);
  return {new int(tag), [](const int* freed) {
            const std::lock_guard lock_again(guard);
            held.erase(*freed);
            delete freed;
          }};
}

struct Persistent {
  std::unique_ptr<Background> background;
  std::shared_ptr<Job> job;
  Tag tag;
};

std::mutex mutex;
// Never destroyed, as in begun.cpp.
std::unordered_map<Word, Persistent>& by_request = *new std::unordered_map<Word, Persistent>;
/// Those whose requests were freed while they were under way.
std::vector<Persistent>& freed = *new std::vector<Persistent>;
Word own_comm = 0;  ///< of this process alone, for the messages
char nothing;       ///< their data

/// Called with the lock.
void drop_complete() {
  std::erase_if(freed, [](const Persistent& one) { return one.job->done.load(); });
}

void end_all() {
  for (constexpr long kNap = 1000; complete_begun(); base::take_nap(kNap)) poke(abi().comm_world);
  const std::lock_guard lock(mutex);
  attached_requests.fetch_sub(by_request.size(), std::memory_order_release);
  by_request.clear();
  freed.clear();
  own_comm = 0;  // MPI_Finalize frees it
}

/// Called with the lock. Whether there is a communicator for the messages: a session alone has none.
bool make_own_comm() {
  if (own_comm) return true;
  if (!has_world()) return false;
  Word made[1] = {};
  if (real().Comm_split(abi().comm_self, 0, 0, made) != kSuccess) return false;
  own_comm = abi().handle_at(made, 0);
  at_finalize(end_all);
  return true;
}

}  // namespace

std::optional<int> make_persistent(Word comm, Background& like, std::shared_ptr<Job> job, bool on_device,
                                   void* request) {
  // {this member cannot, its buffer is on a device}
  int mine[2] = {1, on_device ? 1 : 0}, all[2] = {1, 0};
  Tag tag = take_tag();
  {
    const std::lock_guard lock(mutex);
    drop_complete();
    if (job && tag && by_request.size() + freed.size() < kMost && make_own_comm()) mine[0] = 0;
  }
  if (real().Allreduce(mine, all, 2, abi().ints, abi().max, comm) != kSuccess || all[0] || !all[1]) return std::nullopt;
  std::unique_ptr<Background> background = like.create_like(comm);
  if (!background) return std::nullopt;
  const std::lock_guard lock(mutex);
  const int result = real().Recv_init(&nothing, 0, abi().bytes, 0, *tag, own_comm, request);
  if (result != kSuccess) return result;
  by_request[abi().handle_at(request, 0)] = {std::move(background), std::move(job), std::move(tag)};
  attached_requests.fetch_add(1, std::memory_order_release);
  return kSuccess;
}

void start_persistent(int count, const void* requests) {
  for (int i = 0; i < count; ++i) {
    const std::lock_guard lock(mutex);
    const auto found = by_request.find(abi().handle_at(requests, i));
    if (found == by_request.end()) continue;
    const Persistent& call = found->second;
    call.job->refresh();
    add_begun(call.job, [tag = call.tag] { real().Send(&nothing, 0, abi().bytes, 0, *tag, own_comm); });
    call.background->add(call.job);
  }
}

void forget_persistent(Word request) {
  const std::lock_guard lock(mutex);
  const auto found = by_request.find(request);
  if (found == by_request.end()) return;
  if (!found->second.job->done.load(std::memory_order_acquire)) freed.push_back(std::move(found->second));
  by_request.erase(found);
  attached_requests.fetch_sub(1, std::memory_order_release);
  drop_complete();
}

}  // namespace isthmus::mpi
