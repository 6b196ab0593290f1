// Non-blocking collectives. Each team that uses them has a thread, started by its first such call, which runs them one
// after the other. The thread has sync state and a context of its own, so that the collectives progress without further
// calls, and blocking collectives of the same team may overtake them.
#pragma once
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "collectives/group/call.hpp"
#include "comm/team.hpp"

namespace isthmus::runtime {

struct Job;

/// A non-blocking collective; shmemx_req_t points to it.
class Request {
 public:
  bool done() const { return done_.load(std::memory_order_acquire); }
  void wait() const;

 private:
  friend class Background;
  std::atomic<bool> done_ = false;
};

class Background {
 public:
  using Task = std::function<void(const collectives::Call&)>;

  /// Local: starts the thread. `team` must outlive this object.
  Background(Job& job, const comm::Team& team);
  /// Waits until all collectives that were begun are complete.
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  void expect_devices(const memory::Segment& heap) { context_->expect_devices(heap); }
  /// Queues the collective. The caller owns the request, and deletes it when it is done.
  Request* begin(const char* call, Task task);

 private:
  struct Begun {
    const char* call;
    Task task;
    Request* request;
  };

  void work();

  Job& job_;
  std::unique_ptr<comm::Team> twin_;        ///< the same PEs, with the background lane of the team's sync state
  std::unique_ptr<comm::Context> context_;  ///< of SHMEM_TEAM_WORLD, for this thread alone
  std::mutex mutex_;
  std::condition_variable more_;
  std::deque<Begun> begun_;
  bool ending_ = false;
  std::thread thread_;
};

/// The Background objects of a job, by team.
class Backgrounds {
 public:
  Background& of(Job& job, comm::Team& team);
  /// Ends the team's thread, before the team is destroyed. Returns false when the team had none: then no member has
  /// used the background lane of the team's sync state.
  bool end(const comm::Team& team);
  void end_all();
  /// Does for the contexts of all threads what runtime::expect_devices does for the others.
  void expect_devices(const memory::Segment& heap);

 private:
  std::mutex mutex_;
  std::unordered_map<const comm::Team*, std::unique_ptr<Background>> by_team_;
};

}  // namespace isthmus::runtime
