// Lists of PEs as people write and read them: "0,2-3".
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace isthmus::oshrun {

/// Reads a list of numbers and ranges below `n`; nothing where it is no such list. The result is ascending, and has
/// none twice.
std::optional<std::vector<int>> parse_pes(const std::string& list, int n);

/// Such as "PE 2" or "PEs 0-1,3", for an ascending list.
std::string in_words(const std::vector<int>& pes);

}  // namespace isthmus::oshrun
