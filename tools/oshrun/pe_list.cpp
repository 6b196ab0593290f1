#include "pe_list.hpp"

#include <algorithm>
#include <charconv>

namespace isthmus::oshrun {

std::optional<std::vector<int>> parse_pes(const std::string& list, int n) {
  std::vector<int> pes;
  const char *at = list.data(), *const end = at + list.size();
  const auto number = [&](int& value) {
    const auto [after, error] = std::from_chars(at, end, value);
    at = after;
    return error == std::errc{} && value >= 0 && value < n;
  };
  for (;;) {
    int first = 0;
    if (!number(first)) return {};
    int last = first;
    if (at != end && *at == '-' && (++at, !number(last) || last < first)) return {};
    for (int pe = first; pe <= last; ++pe) pes.push_back(pe);
    if (at == end) break;
    if (*at++ != ',') return {};
  }
  std::ranges::sort(pes);
  pes.erase(std::ranges::unique(pes).begin(), pes.end());
  return pes;
}

std::string in_words(const std::vector<int>& pes) {
  std::string list;
  for (size_t i = 0; i < pes.size();) {
    size_t last = i;
    while (last + 1 < pes.size() && pes[last + 1] == pes[last] + 1) ++last;
    list += (list.empty() ? "" : ",") + std::to_string(pes[i]);
    if (last > i) list += "-" + std::to_string(pes[last]);
    i = last + 1;
  }
  return (pes.size() == 1 ? "PE " : "PEs ") + list;
}

}  // namespace isthmus::oshrun
