#include "settings.hpp"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string>

#include "say.hpp"

namespace isthmus::omp {
namespace {

const char* value_of(const std::string& name) {
  for (const char* prefix : {"SHMEM_", "SMA_"})
    if (const char* value = std::getenv((prefix + name).c_str()); value && *value) return value;
  return nullptr;
}

void read_number(const char* name, int lowest, int highest, int& number) {
  const char* value = value_of(name);
  if (!value) return;
  const char* end = value + std::strlen(value);
  const auto [stopped, error] = std::from_chars(value, end, number);
  if (error != std::errc() || stopped != end || number < lowest || number > highest)
    fail("shmem_init", text("SHMEM_%s=%s: write a number from %d to %d", name, value, lowest, highest));
}

Mode read_mode() {
  const char* value = value_of("OMP_MAP");
  const std::string name = value ? value : "selected";
  if (name == "off") return Mode::off;
  if (name == "all") return Mode::all;
  if (name != "selected") fail("shmem_init", text("SHMEM_OMP_MAP=%s: write off, selected or all", value));
  return Mode::selected;
}

}  // namespace

Settings read_settings() {
  Settings settings;
  settings.mode = read_mode();
  read_number("OMP_PARTITION", 2, 127, settings.partition);
  read_number("OMP_MIRROR", 0, 100, settings.mirror_percent);
  read_number("OMP_POOL", 0, 100, settings.pool_percent);
  if (settings.mirror_percent + settings.pool_percent > 100)
    fail("shmem_init", "SHMEM_OMP_MIRROR and SHMEM_OMP_POOL are more than 100 percent together; set one lower");
  const char* check = value_of("CHECK");
  settings.check = check && std::string(check) == "1";
  return settings;
}

}  // namespace isthmus::omp
