// Messages on standard error, in the format of libisthmus: "isthmus: PE 2 on host: ...".
#pragma once
#include <atomic>
#include <string>

namespace isthmus::omp {

/// printf into a std::string.
[[gnu::format(printf, 1, 2)]] std::string text(const char* format, ...);

void say(const std::string& line);

/// Says a line the first time only.
class Once {
 public:
  void say(const std::string& line) {
    if (!said_.exchange(true)) omp::say(line);
  }

 private:
  std::atomic<bool> said_ = false;
};

/// Says "<call>: <message>" and ends the job.
[[noreturn, gnu::cold]] void fail(const char* call, const std::string& message);

/// Sets the PE number for messages; -1 means outside a job.
void set_pe(int pe);

}  // namespace isthmus::omp
