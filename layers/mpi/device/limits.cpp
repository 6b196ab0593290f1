#include "device/limits.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "config/tuning_file.hpp"
#include "memkind/kind.hpp"

namespace isthmus::mpi {
namespace {

const std::string kTheirs = "SHMEM_", kOurs = "ISTHMUS_MPI_";

/// What `osh_tune --mpi` measures.
const std::vector<std::string> kTuned{
    "ISTHMUS_MPI_DEVICE_SMALL",           "ISTHMUS_MPI_DEVICE_COPY_KERNEL",      "ISTHMUS_MPI_DEVICE_REDUCE_KERNEL",
    "ISTHMUS_MPI_DEVICE_SLICE",           "ISTHMUS_MPI_DEVICE_STAGED_BROADCAST", "ISTHMUS_MPI_DEVICE_STAGED_FCOLLECT",
    "ISTHMUS_MPI_DEVICE_STAGED_ALLTOALL", "ISTHMUS_MPI_DEVICE_BACKGROUND"};

const char* value_in(const config::Lookup& environment, const std::string& name) {
  const char* const value = environment(name.c_str());
  return value && *value ? value : nullptr;
}

/// The lines of the file about this layer.
std::map<std::string, config::Tuned> read_file(const config::Lookup& environment) {
  const char* const file = value_in(environment, kOurs + "TUNING_FILE");
  return file ? config::read_tuning_file(file, kTuned) : std::map<std::string, config::Tuned>{};
}

/// Calls `read`, and lets it complain of the variables of this layer where it would of SHMEM's.
template <class Read>
auto with_our_names(Read&& read) {
  try {
    return read();
  } catch (const base::SetupError& error) {
    std::string what = error.what();
    if (what.starts_with(kTheirs)) what = kOurs + what.substr(kTheirs.size());
    throw base::SetupError(what);
  }
}

/// The settings of SHMEM, as they would be if the variables of this layer were SHMEM's.
config::Settings read(const config::Lookup& environment) {
  return with_our_names([&] {
    const auto tuned = read_file(environment);
    return config::read_settings([&](const char* theirs) -> const char* {
      const std::string name = theirs;
      if (!name.starts_with(kTheirs + "DEVICE_") && name != kTheirs + "TUNING_FILE") return nullptr;
      const std::string ours = kOurs + name.substr(kTheirs.size());
      if (const char* const value = value_in(environment, ours)) return value;
      const auto found = tuned.find(ours);
      return found == tuned.end() ? nullptr : found->second.value.c_str();
    });
  });
}

}  // namespace

void choose_limits(const config::Lookup& environment) {
  const config::Settings settings = read(environment);
  for (const memkind::Kind* kind : memkind::kinds())
    if (kind->device)
      *kind->device->limits = {.small = settings.device_small.of(kind->name),
                               .copy_kernel = settings.device_copy_kernel.of(kind->name),
                               .reduce_kernel = settings.device_reduce_kernel.of(kind->name),
                               .slice = std::max<std::size_t>(settings.device_slice.of(kind->name), 1),
                               .staged_broadcast = settings.device_staged_broadcast.of(kind->name),
                               .staged_fcollect = settings.device_staged_fcollect.of(kind->name),
                               .staged_alltoall = settings.device_staged_alltoall.of(kind->name)};
}

std::optional<std::string> find_setting(const config::Lookup& environment, const std::string& name) {
  const std::string variable = kOurs + "DEVICE_" + name;
  if (const char* const value = value_in(environment, variable)) return value;
  const auto tuned = with_our_names([&] { return read_file(environment); });
  const auto found = tuned.find(variable);
  return found == tuned.end() ? std::nullopt : std::optional(found->second.value);
}

}  // namespace isthmus::mpi
