// What the settings are, by themselves: the table that SHMEM_INFO prints, of the environment.
#include <cstdio>

#include "base/error.hpp"
#include "config/settings.hpp"

int main() {
  try {
    std::fputs(isthmus::config::table(isthmus::config::read_settings().shown).c_str(), stdout);
  } catch (const isthmus::base::SetupError& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
  }
  return 0;
}
