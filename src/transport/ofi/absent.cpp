// Built without libfabric's headers: jobs on one node alone.
#include "base/error.hpp"
#include "transport/ofi/fabric.hpp"

namespace isthmus::ofi {

std::unique_ptr<Fabric> open_fabric(const FabricSettings&, int, int) {
  throw base::SetupError(
      "the job spans several nodes, but this library was built without libfabric's headers; install libfabric-dev and "
      "build again, or run all PEs on one node");
}

std::vector<std::string> offered_providers(std::string& why_none) {
  why_none = "built without libfabric's headers";
  return {};
}

}  // namespace isthmus::ofi
