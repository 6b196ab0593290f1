#include "device/memory.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <string>

#include "base/error.hpp"
#include "config/settings.hpp"
#include "device/limits.hpp"
#include "finalize.hpp"
#include "memkind/copies.hpp"

namespace isthmus::mpi {
namespace {

const char* environment(const char* name) { return std::getenv(name); }

/// Whether a setting may be 0, which turns something off.
enum class Least { one, none };

/// The value of ISTHMUS_MPI_DEVICE_<name> in the environment or the tuning file, in bytes with K, M, G.
std::size_t setting(const char* name, const char* usual, Least least = Least::one) {
  try {
    const std::string value = find_setting(environment, name).value_or(usual);
    if (least == Least::none && value == "0") return 0;
    return config::parse_size(std::string("ISTHMUS_MPI_DEVICE_") + name, value);
  } catch (const base::SetupError& error) {
    base::fatal("isthmus_mpi", error.what());
  }
}

std::atomic<bool> made = false;

}  // namespace

DeviceMemory& device_memory() {
  // Never destroyed: types and communicators of the program may be freed later than static objects.
  static DeviceMemory& memory = *[] {
    try {
      choose_limits(environment);
    } catch (const base::SetupError& error) {
      base::fatal("isthmus_mpi", error.what());
    }
    made = true;
    at_finalize(close_device_memory);
    return new DeviceMemory{.mappings = Mappings(setting("MAPPINGS", "2G")),
                            .known = {},
                            .scratch = Scratch(setting("SCRATCH", "256M")),
                            .over_nodes_from = setting("OVER_NODES", "64K"),
                            .piece = std::max<std::size_t>(setting("PIECE", "1M"), 1),
                            .background_from = setting("BACKGROUND", "32K", Least::none)};
  }();
  return memory;
}

void close_device_memory() {
  if (!made) return;
  DeviceMemory& memory = device_memory();
  memory.mappings.close_all();
  memory.known.clear();
  memory.scratch.clear();
  memkind::close_queues();
}

}  // namespace isthmus::mpi
