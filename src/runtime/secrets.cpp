#include "runtime/secrets.hpp"

#include "base/error.hpp"
#include "transport/node/descriptor_exchange.hpp"

namespace isthmus::runtime {
namespace {
using node::kSecretBytes;
}

void publish_secrets(bootstrap::Exchange& exchange) {
  std::string drawn;
  for (int each = 0; each < 3; ++each) drawn += node::make_secret();
  exchange.publish("secret", drawn);
}

Secrets secrets(bootstrap::Exchange& exchange) {
  const std::string drawn = exchange.lookup(0, "secret");
  if (drawn.size() != 3 * kSecretBytes)
    throw base::SetupError(
        base::text("PE 0 published secrets of %zu bytes instead of %zu; do all PEs run the same "
                   "version of the library?",
                   drawn.size(), 3 * kSecretBytes));
  return {drawn.substr(0, kSecretBytes), drawn.substr(kSecretBytes, kSecretBytes),
          drawn.substr(2 * kSecretBytes, kSecretBytes)};
}

}  // namespace isthmus::runtime
