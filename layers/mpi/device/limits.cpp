#include "device/limits.hpp"

#include <algorithm>
#include <string>

#include "base/error.hpp"
#include "memkind/kind.hpp"

namespace isthmus::mpi {
namespace {

const std::string kTheirs = "SHMEM_", kOurs = "ISTHMUS_MPI_";

/// The settings of SHMEM, as they would be if the variables of this layer were SHMEM's.
config::Settings read(const config::Lookup& environment) {
  const auto lookup = [&](const char* theirs) -> const char* {
    const std::string name = theirs;
    const bool limit = name.starts_with(kTheirs + "DEVICE_"), file = name == kTheirs + "TUNING_FILE";
    if (!limit && !file) return nullptr;
    const char* const value = environment((kOurs + name.substr(kTheirs.size())).c_str());
    return value && *value ? value : nullptr;
  };
  try {
    return config::read_settings(lookup);
  } catch (const base::SetupError& error) {
    std::string what = error.what();
    if (what.starts_with(kTheirs)) what = kOurs + what.substr(kTheirs.size());
    throw base::SetupError(what);
  }
}

}  // namespace

void choose_limits(const config::Lookup& environment) {
  const config::Settings settings = read(environment);
  for (const memkind::Kind* kind : memkind::kinds())
    if (kind->device)
      *kind->device->limits = {.small = settings.device_small.of(kind->name),
                               .copy_kernel = settings.device_copy_kernel.of(kind->name),
                               .reduce_kernel = settings.device_reduce_kernel.of(kind->name),
                               .slice = std::max<std::size_t>(settings.device_slice.of(kind->name), 1)};
}

}  // namespace isthmus::mpi
