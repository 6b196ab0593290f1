// No launcher: a job of one PE, which publishes to itself.
#include <sys/random.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <utility>

#include "base/error.hpp"
#include "bootstrap/exchange.hpp"
#include "bootstrap/values.hpp"

namespace isthmus::bootstrap {
namespace {

class SingleExchange final : public Exchange {
 public:
  SingleExchange() {
    std::uint64_t random = 0;
    if (getrandom(&random, sizeof random, 0) != sizeof random) base::throw_errno("getrandom");
    job_ = base::text("%d-%016llx", getpid(), static_cast<unsigned long long>(random));
  }

  int pe() const override { return 0; }
  int n_pes() const override { return 1; }
  std::string job() const override { return job_; }
  const char* launcher() const override { return "none"; }

  void publish(std::string_view key, std::string_view value) override {
    pending_.insert_or_assign(std::string(key), value);
  }
  void fence() override {
    pending_.merge(values_);  // which keeps the pending value where both have the key
    values_ = std::exchange(pending_, {});
  }
  std::string lookup(int pe, std::string_view key) override {
    if (pe != 0) throw base::SetupError(base::text("there is no PE %d in a job of one PE", pe));
    return find_value(values_, pe, key);
  }

  void enter() override {}
  void leave() override {}
  [[noreturn]] void end_job(int status) override { _exit(status); }

 private:
  std::string job_;
  Values pending_, values_;
};

}  // namespace

std::unique_ptr<Exchange> open_single() {
  // Under a launcher that speaks neither PMIx nor PMI, every process would become a job of one PE without notice.
  for (const char* variable : {"PMI_SIZE", "SLURM_STEP_NUM_TASKS"}) {
    const char* size = std::getenv(variable);
    if (!size || std::atoi(size) < 2) continue;
    throw base::SetupError(base::text(
        "one of %s processes of a launcher without PMIx and PMI (%s); use oshrun, mpirun, or srun --mpi=pmix or pmi2",
        size, variable));
  }
  return std::make_unique<SingleExchange>();
}

}  // namespace isthmus::bootstrap
