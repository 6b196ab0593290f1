// Built where CMake found no PMIx headers.
#include <cstdlib>

#include "base/error.hpp"
#include "bootstrap/exchange.hpp"

namespace isthmus::bootstrap {

std::unique_ptr<Exchange> open_pmix() {
  // Without an error, every process would become a job of one PE, which nobody wants who uses a launcher.
  if (std::getenv("PMIX_NAMESPACE")) {
    throw base::SetupError(
        "started by a PMIx launcher, but this Isthmus was built without PMIx: install libpmix-dev and "
        "rebuild, use oshrun, or unset PMIX_NAMESPACE for a job of one PE");
  }
  return nullptr;
}

}  // namespace isthmus::bootstrap
