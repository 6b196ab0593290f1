#include "base/threads.hpp"

#include <filesystem>
#include <iterator>
#include <system_error>

#include "base/error.hpp"

namespace isthmus::base {

bool has_one_thread(pid_t process) {
  std::error_code unreadable;
  const std::filesystem::directory_iterator threads(text("/proc/%d/task", process), unreadable);
  return !unreadable && std::distance(begin(threads), end(threads)) == 1;
}

}  // namespace isthmus::base
