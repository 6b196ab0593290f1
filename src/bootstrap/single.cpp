// No launcher: a job of one PE, which publishes to itself.
#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/fd.hpp"
#include "base/job_board.hpp"
#include "bootstrap/exchange.hpp"
#include "bootstrap/launch_protocol.hpp"
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

/// The number of PEs of the job whose board a process has open (base/job_board.hpp), if oshrun made that board; 0 if
/// there is none, or if this user may not look.
int pes_of_board(const std::string& process) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(base::text("/proc/%s/fd", process.c_str()), error)) {
    // Nothing but a board is opened: that of a device or a pipe can have an effect, or wait.
    std::error_code gone;
    const std::string name = std::filesystem::read_symlink(entry, gone).native();
    if (!name.starts_with(base::text("/memfd:%s", base::kBoardName))) continue;
    const base::Fd fd(open(entry.path().c_str(), O_RDONLY | O_CLOEXEC));
    base::Board board{};
    if (pread(fd.get(), &board, sizeof board, 0) == sizeof board && board.oshrun != 0) return board.pes;
  }
  return 0;
}

/// The process that has started the sudo or doas under which this process runs; 0 if there is none. They are replaced
/// by the command that they run, or wait for it.
pid_t starter_of_sudo() {
  if (!std::getenv("SUDO_UID") && !std::getenv("DOAS_USER")) return 0;
  for (pid_t pid = getppid(), parent = 0; pid > 1; pid = parent) {
    std::array<char, 16> name{};
    std::FILE* const file = std::fopen(base::text("/proc/%d/stat", pid).c_str(), "re");
    if (!file) return 0;
    const int fields = std::fscanf(file, "%*d (%15[^)]) %*c %d", name.data(), &parent);
    std::fclose(file);
    const std::string_view is = name.data();
    if (fields != 2 || (is != "sudo" && is != "doas")) return pid;
  }
  return 0;
}

/// Throws base::SetupError if oshrun has started this process as one of several, and the variables that it sets have
/// been lost: every PE would become a job of its own without notice. They are lost if all are gone: `env -u
/// ISTHMUS_LAUNCH` asks for a job of one PE. A PE that has joined its job has no board open, so the programs that it
/// starts are jobs of their own.
void must_not_have_lost_job() {
  if (std::getenv(kNPesVariable)) return;
  constexpr const char* kLost =
      "one of %d processes of oshrun, but the variables that oshrun has set are gone: a command between oshrun and the "
      "program clears the environment (env -i, sudo); put that before oshrun%s";
  if (const int pes = pes_of_board("self"); pes > 1)
    throw base::SetupError(base::text(kLost, pes, base::text(", or keep %s", kLaunchVariable).c_str()));
  const pid_t starter = starter_of_sudo();  // which closes descriptors, too
  if (const int pes = starter > 1 ? pes_of_board(std::to_string(starter)) : 0; pes > 1)
    throw base::SetupError(base::text(kLost, pes, ""));
}

}  // namespace

std::unique_ptr<Exchange> open_single() {
  must_not_have_lost_job();
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
