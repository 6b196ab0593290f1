#include "runtime/background.hpp"

#include <utility>

#include "base/error.hpp"
#include "base/threads.hpp"
#include "base/wait.hpp"
#include "collectives/group/team_group.hpp"
#include "ops/order.hpp"
#include "runtime/contexts.hpp"
#include "runtime/teams.hpp"
#include "runtime/world.hpp"

namespace isthmus::runtime {

void Request::wait() const {
  base::wait_until([this] { return done(); }, "shmemx_req_wait");
}

Background::Background(Job& job, const comm::Team& team)
    : job_(job), twin_(make_team(job, team.pes, world.my_pe, team.slot, comm::Lane::background)) {
  ofi::Endpoint* endpoint = job.wire ? job.wire->own_endpoint() : nullptr;
  context_ = std::make_unique<comm::Context>(make_context(job, *job.world, endpoint));
  if (twin_->wire) twin_->wire = context_.get();
  thread_ = base::start_thread("collectives that do not block", [this] { work(); });
}

Background::~Background() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  more_.notify_one();
  thread_.join();
  ops::quiet(*context_);
  if (context_->endpoint()) job_.wire->give_back(context_->endpoint());
}

Request* Background::begin(const char* call, Task task) {
  auto request = std::make_unique<Request>();
  {
    const std::lock_guard lock(mutex_);
    begun_.push_back({call, std::move(task), request.get()});
  }
  more_.notify_one();
  return request.release();
}

void Background::work() {
  collectives::TeamGroup group(*twin_);
  std::unique_lock lock(mutex_);
  while (true) {
    more_.wait(lock, [this] { return ending_ || !begun_.empty(); });
    if (begun_.empty()) return;
    const Begun next = std::move(begun_.front());
    begun_.pop_front();
    lock.unlock();
    next.task(collectives::Call{next.call, group, *context_});
    next.request->done_.store(true, std::memory_order_release);  // from here its owner may delete it
    lock.lock();
  }
}

Background& Backgrounds::of(Job& job, comm::Team& team) {
  const std::lock_guard lock(mutex_);
  auto& background = by_team_[&team];
  try {
    if (!background) background = std::make_unique<Background>(job, team);
  } catch (const base::SetupError& failure) {
    base::fatal("a collective that does not block", failure.what());
  }
  return *background;
}

bool Backgrounds::end(const comm::Team& team) {
  std::unique_ptr<Background> last;  // declared before the lock: its destructor waits, and must run unlocked
  const std::lock_guard lock(mutex_);
  const auto found = by_team_.find(&team);
  if (found == by_team_.end()) return false;
  last = std::move(found->second);
  by_team_.erase(found);
  return true;
}

void Backgrounds::end_all() {
  const std::lock_guard lock(mutex_);
  by_team_.clear();
}

void Backgrounds::expect_devices(const memory::Segment& heap) {
  const std::lock_guard lock(mutex_);
  for (auto& [team, background] : by_team_) background->expect_devices(heap);
}

}  // namespace isthmus::runtime
