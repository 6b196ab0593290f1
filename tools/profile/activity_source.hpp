// What activity.cpp asks of a vendor's library for tracing. Each of them (cupti.cpp, roctracer.cpp, pti.cpp) declares
// the few functions and records that it uses, so that a build needs no SDK, and is loaded only when a trace is asked
// for in a process that has the vendor's driver. What it tells of goes to the log (activity_log.hpp).
#pragma once
#include <cstdint>
#include <string>

#include "report.hpp"

namespace isthmus::profile {

struct ActivitySource {
  Vendor vendor;
  /// How the file name of the vendor's driver begins.
  const char* driver;
  /// Loads the library, once, and has it deliver to the log. False, and the reason, if that is not possible.
  bool (*connect)(std::string& why);
  /// Whether what the program queues on devices from now on is told. False, and the reason, if that is refused.
  bool (*record)(bool on, std::string& why);
  /// Delivers what was recorded so far and has ended.
  void (*flush)();
  /// Nanoseconds of the clock that the activities' times are of; 0 while it does not run.
  std::uint64_t (*now)();
};

namespace cupti {
extern const ActivitySource source;
}
namespace roctracer {
extern const ActivitySource source;
}
namespace pti {
extern const ActivitySource source;
}

}  // namespace isthmus::profile
