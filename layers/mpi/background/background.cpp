#include "background/background.hpp"

#include "abi/abi.hpp"
#include "base/error.hpp"
#include "base/threads.hpp"
#include "base/wait.hpp"
#include "finalize.hpp"
#include "progress.hpp"
#include "real.hpp"

namespace isthmus::mpi {

std::unique_ptr<Background> Background::create(Word comm) {
  std::unique_ptr<Background> made(new Background);
  made->comm_ = Communicator::inside(comm);
  if (!made->comm_) return nullptr;
  made->comm_->serve_all();
  return made;
}

std::unique_ptr<Background> Background::create_over_nodes(Word comm) {
  int level = 0;
  real().Query_thread(&level);
  int refuses = level == abi().thread_multiple ? 0 : 1, all = 1;
  if (real().Allreduce(&refuses, &all, 1, abi().ints, abi().max, comm) != kSuccess || all) return nullptr;
  Word split[1] = {};
  int rank = 0;
  real().Comm_rank(comm, &rank);
  if (real().Comm_split(comm, 0, rank, split) != kSuccess) return nullptr;
  std::unique_ptr<Background> made(new Background);
  made->own_comm_ = abi().handle_at(split, 0);
  made->comm_ = Communicator::across(made->own_comm_);
  if (!made->comm_) return nullptr;
  return made;
}

std::unique_ptr<Background> Background::create_like(Word comm) const {
  std::unique_ptr<Background> made = over_nodes() ? create_over_nodes(comm) : create(comm);
  if (made) made->comm_->count_with(*comm_);
  return made;
}

Background::~Background() {
  for (constexpr long kNap = 2000; incomplete_.load(std::memory_order_acquire) != 0; base::take_nap(kNap))
    poke(comm_->handle());
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
  comm_.reset();
  free_comm(own_comm_);
}

void Background::add(std::shared_ptr<Job> job) {
  const std::lock_guard lock(mutex_);
  jobs_.push_back(std::move(job));
  ++incomplete_;
  if (!thread_.joinable()) thread_ = base::start_thread("nonblocking collectives", [this] { run(); });
  changed_.notify_one();
}

void Background::run() {
  if (!over_nodes()) wait_without_mpi();
  for (;;) {
    std::shared_ptr<Job> job;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return ends_ || !jobs_.empty(); });
      if (jobs_.empty()) return;
      job = std::move(jobs_.front());
      jobs_.pop_front();
    }
    begin_waiting(comm_->handle(), Expected::after_devices);
    try {
      job->run(*comm_);
    } catch (const std::exception& error) {
      base::fatal("isthmus_mpi", error.what());
    }
    // Others hold the job until they see that it is done. They destroy it, since that may need the MPI.
    Job& complete = *job;
    job.reset();
    incomplete_.fetch_sub(1, std::memory_order_release);
    complete.done.store(true, std::memory_order_release);
  }
}

}  // namespace isthmus::mpi
