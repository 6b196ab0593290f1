#include "transport/ofi/library.hpp"

#include <dlfcn.h>

#include "base/error.hpp"
#include "base/signal_handlers.hpp"

namespace isthmus::ofi {
namespace {

/// The structures are those of the headers this was built with: 1.17's go with the symbols of version FABRIC_1.3, and
/// newer headers with the newest symbols.
constexpr const char* kInfoVersion =
    FI_VERSION(FI_MAJOR_VERSION, FI_MINOR_VERSION) <= FI_VERSION(1, 17) ? "FABRIC_1.3" : nullptr;

template <class Function>
void load(void* library, const char* name, const char* version, Function& function) {
  function = reinterpret_cast<Function>(version ? dlvsym(library, name, version) : dlsym(library, name));
  if (!function) throw base::SetupError(base::text("libfabric.so.1 has no %s: install libfabric 1.17 or newer", name));
}

Library load_library() {
  const base::KeptSignalHandlers kept;  // libfabric loads its providers' libraries
  void* handle = dlopen("libfabric.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    throw base::SetupError(
        base::text("the job spans several nodes, but %s: install libfabric1, or put its folder into "
                   "LD_LIBRARY_PATH",
                   dlerror()));
  Library loaded{};
  load(handle, "fi_getinfo", kInfoVersion, loaded.getinfo);
  load(handle, "fi_freeinfo", kInfoVersion, loaded.freeinfo);
  load(handle, "fi_dupinfo", kInfoVersion, loaded.dupinfo);
  load(handle, "fi_fabric", nullptr, loaded.fabric);
  load(handle, "fi_strerror", nullptr, loaded.strerror);
  load(handle, "fi_open", nullptr, loaded.open);
  load(handle, "fi_version", nullptr, loaded.version);
  return loaded;
}

}  // namespace

const Library& library() {
  static const Library loaded = load_library();
  return loaded;
}

void check(const char* call, long result) {
  if (result >= 0) return;
  throw base::SetupError(base::text("%s failed: %s", call, reason(static_cast<int>(-result)).c_str()));
}

}  // namespace isthmus::ofi
