#include "base/threads.hpp"

#include <filesystem>
#include <iterator>
#include <system_error>

#include "base/error.hpp"

namespace isthmus::base {

int count_threads(pid_t process) {
  std::error_code unreadable;
  const std::filesystem::directory_iterator threads(text("/proc/%d/task", process), unreadable);
  return unreadable ? 0 : static_cast<int>(std::distance(begin(threads), end(threads)));
}

}  // namespace isthmus::base
