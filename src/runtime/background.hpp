// Collectives that do not block: a thread per team, made at the team's first such call, runs them one after the other,
// on sync state and a context of their own, so that they go on without calls and blocking ones may overtake them.
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

/// One collective that was begun: what a shmemx_req_t points to.
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

  /// Local. `team` must outlive it.
  Background(Job& job, const comm::Team& team);
  /// Waits for what was begun.
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  void expect_devices(const memory::Segment& heap) { context_->expect_devices(heap); }
  /// The caller owns the request.
  Request* begin(const char* call, Task task);

 private:
  struct Begun {
    const char* call;
    Task task;
    Request* request;
  };

  void work();

  Job& job_;
  std::unique_ptr<comm::Team> twin_;
  std::unique_ptr<comm::Context> context_;  ///< of the world
  std::mutex mutex_;
  std::condition_variable more_;
  std::deque<Begun> begun_;
  bool ending_ = false;
  std::thread thread_;
};

/// Those of a job, by team.
class Backgrounds {
 public:
  Background& of(Job& job, comm::Team& team);
  /// Before the team goes. False when it had none, so that its slot is untouched, here and at all members.
  bool end(const comm::Team& team);
  void end_all();
  /// Contexts of all of them (see runtime/contexts.hpp).
  void expect_devices(const memory::Segment& heap);

 private:
  std::mutex mutex_;
  std::unordered_map<const comm::Team*, std::unique_ptr<Background>> by_team_;
};

}  // namespace isthmus::runtime
