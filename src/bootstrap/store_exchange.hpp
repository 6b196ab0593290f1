// An exchange over a launcher's store of keys and values that cannot be replaced once others have fetched them (PMIx,
// PMI): each round puts one value, everything this PE published in it, under a key with the round's number.
#pragma once
#include <unistd.h>

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "bootstrap/exchange.hpp"
#include "bootstrap/values.hpp"

namespace isthmus::bootstrap {

class StoreExchange : public Exchange {
 public:
  int n_pes() const override { return static_cast<int>(values_.size()); }
  void publish(std::string_view key, std::string_view value) override;
  void fence() override;
  std::string lookup(int pe, std::string_view key) override;
  std::string recall(int pe, std::string_view key) override;
  void enter() override;
  void leave() override;
  void leave_for_good() override;
  [[noreturn]] void end_job(int status) override;

 protected:
  /// For the constructor of a derived class, which learns the number from the launcher.
  void set_n_pes(std::size_t n);
  bool forked() const { return getpid() != opened_by_; }
  static std::string round_key(int round);

 private:
  /// Puts this PE's value of the round into the store and returns when all PEs have done so. Throws base::SetupError.
  virtual void put_and_wait(int round, std::string_view bytes) = 0;
  /// Returns a PE's value of a round that is over. Throws base::SetupError.
  virtual std::string get(int pe, int round) = 0;
  /// Tells the launcher that this PE's exit is no failure.
  virtual void finalize() = 0;
  /// Asks the launcher to end the job. May return before it has.
  virtual void abort(int status) = 0;
  /// This process exits with a status between enter() and leave(), which the launcher may have to be told.
  virtual void exits_early(int /*status*/) {}

  /// Finalizes, unless this PE exits between enter() and leave(): the launcher ends the other PEs when one exits
  /// without.
  void at_exit(int status);
  friend std::unique_ptr<Exchange> finalize_at_exit(std::unique_ptr<StoreExchange> exchange);

  const pid_t opened_by_ = getpid();
  int round_ = 0;
  bool entered_ = false, exiting_ = false, finalized_ = false;
  Values pending_;
  std::mutex values_mutex_;  ///< guards the next two
  std::vector<Values> values_;
  std::vector<int> fetched_;  // rounds already in values_, by PE
};

/// For a process's only exchange: at exit it is finalized.
std::unique_ptr<Exchange> finalize_at_exit(std::unique_ptr<StoreExchange> exchange);

}  // namespace isthmus::bootstrap
