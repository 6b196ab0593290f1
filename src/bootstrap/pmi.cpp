// PMI-1, the protocol of MPICH's and Intel's mpiexec (Hydra) and of srun --mpi=pmi2, spoken over the descriptor that
// the launcher opened for this process: one line a request, "cmd=put kvsname=... key=... value=...", and one line as
// its answer. Values are words of limited length, so what a PE publishes travels as hexadecimal digits in pieces.
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/log.hpp"
#include "bootstrap/store_exchange.hpp"

namespace isthmus::bootstrap {
namespace {

constexpr const char* kRemedy = "is the launcher (mpiexec, srun --mpi=pmi2) still there?";

std::string to_hexadecimal(std::string_view bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string digits;
  digits.reserve(2 * bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    digits += kDigits[byte >> 4];
    digits += kDigits[byte & 15];
  }
  return digits;
}

int digit(char c) { return c >= 'a' ? c - 'a' + 10 : c - '0'; }

std::string from_hexadecimal(std::string_view digits) {
  if (digits.size() % 2 || digits.find_first_not_of("0123456789abcdef") != std::string_view::npos)
    throw base::SetupError("the launcher's PMI changed a published value; do all PEs run the same version?");
  std::string bytes;
  bytes.reserve(digits.size() / 2);
  for (std::size_t i = 0; i < digits.size(); i += 2)
    bytes += static_cast<char>(digit(digits[i]) << 4 | digit(digits[i + 1]));
  return bytes;
}

/// A line from the launcher: words of the form name=value.
class Answer {
 public:
  explicit Answer(std::string line) : line_(std::move(line)) {}
  const std::string& line() const { return line_; }
  /// Empty if the name is not there.
  std::string value(std::string_view name) const {
    std::size_t begin = 0;
    while (begin < line_.size()) {
      const std::size_t end = std::min(line_.find(' ', begin), line_.size());
      const std::string_view word = std::string_view(line_).substr(begin, end - begin);
      if (word.size() > name.size() && word.starts_with(name) && word[name.size()] == '=')
        return std::string(word.substr(name.size() + 1));
      begin = end + 1;
    }
    return {};
  }

 private:
  std::string line_;
};

int number(const char* name, const char* text) {
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  if (end == text || *end || value < 0 || value > 1 << 30)
    throw base::SetupError(
        base::text("%s=%s is no number; unset it for a job of one PE, or use the launcher's own", name, text));
  return static_cast<int>(value);
}

/// Hydra of MPICH 4.2 ends by an assertion when it answers with a line of 1,024 characters or more, although it says
/// that it takes values of that length.
constexpr std::size_t kLongestPiece = 800;

class PmiExchange final : public StoreExchange {
 public:
  PmiExchange(int fd, int pe, int n_pes) : fd_(fd), pe_(pe) {
    if (n_pes < 1 || pe >= n_pes)
      throw base::SetupError(
          base::text("PMI_RANK=%d and PMI_SIZE=%d exclude one another; use the launcher's own", pe, n_pes));
    set_n_pes(static_cast<std::size_t>(n_pes));
    fstat(fd_, &launcher_);
    ask("cmd=init pmi_version=1 pmi_subversion=1", "response_to_init");
    longest_value_ =
        static_cast<std::size_t>(number("vallen_max", ask("cmd=get_maxes", "maxes").value("vallen_max").c_str()));
    if (longest_value_ < 16)
      throw base::SetupError("the launcher's PMI takes values of a few characters only; use oshrun");
    store_ = ask("cmd=get_my_kvsname", "my_kvsname").value("kvsname");
  }

  int pe() const override { return pe_; }
  std::string job() const override { return store_; }
  const char* launcher() const override { return "pmi"; }

  [[noreturn]] void exit_early() override {
    base::say("exited without calling shmem_finalize; ending the other PEs");
    base::wait_until_said_is_read();
    end_job(1);
  }

 private:
  void put_and_wait(int round, std::string_view bytes) override {
    const std::string digits = to_hexadecimal(bytes);
    // One character less than allowed, since implementations differ in whether the end of the string counts.
    const std::size_t piece = std::min(longest_value_ - 1, kLongestPiece);
    std::size_t pieces = 0;
    for (std::size_t begin = 0; begin < digits.size(); begin += piece, ++pieces)
      put(piece_key(pe_, round, pieces + 1), digits.substr(begin, piece));
    put(piece_key(pe_, round, 0), base::text("%zu", pieces));
    ask("cmd=barrier_in", "barrier_out");
  }

