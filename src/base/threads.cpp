#include "base/threads.hpp"

#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "base/error.hpp"

namespace isthmus::base {

std::thread start_thread(const char* what_for, std::function<void()> work) {
  try {
    return std::thread(std::move(work));
  } catch (const std::system_error& failure) {
    throw SetupError(text("no thread for %s: %s; are threads or memory limited (ulimit -u, -v)?", what_for,
                          failure.code().message().c_str()));
  }
}

int count_threads(pid_t process) {
  std::error_code unreadable;
  const std::filesystem::directory_iterator threads(text("/proc/%d/task", process), unreadable);
  return unreadable ? 0 : static_cast<int>(std::distance(begin(threads), end(threads)));
}

}  // namespace isthmus::base
