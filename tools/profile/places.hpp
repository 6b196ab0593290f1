// Function and line of a call, from the program's debug information, where there is some and addr2line is installed.
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace isthmus::profile {

struct Place {
  std::string function, file;
  int line = 0;
  /// Such as "exchange heat.c:42".
  std::string text() const;
};

using Address = std::pair<std::string, std::uint64_t>;  // a file of code, and an address in it

/// `symbols` names the exported function of an address, for want of debug information.
std::map<Address, Place> find_places(const std::map<Address, std::string>& symbols);

}  // namespace isthmus::profile
