#include "device/known.hpp"

#include <sys/prctl.h>

#include "base/error.hpp"
#include "base/log.hpp"

namespace isthmus::mpi {
namespace {

Known meet(const memkind::Described& described) {
  Known known{described.kind, described.allocation, false, {}, 0};
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
  const auto found = by_base_.find(allocation.base);
  const bool same =
      found != by_base_.end() && found->second->allocation.id == allocation.id && found->second->kind == described.kind;
  if (same) {
    known_.splice(known_.begin(), known_, found->second);
  } else {
    if (found != by_base_.end()) {
      known_.erase(found->second);
      by_base_.erase(found);
    }
    forget_freed();
    known_.push_front(meet(described));
    by_base_[allocation.base] = known_.begin();
    if (known_.size() > kMost) {
      by_base_.erase(known_.back().allocation.base);
      known_.pop_back();
    }
  }
  Known& known = known_.front();
  ++known.uses;
  return {known.kind, known.allocation, known.shareable, known.handle.bytes, known.handle.fd.get(), known.uses};
}

/// A descriptor keeps memory that the program has freed.
void KnownMemory::forget_freed() {
  for (auto known = known_.begin(); known != known_.end();) {
    const auto now = known++;
    memkind::Allocation allocation;
    if (!now->handle.fd ||
        (now->kind->device->describe(now->allocation.base, allocation) && allocation.id == now->allocation.id))
      continue;
    by_base_.erase(now->allocation.base);
    known_.erase(now);
  }
}

void KnownMemory::clear() {
  const std::lock_guard lock(mutex_);
  by_base_.clear();
  known_.clear();
}

}  // namespace isthmus::mpi
