#include "comm/context.hpp"

#include "base/error.hpp"
#include "base/wait.hpp"
#include "bootstrap/exchange.hpp"

namespace isthmus::comm {

void not_initialized(const char* call) {
  try {
    base::set_identity(bootstrap::exchange().pe());  // the launcher knows this PE's number even before shmem_init
  } catch (const base::SetupError&) {
  }
  base::fatal(call, finalized ? kFinalized : kNotInitialized);
}

void refuse_misaligned(const char* call, const void* p, std::size_t alignment) {
  base::fatal(call, base::text("%p is not aligned to %zu bytes, as the type needs; align the object", p, alignment));
}

void Context::must_exist(const char* call) const {
  if (unusable_ == kDestroyed) base::fatal(call, kDestroyed);
}

void* Context::find(const void* p, int pe) const {
  if (!memory_ || pe < 0 || pe >= n_pes_) return nullptr;
  const memory::Segment* segment = memory_->find(p);
  const std::uintptr_t peer = segment ? segment->mapped(team_->pes.pe(pe)) : 0;
  return peer ? reinterpret_cast<void*>(peer + segment->offset(p)) : nullptr;
}

bool Context::accessible(const void* p, int pe) const {
  if (find(p, pe)) return true;
  const memory::Segment* segment = memory_ && pe >= 0 && pe < n_pes_ ? memory_->find(p) : nullptr;
  if (!segment) return false;
  if (segment->kind->device) return true;  // by the device proxy, if not by the wire
  return window_.endpoint && !segment->wire.refused.contains(team_->pes.pe(pe));
}

Reached Context::reach(const char* call, const void* p, std::size_t bytes, int pe, std::size_t alignment) const {
  if (!memory_ && unusable_ == kNotInitialized) not_initialized(call);
  if (!memory_) base::fatal(call, unusable_);
  if (pe < 0 || pe >= n_pes_)
    base::fatal(call, base::text("PE %d is out of range; this %s has PEs 0 to %d", pe,
                                 team_->is_world() ? "job" : "context's team", n_pes_ - 1));
  const memory::Segment* segment = memory_->find(p);
  if (!segment) {
    if (bytes == 0)
      return {const_cast<void*>(p), nullptr, team_->pes.pe(pe), 0};  // an operation of 0 bytes touches no address
    if (!p) base::fatal(call, kNull);
    base::fatal(call, base::text("%p is not a symmetric address; use memory from shmem_malloc, or a global or static "
                                 "variable of the executable that is not const",
                                 p));
  }
  if (bytes > segment->size - segment->offset(p))
    base::fatal(call, base::text("%zu bytes at %p reach %zu bytes past the end of the %s; check the length", bytes, p,
                                 bytes - (segment->size - segment->offset(p)), segment->name));
  if (check_ && bytes > 0 && reinterpret_cast<std::uintptr_t>(p) % alignment != 0) refuse_misaligned(call, p, alignment);
  const int world_pe = team_->pes.pe(pe);
  const std::uintptr_t offset = segment->offset(p), peer = segment->mapped(world_pe);
  if (!peer && !segment->kind->device && (!window_.endpoint || segment->wire.refused.contains(world_pe)))
    base::fatal(
        call, base::text("the %s of PE %d cannot be reached from this PE (another program?)", segment->name, world_pe));
  if (!peer) base::must_be_outside_handlers(call);  // operations on mapped memory do not wait
  return {peer ? reinterpret_cast<void*>(peer + offset) : nullptr, segment, world_pe, offset};
}

}  // namespace isthmus::comm