  std::string get(int pe, int round) override {
    const std::string count = fetch(piece_key(pe, round, 0));
    const int pieces = number("a published count", count.c_str());
    std::string digits;
    for (int i = 1; i <= pieces; ++i) digits += fetch(piece_key(pe, round, static_cast<std::size_t>(i)));
    return from_hexadecimal(digits);
  }

  void abort(int status) override {
    try {
      send(base::text("cmd=abort exitcode=%d", status));
    } catch (const base::SetupError&) {  // the launcher is gone, and its job with it
    }
  }

  void finalize() override {
    try {
      ask("cmd=finalize", "finalize_ack");
    } catch (const base::SetupError&) {  // MPI_Finalize may have closed the connection, and nothing is lost
    }
  }

  // Hydra ends the other processes when one exits without the finalize request, but does not say why, and may then
  // report success.
  void exits_early(int status) override {
    if (status != 0) base::say(base::text("exits with status %d before shmem_finalize, which ends the job", status));
    std::fflush(nullptr);
    base::wait_until_said_is_read();
    abort(status == 0 ? 1 : status);
  }

  static std::string piece_key(int pe, int round, std::size_t piece) {
    return base::text("%s.%d.%zu", round_key(round).c_str(), pe, piece);
  }

  void put(const std::string& key, const std::string& value) {
    ask("cmd=put kvsname=" + store_ + " key=" + key + " value=" + value, "put_result");
  }

  std::string fetch(const std::string& key) {
    return ask("cmd=get kvsname=" + store_ + " key=" + key, "get_result").value("value");
  }

  Answer ask(const std::string& request, std::string_view expected) {
    send(request);
    const Answer answer(receive());
    const std::string status = answer.value("rc");
    if (answer.value("cmd") != expected || (!status.empty() && status != "0"))
      throw base::SetupError(base::text("the launcher answered '%s' to the PMI request '%.40s'; %s",
                                        answer.line().c_str(), request.c_str(), kRemedy));
    return answer;
  }

  void send(const std::string& request) {
    if (is_reused())
      throw base::SetupError("the PMI connection was closed in this process; call shmem_finalize before MPI_Finalize");
    const std::string line = request + '\n';
    for (std::size_t sent = 0; sent < line.size();) {
      // SIGPIPE would end this process before it can say that the launcher is gone.
      ssize_t n = ::send(fd_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
      if (n < 0 && errno == ENOTSOCK) n = write(fd_, line.data() + sent, line.size() - sent);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0)
        throw base::SetupError(base::text("the launcher takes no PMI request: %s; %s", std::strerror(errno), kRemedy));
      sent += static_cast<std::size_t>(n);
    }
  }

  /// Whether the descriptor is another file than at first: MPI_Finalize closes it, and the program may then open a file
  /// that gets the same number.
  bool is_reused() const {
    struct stat now {};
    return fstat(fd_, &now) == 0 && (now.st_dev != launcher_.st_dev || now.st_ino != launcher_.st_ino);
  }

  /// The next line. There is never more than one, since every request waits for its answer.
  std::string receive() {
    std::string line;
    char bytes[1024];
    while (line.empty() || line.back() != '\n') {
      const ssize_t n = read(fd_, bytes, sizeof bytes);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0)
        throw base::SetupError(base::text("the launcher closed its PMI connection%s%s; %s", n < 0 ? ": " : "",
                                          n < 0 ? std::strerror(errno) : "", kRemedy));
      line.append(bytes, static_cast<std::size_t>(n));
    }
    line.pop_back();
    return line;
  }

  const int fd_, pe_;
  struct stat launcher_ {};  ///< what fd_ is
  std::size_t longest_value_ = 0;
  std::string store_;
};

}  // namespace

std::unique_ptr<Exchange> open_pmi() {
  const char* fd = std::getenv("PMI_FD");
  const char* rank = std::getenv("PMI_RANK");
  const char* size = std::getenv("PMI_SIZE");
  if (!fd || !rank || !size) return nullptr;
  return finalize_at_exit(
      std::make_unique<PmiExchange>(number("PMI_FD", fd), number("PMI_RANK", rank), number("PMI_SIZE", size)));
}

}  // namespace isthmus::bootstrap
