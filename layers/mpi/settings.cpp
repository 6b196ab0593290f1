#include "settings.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace isthmus::mpi {
namespace {

const char* value_of(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value && *value ? value : nullptr;
}

Mode read_mode() {
  const char* const value = value_of("ISTHMUS_MPI");
  const std::string name = value ? value : "on";
  if (name == "on") return Mode::on;
  if (name == "off") return Mode::off;
  if (name == "verbose") return Mode::verbose;
  base::fatal("isthmus_mpi", "ISTHMUS_MPI=" + name + ": write on, off or verbose");
}

int read_number(const char* name, int usual) {
  const char* const value = value_of(name);
  if (!value) return usual;
  int number = -1;
  const char* const end = value + std::strlen(value);
  const auto [stopped, error] = std::from_chars(value, end, number);
  if (error != std::errc() || stopped != end || number < 0)
    base::fatal("isthmus_mpi", base::text("%s=%s: write a number from 0 on", name, value));
  return number;
}

bool read_switch(const char* name) {
  const char* const value = value_of(name);
  if (!value || std::strcmp(value, "on") == 0) return true;
  if (std::strcmp(value, "off") != 0) base::fatal("isthmus_mpi", base::text("%s=%s: write on or off", name, value));
  return false;
}

constexpr std::string_view kPrefix = "ISTHMUS_MPI_";

std::string algorithm_of(std::string operation) {
  for (char& letter : operation) letter = static_cast<char>(letter == '_' ? '_' : letter - 'a' + 'A');
  return std::string(kPrefix) + operation + "_ALGORITHM";
}

/// Whether it is read here, by isthmus-mpi or osh_tune, or among the settings of device memory (src/config).
bool is_setting(std::string_view name) {
  for (const std::string_view known : {"ISTHMUS_MPI_WARM_UP", "ISTHMUS_MPI_DIRECT", "ISTHMUS_MPI_MEMORY",
                                       "ISTHMUS_MPI_TUNING_FILE", "ISTHMUS_MPI_LIBRARY"})
    if (name == known) return true;
  return name.substr(kPrefix.size()).starts_with("DEVICE_") ||
         std::any_of(kOperationNames.begin(), kOperationNames.end(),
                     [&](const char* operation) { return name == algorithm_of(operation); });
}

Way read_way(const char* operation) {
  const std::string name = algorithm_of(operation);
  const char* const value = value_of(name);
  if (!value) return Way::measured;
  if (std::strcmp(value, "mpi") == 0) return Way::mpi;
  if (std::strcmp(value, "staged") == 0) return Way::staged;
  if (std::strcmp(value, "direct") == 0) return Way::direct;
  base::fatal("isthmus_mpi", name + "=" + value + ": write mpi, staged or direct");
}

}  // namespace

std::vector<std::string> unknown_settings() {
  std::vector<std::string> unknown;
  for (char** variable = environ; *variable; ++variable) {
    const std::string_view text = *variable, name = text.substr(0, text.find('='));
    if (name.starts_with(kPrefix) && !is_setting(name)) unknown.emplace_back(name);
  }
  return unknown;
}

unsigned fingerprint() {
  std::string all;
  for (const Way way : settings().ways) all += static_cast<char>('0' + static_cast<int>(way));
  // With their names, since two ranks may have set different ones to the same value.
  for (const char* const name :
       {"ISTHMUS_MPI_DEVICE_SLICE", "ISTHMUS_MPI_DEVICE_REDUCE_KERNEL", "ISTHMUS_MPI_DEVICE_OVER_NODES",
        "ISTHMUS_MPI_DEVICE_PIECE", "ISTHMUS_MPI_DEVICE_BACKGROUND", "ISTHMUS_MPI_DEVICE_STAGED_BROADCAST",
        "ISTHMUS_MPI_DEVICE_STAGED_FCOLLECT", "ISTHMUS_MPI_DEVICE_STAGED_ALLTOALL"})
    if (const char* const value = value_of(name)) all += std::string(" ") + name + "=" + value;
  if (const char* const tuned = value_of("ISTHMUS_MPI_TUNING_FILE")) {
    std::ifstream file(tuned);
    all.append(std::istreambuf_iterator<char>(file), {});
  }
  return static_cast<unsigned>(std::hash<std::string>()(all) >> 34);
}

const Settings& read_settings() {
  static const Settings read = [] {
    Settings made{.mode = read_mode(),
                  .warm_up = read_number("ISTHMUS_MPI_WARM_UP", 2),
                  .direct = read_switch("ISTHMUS_MPI_DIRECT"),
                  .memory = read_number("ISTHMUS_MPI_MEMORY", 2048)};
    for (std::size_t i = 0; i < kOperations; ++i) made.ways[i] = read_way(kOperationNames[i]);
    return made;
  }();
  return read;
}

}  // namespace isthmus::mpi
