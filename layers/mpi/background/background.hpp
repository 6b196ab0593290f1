// Nonblocking collectives of a communicator whose members are on one node and use devices. A thread of each member
// carries them out, one after the other in the order in which the program began them, so that they make progress
// whatever the program does meanwhile. The thread calls no function of the MPI that communicates: the program may not
// have asked for more than one thread.
#pragma once
#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

#include "communicator.hpp"

namespace isthmus::mpi {

/// A call of the program.
class Job {
 public:
  Job() = default;
  virtual ~Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// In the thread. The communicator has the same members as the program's, and rounds of its own.
  virtual void run(Communicator& comm) = 0;
  /// In the program's thread, when it learns that the call is complete.
  virtual void finish() = 0;

  std::atomic<bool> done = false;
};

class Background {
 public:
  /// Collective over a communicator whose members are on one node. Null on all members if they cannot share more
  /// memory.
  static std::unique_ptr<Background> create(Word comm);
  /// Waits for all calls that have begun.
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  void add(std::shared_ptr<Job> job);
  const Communicator& comm() const { return *comm_; }

 private:
  Background() = default;
  void run();

  std::unique_ptr<Communicator> comm_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Job>> jobs_;
  bool ends_ = false;
  std::thread thread_;  ///< started with the first call
};

}  // namespace isthmus::mpi
