#include "config/partition_spec.hpp"

#include <charconv>

#include "base/error.hpp"
#include "config/settings.hpp"

namespace isthmus::config {
namespace {

std::string upper(std::string_view s) {
  std::string out(s);
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');  // toupper() depends on the locale
  return out;
}

/// "auto", or a number from 0.
bool parse_device(std::string_view value, int& device) {
  if (upper(value) == "AUTO") {
    device = kAutoDevice;
    return true;
  }
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), device);
  return error == std::errc() && end == value.data() + value.size() && device >= 0;
}

}  // namespace

PartitionSpec parse_partition(const std::string& variable, int id, std::string_view value) {
  const auto bad = [&](const std::string& why) {
    throw base::SetupError(
        base::text("%s=%s: %s; write SIZE=<size>[:PGSIZE=<size>][:KIND=<kind>][:POLICY=<policy>]"
                   "[:DEVICE=<n>|auto]",
                   variable.c_str(), std::string(value).c_str(), why.c_str()));
  };
  PartitionSpec spec{.id = id};
  for (std::string_view rest = value; !rest.empty();) {
    const std::size_t colon = rest.find(':');
    const std::string_view field = rest.substr(0, colon);
    rest = colon == std::string_view::npos ? std::string_view{} : rest.substr(colon + 1);
    const std::size_t equals = field.find('=');
    if (equals == std::string_view::npos) bad(base::text("'%s' has no '='", std::string(field).c_str()));
    const std::string key = upper(field.substr(0, equals));
    const std::string_view v = field.substr(equals + 1);
    if (key == "SIZE")
      spec.size = parse_size(variable + " (SIZE)", v);
    else if (key == "PGSIZE")
      spec.page_size = parse_size(variable + " (PGSIZE)", v);
    else if (key == "KIND")
      spec.kind = upper(v);
    else if (key == "POLICY")
      spec.policy = upper(v);
    else if (key == "DEVICE") {
      if (!parse_device(v, spec.device)) bad(base::text("'%s' is no device", std::string(v).c_str()));
    } else
      bad("unknown field '" + key + "'");
  }
  if (spec.size == 0) bad("SIZE is missing");
  if (spec.page_size & (spec.page_size - 1)) bad("PGSIZE is not a power of two");
  return spec;
}

}  // namespace isthmus::config
