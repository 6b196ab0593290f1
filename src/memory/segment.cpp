#include "memory/segment.hpp"

#include "base/error.hpp"

namespace isthmus::memory {
namespace {
constexpr std::size_t kMargin = 4096;  // entries that read as "not mapped" on either side
}

PeerTable::PeerTable(int n_pes)
    : pages_(nullptr, (static_cast<std::size_t>(n_pes) + 2 * kMargin) * sizeof(std::uintptr_t), PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE) {
  if (!pages_) base::throw_errno("cannot make the table of peers");
  first_ = static_cast<std::uintptr_t*>(pages_.get()) + kMargin;
}

}  // namespace isthmus::memory
