// The settings of a job, read once from the environment. One row of settings.def each.
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "config/partition_spec.hpp"

namespace isthmus::config {

using Flag = bool;
using Bool = bool;
using Size = std::size_t;
using Limit = std::size_t;
enum class Choice { automatic, off, on };
using Text = std::string;
using Seconds = int;

/// Bytes by kind of memory. Names of kinds are checked by their owner.
struct ByKind {
  struct Entry {
    std::string kind;  ///< empty: every kind
    std::size_t bytes;
  };
  std::vector<Entry> entries;  ///< the last that fits counts
  std::string variable;        ///< that says so

  std::size_t of(std::string_view kind) const;
};
using SizeByKind = ByKind;
using LimitByKind = ByKind;

enum class Scope { own, same };

/// One variable as SHMEM_INFO and osh_info show it.
struct Shown {
  std::string name, value, origin, fallback, help;
  Scope scope = Scope::own;
};

struct Settings {
#define SETTING(type, field, name, fallback, scope, help) type field{};
#include "config/settings.def"
#undef SETTING
  /// By id, partition 1 (the heap) always first.
  std::vector<PartitionSpec> partitions;
  std::vector<Shown> shown;
};

/// Null when the variable is not set, as std::getenv.
using Lookup = std::function<const char*(const char*)>;

/// Reads every setting; throws base::SetupError naming the variable, its value and the remedy.
Settings read_settings(const Lookup& lookup);
Settings read_settings();

/// What SHMEM_<name> is set to, or its default, as text. For callers that make up the name themselves; ends with
/// std::logic_error for one that has no row.
std::string value(const Settings& settings, const std::string& name);

/// Those that must be the same on all PEs and are not the default, for PEs to compare: "name=value", a line each.
std::string same_everywhere(const Settings& settings);

/// A line for each variable of the environment that is no setting, but nearly the name of one.
std::vector<std::string> misspelt(const std::vector<std::string>& variables);
std::vector<std::string> misspelt();

/// Number with an optional k/m/g/t (powers of 1024, rounded up; what follows the multiplier is ignored, as the
/// specification asks). Throws base::SetupError that names `what`.
std::size_t parse_size(const std::string& what, std::string_view value);

/// The rows of `shown` as an aligned table.
std::string table(const std::vector<Shown>& shown);

}  // namespace isthmus::config
