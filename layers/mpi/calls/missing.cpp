#include "calls/missing.hpp"

#include <mutex>
#include <set>
#include <string>

#include "base/log.hpp"
#include "real.hpp"

namespace isthmus::mpi {
namespace {

/// Says a line about a function, once in a process.
void say_once(const char* function, const std::string& line) {
  static std::mutex mutex;
  static std::set<std::string>& said = *new std::set<std::string>;
  const std::lock_guard lock(mutex);
  if (said.insert(function).second) base::say(line);
}

int raise(Word comm, int code) {
  real().Comm_call_errhandler(comm, code);
  return code;
}

}  // namespace

int report_missing(const char* function, Word comm) {
  say_once(function, std::string("the program calls ") + function + ", which " + real().path +
                         " does not have; use an MPI that has it, or do without");
  return raise(comm, abi().unsupported);
}

int report_large_count(const char* function, Word comm) {
  say_once(function, std::string("the counts of ") + function + " are more than an int holds, and " + real().path +
                         " has only calls with ints; use an MPI with large counts");
  return raise(comm, abi().wrong_count);
}

void IntArrays::replace(Counts& counts, int length) {
  if (!counts || length == 0) {
    counts = Counts(static_cast<const int*>(nullptr));
    return;
  }
  std::vector<int>& ints = arrays_->emplace_back();
  for (int i = 0; i < length; ++i) {
    fit_ = fit_ && is_int(counts[i]);
    ints.push_back(static_cast<int>(counts[i]));
  }
  counts = Counts(ints.data());
}

void IntArrays::keep_with(const void* request, bool persistent) {
  if (!arrays_->empty()) keep_until_complete(request, persistent, arrays_);
}

}  // namespace isthmus::mpi
