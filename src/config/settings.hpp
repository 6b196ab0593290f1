// The settings of a job, read once from the environment and the tuning file. Each is one row of settings.def.
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
using HeapSize = std::size_t;
using Limit = std::size_t;
enum class Choice { automatic, off, on };
using Text = std::string;
using Seconds = int;

/// Bytes by kind of memory. The runtime checks the names of the kinds.
struct ByKind {
  struct Entry {
    std::string kind;  ///< empty: every kind
    std::size_t bytes;
  };
  std::vector<Entry> entries;  ///< the last one that fits a kind applies
  std::string variable;        ///< the one that was read, for messages

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
  /// In the order of their ids. Partition 1, the symmetric heap, is always there.
  std::vector<PartitionSpec> partitions;
  std::vector<Shown> shown;
};

/// Null when the variable is not set, as std::getenv.
using Lookup = std::function<const char*(const char*)>;

/// Reads every setting; throws base::SetupError naming the variable, its value and the remedy.
Settings read_settings(const Lookup& lookup);
Settings read_settings();

/// The text that SHMEM_<name> is set to, or its default. For callers that compose the name; throws std::logic_error for
/// a name that has no row.
std::string value(const Settings& settings, const std::string& name);

/// Whether neither SHMEM_<name> nor its old twin is set, in the environment or a tuning file.
bool is_default(const Settings& settings, const std::string& name);

/// The settings that must be the same on all PEs and differ from their defaults, one "name=value" a line. The PEs
/// compare these texts.
std::string same_everywhere(const Settings& settings);

/// One message for each of the variables that is not a setting but nearly has the name of one. Without an argument it
/// looks at the environment.
std::vector<std::string> misspelt(const std::vector<std::string>& variables);
std::vector<std::string> misspelt();

/// Number with an optional k/m/g/t (powers of 1024, rounded up; what follows the multiplier is ignored, as the
/// specification asks). Throws base::SetupError that names `what`, also below `least`, which is 0 or 1.
std::size_t parse_size(const std::string& what, std::string_view value, std::size_t least = 1);

/// The rows of `shown` as an aligned table.
std::string table(const std::vector<Shown>& shown);

}  // namespace isthmus::config
