#include "base/error.hpp"
#include "memkind/policy.hpp"

namespace isthmus::memkind {

void apply_policy(void*, std::size_t, const std::string& policy) {
  if (!policy.empty())
    throw base::SetupError("POLICY=" + policy +
                           ": built without libnuma; install it and build again, or leave POLICY out");
}

}  // namespace isthmus::memkind
