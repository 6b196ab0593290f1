#include <unistd.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "config/settings.hpp"

namespace isthmus::config {
namespace {

/// The edit distance: how many letters must be changed, added, left out or swapped with the next to turn `b` into `a`.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, last, row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = std::exchange(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

constexpr std::string_view kNames[] = {
#define SETTING(type, field, name, fallback, scope, help) name,
#include "config/settings.def"
#undef SETTING
};

/// Settings of other OpenSHMEM libraries, without their prefix, and ours that do the same.
constexpr std::pair<std::string_view, std::string_view> kElsewhere[] = {{"SYMMETRIC_HEAP_SIZE", "SYMMETRIC_SIZE"},
                                                                        {"HEAP_SIZE", "SYMMETRIC_SIZE"}};

/// Our setting that a name stands for which is none of ours; empty if there is none.
std::string_view meant_by(std::string_view name) {
  for (const auto& [theirs, ours] : kElsewhere)
    if (name == theirs) return ours;
  const auto nearest = std::min_element(std::begin(kNames), std::end(kNames), [&](auto one, auto other) {
    return distance(name, one) < distance(name, other);
  });
  // Short names are all near one another, so fewer letters of them may differ.
  const std::size_t letters = distance(name, *nearest);
  return letters > 0 && letters <= std::min<std::size_t>(2, name.size() / 4) ? *nearest : std::string_view();
}

}  // namespace

std::vector<std::string> misspelt(const std::vector<std::string>& variables) {
  std::vector<std::string> lines;
  for (const std::string& variable : variables)
    for (const std::string_view prefix : {"SHMEM_", "SMA_"}) {
      if (!variable.starts_with(prefix)) continue;
      const std::string_view meant = meant_by(std::string_view(variable).substr(prefix.size()));
      if (!meant.empty())
        lines.push_back(base::text("%s is not a setting; did you mean %.*s%.*s?", variable.c_str(),
                                   static_cast<int>(prefix.size()), prefix.data(), static_cast<int>(meant.size()),
                                   meant.data()));
    }
  return lines;
}

std::vector<std::string> misspelt() {
  std::vector<std::string> variables;
  for (char** entry = environ; entry && *entry; ++entry) {  // null after clearenv()
    const std::string_view line = *entry;
    variables.emplace_back(line.substr(0, line.find('=')));
  }
  return misspelt(variables);
}

}  // namespace isthmus::config
