#include "device/known.hpp"

#include <sys/prctl.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/log.hpp"

namespace isthmus::mpi {
namespace {

Known meet(const memkind::Described& described) {
  Known known{described.kind, described.allocation, false, {}};
  if (known.kind->device->settle) known.kind->device->settle(known.allocation);
  if (!known.allocation.shareable) return known;
  try {
    known.handle = known.kind->export_handle(known.allocation.region());
    known.shareable = true;
  } catch (const base::SetupError& error) {
    base::debug(base::text("device memory is staged: %s", error.what()));
  }
  // Peers take descriptors by pidfd_getfd, which kernels with Yama allow to the processes that one names.
  if (known.handle.fd) prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  return known;
}

}  // namespace

KnownMemory::Found KnownMemory::find(const void* pointer) {
  const memkind::Described described = memkind::describe(pointer);
  if (!described.kind->device) return {};
  const memkind::Allocation& allocation = described.allocation;
  const std::lock_guard lock(mutex_);
  auto found = std::find_if(known_.begin(), known_.end(), [&](const Known& known) {
    return known.allocation.base == allocation.base && known.kind == described.kind;
  });
  if (found != known_.end() && found->allocation.id != allocation.id) {
    known_.erase(found);
    found = known_.end();
  }
  if (found == known_.end()) {
    known_.push_front(meet(described));
    if (known_.size() > kMost) known_.pop_back();
  } else {
    known_.splice(known_.begin(), known_, found);
  }
  const Known& known = known_.front();
  return {known.kind, known.allocation, known.shareable, known.handle.bytes, known.handle.fd.get()};
}

void KnownMemory::clear() {
  const std::lock_guard lock(mutex_);
  known_.clear();
}

}  // namespace isthmus::mpi
