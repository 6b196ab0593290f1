#include "config/settings.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "base/error.hpp"
#include "config/tuning_file.hpp"

namespace isthmus::config {
namespace {

using base::SetupError;
using base::text;

struct Found {
  const char* value = nullptr;
  std::string variable;
};

/// Looks in the environment. SHMEM_<name> wins over its twin SMA_<name>.
Found find(const Lookup& lookup, const std::string& name) {
  for (const char* prefix : {"SHMEM_", "SMA_"}) {
    const std::string variable = prefix + name;
    if (const char* value = lookup(variable.c_str())) return {value, variable};
  }
  return {};
}

/// Looks in the environment first, then in the tuning file.
Found find(const Lookup& lookup, const std::map<std::string, Tuned>& tuned, const std::string& name) {
  const Found found = find(lookup, name);
  const auto line = tuned.find("SHMEM_" + name);
  return found.value || line == tuned.end() ? found : Found{line->second.value.c_str(), line->second.origin};
}

std::map<std::string, Tuned> read_tuning(const Lookup& lookup) {
  const Found file = find(lookup, "TUNING_FILE");
  if (!file.value || !*file.value) return {};
  std::vector<std::string> known;
#define SETTING(type, field, name, fallback, scope, help) known.push_back("SHMEM_" name);
#include "config/settings.def"
#undef SETTING
  std::erase(known, "SHMEM_TUNING_FILE");
  return read_tuning_file(file.value, known);
}

[[noreturn]] void bad(const std::string& variable, std::string_view value, const char* remedy) {
  throw SetupError(text("%s=%.*s: %s", variable.c_str(), static_cast<int>(value.size()), value.data(), remedy));
}

void parse_Flag(const std::string&, const char*, Flag& out) { out = true; }

void parse_Bool(const std::string& variable, const char* value, Bool& out) {
  const std::string_view v = value;
  if (v != "0" && v != "1") bad(variable, v, "not a switch; write 0 or 1");
  out = v == "1";
}

void parse_Size(const std::string& variable, const char* value, Size& out) { out = parse_size(variable, value); }

/// The specification has the heap "at least as large" as a number that may be 0; it is one byte at least.
void parse_HeapSize(const std::string& variable, const char* value, HeapSize& out) {
  out = std::max(std::size_t{1}, parse_size(variable, value, 0));
}

void parse_Limit(const std::string& variable, const char* value, Limit& out) {
  out = std::string_view(value) == "0" ? 0 : parse_size(variable, value);
}

/// Appends to the entries of the default, which stays in force for kinds that the value does not name.
template <auto parse>
void parse_by_kind(const std::string& variable, std::string_view value, ByKind& out) {
  out.variable = variable;
  for (std::size_t from = 0; from <= value.size();) {
    const std::size_t end = std::min(value.find(',', from), value.size());
    const std::string entry(value.substr(from, end - from));
    const std::size_t equals = entry.find('=');
    const bool all = equals == std::string::npos;
    std::size_t bytes = 0;
    parse(variable, entry.c_str() + (all ? 0 : equals + 1), bytes);
    out.entries.push_back({all ? "" : entry.substr(0, equals), bytes});
    from = end + 1;
  }
}

void parse_SizeByKind(const std::string& variable, const char* value, SizeByKind& out) {
  parse_by_kind<parse_Size>(variable, value, out);
}

void parse_LimitByKind(const std::string& variable, const char* value, LimitByKind& out) {
  parse_by_kind<parse_Limit>(variable, value, out);
}

void parse_Choice(const std::string& variable, const char* value, Choice& out) {
  const std::string_view v = value;
  if (v != "auto" && v != "off" && v != "on") bad(variable, v, "not a choice; write auto, off or on");
  out = v == "off" ? Choice::off : v == "on" ? Choice::on : Choice::automatic;
}

void parse_Text(const std::string&, const char* value, Text& out) { out = value; }

void parse_Seconds(const std::string& variable, const char* value, Seconds& out) {
  const std::string_view v = value;
  const auto [end, error] = std::from_chars(v.data(), v.data() + v.size(), out);
  if (error != std::errc() || end != v.data() + v.size() || out < 1)
    bad(variable, v, "not a time; write whole seconds, at least 1");
}

void read_partitions(const Lookup& lookup, Settings& settings) {
  settings.partitions.push_back({.size = settings.symmetric_size});
  for (int id = 0; id <= kMaxPartitions; ++id) {
    const std::string name = text("SYMMETRIC_PARTITION%d", id);
    const Found found = find(lookup, name);
    if (!found.value) continue;
    if (id == 0) bad(found.variable, found.value, "partition ids start at 1, which is the symmetric heap");
    const PartitionSpec spec = parse_partition(found.variable, id, found.value);
    if (id == 1)
      settings.partitions.front() = spec;
    else
      settings.partitions.push_back(spec);
    settings.shown.push_back({"SHMEM_" + name, found.value, found.variable, "",
                              id == 1 ? "the symmetric heap, before SHMEM_SYMMETRIC_SIZE" : "a further partition"});
  }
}

/// Other ids than 1 to kMaxPartitions are refused here, because read_partitions does not look for them.
void refuse_unknown_partitions() {
  for (char** entry = environ; entry && *entry; ++entry) {  // null after clearenv()
    const std::string_view line = *entry;
    const std::string_view variable = line.substr(0, line.find('='));
    const std::size_t prefix = variable.find("_SYMMETRIC_PARTITION");
    if (prefix == std::string_view::npos ||
        (variable.substr(0, prefix) != "SHMEM" && variable.substr(0, prefix) != "SMA"))
      continue;
    const std::string id(variable.substr(prefix + std::string_view("_SYMMETRIC_PARTITION").size()));
    const long number = std::strtol(id.c_str(), nullptr, 10);
    if (std::to_string(number) != id || number < 1 || number > kMaxPartitions)
      bad(std::string(variable), line.substr(std::min(line.size(), variable.size() + 1)),
          text("partition ids are 1 (the symmetric heap) to %d", kMaxPartitions).c_str());
  }
}

}  // namespace

std::size_t ByKind::of(std::string_view kind) const {
  const auto fits = [&](const Entry& entry) { return entry.kind.empty() || entry.kind == kind; };
  const auto last = std::find_if(entries.rbegin(), entries.rend(), fits);
  return last == entries.rend() ? 0 : last->bytes;
}

std::size_t parse_size(const std::string& what, std::string_view value, std::size_t least) {
  static constexpr const char* kRemedy = "not a size; write a number with an optional k, m, g or t, such as 512M";
  const std::string v(value);
  // Not by strtold, which takes signs, blanks, hex and names of numbers, and the comma of the program's locale.
  const std::size_t digits = v.find_first_not_of("0123456789.");
  const std::string number = v.substr(0, digits);
  if (number.find_first_of("0123456789") == std::string::npos || std::count(number.begin(), number.end(), '.') > 1)
    bad(what, v, kRemedy);
  int shift = 0;
  if (digits != std::string::npos) {
    const std::size_t power = std::string_view("kmgt").find(static_cast<char>(std::tolower(v[digits])));
    if (power == std::string::npos) bad(what, v, kRemedy);
    shift = 10 * static_cast<int>(power + 1);
  }
  long double count = 0;
  const std::errc result = std::from_chars(number.data(), number.data() + number.size(), count).ec;
  // Out of range is also a fraction that is too small, which stays 0.
  if (result == std::errc::result_out_of_range && number.find_first_of("123456789") < number.find('.'))
    count = HUGE_VALL;
  const long double size = std::ceil(std::ldexp(count, shift));
  if (size < static_cast<long double>(least)) bad(what, v, "a size must be at least 1 byte");
  if (size >= std::ldexp(1.0L, 63)) bad(what, v, "more than any address space holds; write a smaller size");
  return static_cast<std::size_t>(size);
}

Settings read_settings(const Lookup& lookup) {
  Settings settings;
  const std::map<std::string, Tuned> tuned = read_tuning(lookup);
#define SETTING(type, field, name, fallback, scope, help)                                                   \
  {                                                                                                         \
    const Found found = find(lookup, tuned, name);                                                          \
    if (*(fallback)) parse_##type("SHMEM_" name, fallback, settings.field);                                 \
    if (found.value) parse_##type(found.variable, found.value, settings.field);                             \
    settings.shown.push_back({"SHMEM_" name, found.value ? found.value : (fallback),                        \
                              found.value ? found.variable : "default", (fallback), (help), Scope::scope}); \
  }
#include "config/settings.def"
#undef SETTING
  read_partitions(lookup, settings);
  return settings;
}

Settings read_settings() {
  refuse_unknown_partitions();
  return read_settings([](const char* name) { return std::getenv(name); });
}

std::string value(const Settings& settings, const std::string& name) {
  for (const Shown& row : settings.shown)
    if (row.name == "SHMEM_" + name) return row.value;
  throw std::logic_error("config/settings.def has no row " + name);
}

bool is_default(const Settings& settings, const std::string& name) {
  return std::ranges::none_of(
      settings.shown, [&](const Shown& row) { return row.name == "SHMEM_" + name && row.origin != "default"; });
}

std::string same_everywhere(const Settings& settings) {
  std::string lines;
  for (const Shown& row : settings.shown)
    if (row.scope == Scope::same && row.value != row.fallback) lines += row.name + "=" + row.value + "\n";
  return lines;
}

std::string table(const std::vector<Shown>& shown) {
  std::size_t name = 0, value = 0, origin = 0;
  for (const Shown& row : shown) {
    name = std::max(name, row.name.size());
    value = std::max(value, row.value.size());
    origin = std::max(origin, row.origin.size());
  }
  std::string out;
  for (const Shown& row : shown)
    out += text("  %-*s  %-*s  %-*s  %s\n", static_cast<int>(name), row.name.c_str(), static_cast<int>(value),
                row.value.c_str(), static_cast<int>(origin), row.origin.c_str(), row.help.c_str());
  return out;
}

}  // namespace isthmus::config
