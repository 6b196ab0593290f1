#include "core/failures.hpp"

#include <cstdlib>
#include <mutex>
#include <sstream>
#include <vector>

#include "core/settings.hpp"

namespace doubles {
namespace {

struct Rule {
  std::string entry_point;
  unsigned long on_call = 0;  ///< 0: on every one
  std::string error{};        ///< empty: the usual
  bool applies = true;        ///< to this PE
  unsigned long calls = 0;
};

bool all_digits(const std::string& s) { return !s.empty() && s.find_first_not_of("0123456789") == std::string::npos; }

std::vector<Rule> parse(const std::string& value) {
  std::vector<Rule> rules;
  std::istringstream all(value);
  for (std::string one; std::getline(all, one, ',');) {
    std::istringstream fields(one);
    Rule rule;
    std::getline(fields, rule.entry_point, ':');
    const std::size_t at = rule.entry_point.find('@');
    if (at != std::string::npos) {
      const std::string pe = rule.entry_point.substr(at + 1);
      if (!all_digits(pe)) give_up("DOUBLE_FAIL=" + value + ": " + pe + " is no PE");
      rule.applies = std::stoi(pe) == settings().pe;
      rule.entry_point.resize(at);
    }
    for (std::string field; std::getline(fields, field, ':');) {
      if (all_digits(field) && rule.on_call == 0 && rule.error.empty()) {
        rule.on_call = std::strtoul(field.c_str(), nullptr, 10);
      } else if (!field.empty() && rule.error.empty() && !all_digits(field)) {
        rule.error = field;
      } else {
        give_up("DOUBLE_FAIL=" + value + ": " + field + " is neither a call's number nor an error");
      }
    }
    if (rule.entry_point.empty()) give_up("DOUBLE_FAIL=" + value + " names no entry point");
    rules.push_back(rule);
  }
  return rules;
}

bool matches(const std::string& rule, const std::string& entry_point) {
  if (rule == entry_point) return true;
  const std::size_t suffix = entry_point.rfind("_v");
  return suffix != std::string::npos && rule == entry_point.substr(0, suffix);
}

int error_of(const std::string& text, const ErrorName* names) {
  if (text.rfind("0x", 0) == 0) {
    const unsigned long value = std::strtoul(text.c_str(), nullptr, 16);
    if (value != 0) return static_cast<int>(value);
  }
  for (; names->name != nullptr; ++names) {
    if (text == names->name && names->error != 0) return names->error;
  }
  give_up("DOUBLE_FAIL: this driver has no error " + text);
}

}  // namespace

int injected(const char* entry_point, int usual, const ErrorName* names) {
  static std::mutex& mutex = *new std::mutex;
  static std::vector<Rule>& rules = *new std::vector<Rule>(parse(settings().fail));
  if (rules.empty()) return 0;
  const std::lock_guard lock(mutex);
  for (Rule& rule : rules) {
    if (!rule.applies || !matches(rule.entry_point, entry_point)) continue;
    ++rule.calls;
    if (rule.on_call != 0 && rule.on_call != rule.calls) continue;
    return rule.error.empty() ? usual : error_of(rule.error, names);
  }
  return 0;
}

const char* name_of(int error, const ErrorName* names) {
  for (; names->name != nullptr; ++names) {
    if (names->error == error) return names->name;
  }
  return nullptr;
}

}  // namespace doubles
