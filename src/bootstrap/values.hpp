// The key and value pairs that one PE publishes in one round, as a map for lookup and packed into bytes for the wire.
// Values may hold any byte. All launchers carry the same bytes. Sizes are in host byte order, since only machines of
// one job read them.
#pragma once
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace isthmus::bootstrap {

using Values = std::map<std::string, std::string, std::less<>>;

inline void append_sized(std::string& out, std::string_view bytes) {
  const auto size = static_cast<std::uint32_t>(bytes.size());
  out.append(reinterpret_cast<const char*>(&size), sizeof size);
  out.append(bytes);
}

/// Takes what append_sized wrote off the front of `from`.
inline std::string_view take_sized(std::string_view& from) {
  std::uint32_t size = 0;
  if (from.size() < sizeof size) throw base::SetupError("the launcher sent a truncated message");
  std::memcpy(&size, from.data(), sizeof size);
  from.remove_prefix(sizeof size);
  if (from.size() < size) throw base::SetupError("the launcher sent a truncated message");
  const std::string_view bytes = from.substr(0, size);
  from.remove_prefix(size);
  return bytes;
}

inline std::string pack(const Values& values) {
  std::string out;
  for (const auto& [key, value] : values) {
    append_sized(out, key);
    append_sized(out, value);
  }
  return out;
}

/// Newer values replace those of earlier rounds.
inline void unpack_into(Values& values, std::string_view packed) {
  while (!packed.empty()) {
    const std::string_view key = take_sized(packed);
    values.insert_or_assign(std::string(key), std::string(take_sized(packed)));
  }
}

/// The value of a key in packed values, which stays where it is; empty where there is none.
inline std::optional<std::string_view> find_packed(std::string_view packed, std::string_view key) {
  while (!packed.empty()) {
    const std::string_view name = take_sized(packed), value = take_sized(packed);
    if (name == key) return value;
  }
  return std::nullopt;
}

[[noreturn]] inline void not_published(int pe, std::string_view key) {
  throw base::SetupError(base::text("PE %d has not published '%.*s': do all PEs run the same program and version?", pe,
                                    static_cast<int>(key.size()), key.data()));
}

inline const std::string& find_value(const Values& values, int pe, std::string_view key) {
  const auto found = values.find(key);
  if (found == values.end()) not_published(pe, key);
  return found->second;
}

}  // namespace isthmus::bootstrap
