#include "core/settings.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>

namespace doubles {
namespace {

std::string text(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::uint64_t number(const char* name, std::uint64_t usual, std::uint64_t most) {
  const std::string value = text(name);
  if (value.empty()) return usual;
  char* end = nullptr;
  errno = 0;
  std::uint64_t result = std::strtoull(value.c_str(), &end, 10);
  std::string unit(end);
  if (!unit.empty() && unit.size() == 1 && end != value.c_str()) {
    const int shift = unit == "K" ? 10 : unit == "M" ? 20 : unit == "G" ? 30 : 0;
    if (shift != 0 && result <= (most >> shift)) {
      result <<= shift;
      unit.clear();
    }
  }
  if (errno != 0 || end == value.c_str() || !unit.empty() || value[0] == '-' || result > most) {
    give_up(std::string(name) + "=" + value + " is no number that makes sense here");
  }
  return result;
}

/// What oshrun told this process, "fd=5,pe=2,n=4,node=0,job=<id>". The library removes the variable from the
/// environment at its start, so it is read from the environment that the process was started with.
std::string launched_as() {
  std::ifstream environment("/proc/self/environ");
  const std::string name = "ISTHMUS_LAUNCH=";
  for (std::string variable; std::getline(environment, variable, '\0');) {
    if (variable.rfind(name, 0) == 0) return variable.substr(name.size() - 1);
  }
  return "";
}

int field(const std::string& launch, const std::string& name, int otherwise) {
  for (std::size_t at = launch.find(name); at != std::string::npos && at != 0; at = launch.find(name, at + 1)) {
    const bool starts = launch[at - 1] == '=' || launch[at - 1] == ',';
    if (starts && launch[at + name.size()] == '=') return std::atoi(launch.c_str() + at + name.size() + 1);
  }
  return otherwise;
}

Settings read() {
  Settings s;
  s.devices = static_cast<int>(number("DOUBLE_DEVICES", 2, 64));
  s.memory = number("DOUBLE_MEMORY", s.memory, std::size_t{1} << 40);
  s.alignment = number("DOUBLE_ALIGNMENT", s.alignment, s.alignment);
  if (s.alignment < 512 || (s.alignment & (s.alignment - 1)) != 0) give_up("DOUBLE_ALIGNMENT: a power of 2 from 512");
  s.peers = number("DOUBLE_PEERS", 1, 1) != 0;
  s.delay_us = static_cast<unsigned>(number("DOUBLE_DELAY", s.delay_us, 60'000'000));
  s.queues = static_cast<unsigned>(number("CUDA_DEVICE_MAX_CONNECTIONS", s.queues, 32));
  s.seed = number("DOUBLE_SEED", 1, std::numeric_limits<std::uint64_t>::max());
  s.spoil = static_cast<int>(number("DOUBLE_SPOIL", 0, 4));
  s.reuse = number("DOUBLE_REUSE", 0, 1) != 0;
  s.touchable = number("DOUBLE_TOUCHABLE", 0, 1) != 0;
  s.fail = text("DOUBLE_FAIL");
  s.kernels = text("DOUBLE_KERNELS");
  const std::string launch = launched_as();
  s.pe = field(launch, "pe", -1);
  for (const char* rank : {"OMPI_COMM_WORLD_RANK", "PMI_RANK"}) {
    if (s.pe < 0 && !text(rank).empty()) s.pe = static_cast<int>(number(rank, 0, 1 << 20));
  }
  s.node = field(launch, "node", 0);
  s.leaks = number("DOUBLE_LEAKS", 0, 1) != 0;
  return s;
}

}  // namespace

const Settings& settings() {
  static const Settings& ours = *new Settings(read());
  return ours;
}

void give_up(const std::string& why) {
  std::fprintf(stderr, "driver double: %s\n", why.c_str());
  std::abort();
}

}  // namespace doubles
