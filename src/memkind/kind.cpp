#include "memkind/kind.hpp"

#include "base/error.hpp"

namespace isthmus::memkind {

const Kind& find_kind(const std::string& variable, const std::string& name) {
  if (name == "HOST" || name == "NORMALMEM") return kHost;
  throw base::SetupError(variable + ": unknown KIND=" + name + "; this build has HOST (alias NORMALMEM)");
}

}  // namespace isthmus::memkind
