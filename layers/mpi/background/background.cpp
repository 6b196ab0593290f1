#include "background/background.hpp"

#include <signal.h>

#include "base/error.hpp"
#include "progress.hpp"

namespace isthmus::mpi {
namespace {

/// Starts a thread that gets no signals: they are the program's.
template <class Function>
std::thread start_thread(Function function) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread(function);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

}  // namespace

std::unique_ptr<Background> Background::create(Word comm) {
  std::unique_ptr<Background> made(new Background);
  made->comm_ = Communicator::inside(comm);
  if (!made->comm_) return nullptr;
  made->comm_->serve_all();
  return made;
}

Background::~Background() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Background::add(std::shared_ptr<Job> job) {
  const std::lock_guard lock(mutex_);
  jobs_.push_back(std::move(job));
  if (!thread_.joinable()) thread_ = start_thread([this] { run(); });
  changed_.notify_one();
}

void Background::run() {
  wait_without_mpi();
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
    job->done.store(true, std::memory_order_release);
  }
}

}  // namespace isthmus::mpi
