// Compares the records of tools/profile/pti.hpp with those of Intel's headers, where these are installed: this file
// compiles if every field is where the header has it.
#include <pti/pti_version.h>
#include <pti/pti_view.h>

#include "layout.hpp"
#include "pti.hpp"

using namespace isthmus::profile::pti;

#define SAME_WORK(ours, theirs)                 \
  SAME(ours, kind, theirs, _view_kind);         \
  SAME(ours, queue, theirs, _queue_handle);     \
  SAME(ours, context, theirs, _context_handle); \
  SAME(ours, name, theirs, _name);              \
  SAME(ours, start, theirs, _start_timestamp);  \
  SAME(ours, end, theirs, _end_timestamp)

SAME_WORK(KernelRecord, pti_view_record_kernel);
SAME(KernelRecord, device, pti_view_record_kernel, _device_uuid);
SAME_WORK(CopyRecord, pti_view_record_memory_copy);
SAME(CopyRecord, type, pti_view_record_memory_copy, _memcpy_type);
SAME(CopyRecord, device, pti_view_record_memory_copy, _device_uuid);
SAME(CopyRecord, bytes, pti_view_record_memory_copy, _bytes);
SAME_WORK(PeerCopyRecord, pti_view_record_memory_copy_p2p);
SAME(PeerCopyRecord, type, pti_view_record_memory_copy_p2p, _memcpy_type);
SAME(PeerCopyRecord, device, pti_view_record_memory_copy_p2p, _src_uuid);
SAME(PeerCopyRecord, dest_device, pti_view_record_memory_copy_p2p, _dst_uuid);
SAME(PeerCopyRecord, bytes, pti_view_record_memory_copy_p2p, _bytes);
SAME_WORK(FillRecord, pti_view_record_memory_fill);
SAME(FillRecord, device, pti_view_record_memory_fill, _device_uuid);
SAME(FillRecord, bytes, pti_view_record_memory_fill, _bytes);
static_assert(sizeof(Version) == sizeof(pti_version));
SAME(Version, minor, pti_version, _minor);

static_assert(kernel == static_cast<Kind>(PTI_VIEW_DEVICE_GPU_KERNEL));
static_assert(copy == static_cast<Kind>(PTI_VIEW_DEVICE_GPU_MEM_COPY));
static_assert(fill == static_cast<Kind>(PTI_VIEW_DEVICE_GPU_MEM_FILL));
static_assert(copy_between_devices == static_cast<Kind>(PTI_VIEW_DEVICE_GPU_MEM_COPY_P2P));
static_assert(kNotWhileRunning == static_cast<Result>(PTI_ERROR_L0_LOCAL_PROFILING_NOT_SUPPORTED));

constexpr char letters(pti_view_memcpy_type type, bool is_dest) {
  const unsigned kinds = std::size(kMemory);
  return kMemory[is_dest ? type % kinds : type / kinds];
}
static_assert(letters(PTI_VIEW_MEMCPY_TYPE_M2D, false) == 'H' && letters(PTI_VIEW_MEMCPY_TYPE_M2D, true) == 'D');
static_assert(letters(PTI_VIEW_MEMCPY_TYPE_D2H, false) == 'D' && letters(PTI_VIEW_MEMCPY_TYPE_D2H, true) == 'H');
static_assert(letters(PTI_VIEW_MEMCPY_TYPE_S2D, false) == 'S' && letters(PTI_VIEW_MEMCPY_TYPE_S2D, true) == 'D');
