#include "binding.hpp"
#include "launch_error.hpp"

namespace isthmus::oshrun {

CoreBinding::CoreBinding() {
  throw LaunchError(kBadUsage,
                    "--bind core: this oshrun was built without hwloc; install libhwloc-dev and rebuild, or "
                    "use --bind none");
}
CoreBinding::~CoreBinding() = default;
bool CoreBinding::bind_self(int) const { return false; }
std::string CoreBinding::place_of(int) const { return {}; }

}  // namespace isthmus::oshrun
