// Nonblocking and persistent collectives of a communicator whose members use devices. A thread of each member carries
// them out, one after the other in the order in which the program began them, so that they make progress whatever the
// program does meanwhile. On one node the thread calls no function of the MPI that communicates: the program may not
// have asked for more than one thread. Over several nodes it has to, so that only programs with MPI_THREAD_MULTIPLE
// have it there.
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

  /// In the thread. The communicator has the same members as the program's, and rounds of its own; over several nodes
  /// also a handle of its own.
  virtual void run(Communicator& comm) = 0;
  /// In the program's thread, before the call begins again: reads the program's data once more.
  virtual void refresh() = 0;
  /// In the program's thread, when it learns that the call is complete.
  virtual void finish() = 0;

  std::atomic<bool> done = true;  ///< from its end to the next beginning
};

class Background {
 public:
  /// Collective over a communicator whose members are on one node. Null on all members if they cannot share more
  /// memory.
  static std::unique_ptr<Background> create(Word comm);
  /// The same over several nodes. Null on all members also if the program has not asked for MPI_THREAD_MULTIPLE.
  static std::unique_ptr<Background> create_over_nodes(Word comm);
  /// Another one for the same communicator, or one with the same members, which counts its calls with this.
  std::unique_ptr<Background> create_like(Word comm) const;
  /// Waits for all calls that have begun. The MPI works meanwhile, since other members may need messages of this process before
  /// they come to these calls.
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  void add(std::shared_ptr<Job> job);
  const Communicator& comm() const { return *comm_; }
  bool over_nodes() const { return own_comm_ != 0; }

 private:
  Background() = default;
  void run();

  std::unique_ptr<Communicator> comm_;
  Word own_comm_ = 0;  ///< over several nodes: the communicator of the MPI on which the thread calls it
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Job>> jobs_;
  std::atomic<int> incomplete_ = 0;  ///< calls
  bool ends_ = false;
  std::thread thread_;  ///< started with the first call
};

}  // namespace isthmus::mpi
