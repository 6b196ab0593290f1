#include "memkind/kind.hpp"

#include <array>

#include "base/error.hpp"

namespace isthmus::memkind {

std::span<const Kind* const> kinds() {
  static constexpr std::array all{&kHost, &kCuda, &kHip, &kZe, &kOmp};
  return all;
}

const Kind& find_kind(const std::string& variable, const std::string& name) {
  std::string known;
  for (const Kind* kind : kinds()) {
    if (name == kind->name || (name == "NORMALMEM" && kind == &kHost)) return *kind;
    known += base::text("%s%s", known.empty() ? "" : ", ", kind->name);
  }
  throw base::SetupError(
      base::text("%s: unknown KIND=%s; write one of %s", variable.c_str(), name.c_str(), known.c_str()));
}

std::string in_words(std::size_t bytes) {
  if (bytes >> 30) return base::text("%.1f GiB", static_cast<double>(bytes) / (1 << 30));
  if (bytes >> 20 && bytes % (1 << 20) == 0) return base::text("%zu MiB", bytes >> 20);
  return base::text("%zu bytes", bytes);
}

}  // namespace isthmus::memkind
