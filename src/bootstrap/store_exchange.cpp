#include "bootstrap/store_exchange.hpp"

#include <chrono>
#include <cstdlib>
#include <thread>

#include "base/error.hpp"
#include "base/job_board.hpp"
#include "base/threads.hpp"

namespace isthmus::bootstrap {
namespace {

StoreExchange* opened = nullptr;

}  // namespace

void StoreExchange::set_n_pes(std::size_t n) {
  values_.resize(n);
  fetched_.resize(n, 0);
}

std::string StoreExchange::round_key(int round) { return base::text("isthmus.%d", round); }

void StoreExchange::publish(std::string_view key, std::string_view value) {
  pending_.insert_or_assign(std::string(key), value);
}

void StoreExchange::fence() {
  if (forked()) throw base::SetupError("a fork child of a PE is not part of the job and cannot wait for the others");
  const std::string packed = pack(pending_);
  pending_.clear();
  try {
    put_and_wait(round_, packed);
  } catch (const base::SetupError&) {
    // Often a PE has died, and the launcher is about to end the others. Its report should name the PE that died, so
    // this one waits before it reports an error of its own.
    std::this_thread::sleep_for(std::chrono::seconds(2));
    throw;
  }
  ++round_;
}

std::string StoreExchange::lookup(int pe, std::string_view key) {
  if (pe < 0 || pe >= n_pes()) throw base::SetupError(base::text("there is no PE %d in this job of %d", pe, n_pes()));
  const auto index = static_cast<std::size_t>(pe);
  const std::lock_guard lock(values_mutex_);
  for (; fetched_[index] < round_; ++fetched_[index]) unpack_into(values_[index], get(pe, fetched_[index]));
  return find_value(values_[index], pe, key);
}

std::string StoreExchange::recall(int pe, std::string_view key) {
  const std::lock_guard lock(values_mutex_);
  return find_value(values_[static_cast<std::size_t>(pe)], pe, key);
}

void StoreExchange::enter() {
  entered_ = true;
  base::make_board(pe(), n_pes(), job());
  base::set_phase_on_board(base::BoardPe::joined);
}

void StoreExchange::leave() {
  entered_ = false;
  base::set_phase_on_board(base::BoardPe::left);
  if (exiting_) at_exit(0);
}

void StoreExchange::leave_for_good() {
  leave();
  values_mutex_.lock();  // never unlocked: no thread may look a value up where the launcher's library is finalized
  at_exit(0);
}

void StoreExchange::end_job(int status) {
  // A launcher that hangs must not keep this PE from exiting.
  try {
    base::start_thread("a limit of time", [status] {
      std::this_thread::sleep_for(std::chrono::seconds(1));
      _exit(status);
    }).detach();
  } catch (const base::SetupError&) {  // the launcher is asked without a limit, then
  }
  if (!forked()) abort(status);
  _exit(status);
}

void StoreExchange::at_exit(int status) {
  exiting_ = true;
  if (forked() || finalized_) return;
  if (entered_) return exits_early(status);
  finalized_ = true;
  finalize();
}

std::unique_ptr<Exchange> finalize_at_exit(std::unique_ptr<StoreExchange> exchange) {
  opened = exchange.get();
  on_exit([](int status, void* /*unused*/) { opened->at_exit(status); }, nullptr);
  return exchange;
}

}  // namespace isthmus::bootstrap
