#include "base/log.hpp"

#include <unistd.h>

#include <array>

#include "base/error.hpp"

namespace isthmus::base {
namespace {
int my_pe = -1;
bool debug_on = false;
}  // namespace

void set_identity(int pe) { my_pe = pe; }
void set_debug(bool on) { debug_on = on; }

const char* host_name() {
  static const auto name = [] {
    std::array<char, 256> buffer{};
    if (gethostname(buffer.data(), buffer.size() - 1) != 0) buffer[0] = '?';
    return buffer;
  }();
  return name.data();
}

void say(const std::string& line) {
  const std::string whole =
      my_pe < 0 ? "isthmus: " + line + "\n" : text("isthmus: PE %d on %s: %s\n", my_pe, host_name(), line.c_str());
  // Nothing sensible can be done when standard error is gone.
  if (write(STDERR_FILENO, whole.data(), whole.size()) < 0) return;
}

void debug(const std::string& line) {
  if (debug_on) say(line);
}

}  // namespace isthmus::base
