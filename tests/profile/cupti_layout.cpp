// Compares the records of tools/profile/cupti.hpp with those of NVIDIA's header, where that is installed: this file
// compiles if every field is where the header has it.
#include <cupti.h>

#include "cupti.hpp"
#include "layout.hpp"

using namespace isthmus::profile::cupti;

#define SAME_KERNEL(theirs)                       \
  SAME(KernelRecord, kind, theirs, kind);         \
  SAME(KernelRecord, start, theirs, start);       \
  SAME(KernelRecord, end, theirs, end);           \
  SAME(KernelRecord, device, theirs, deviceId);   \
  SAME(KernelRecord, context, theirs, contextId); \
  SAME(KernelRecord, stream, theirs, streamId);   \
  SAME(KernelRecord, grid, theirs, gridX);        \
  SAME(KernelRecord, block, theirs, blockX);      \
  SAME(KernelRecord, name, theirs, name)
#define SAME_WORK(ours, theirs)           \
  SAME(ours, kind, theirs, kind);         \
  SAME(ours, bytes, theirs, bytes);       \
  SAME(ours, start, theirs, start);       \
  SAME(ours, end, theirs, end);           \
  SAME(ours, device, theirs, deviceId);   \
  SAME(ours, context, theirs, contextId); \
  SAME(ours, stream, theirs, streamId)

// Headers keep the records of earlier versions. That of CUDA 13 has those of 11.8 and 12, too.
SAME_KERNEL(CUpti_ActivityKernel8);
SAME_WORK(CopyRecord, CUpti_ActivityMemcpy5);
SAME(CopyRecord, copy_kind, CUpti_ActivityMemcpy5, copyKind);
SAME_WORK(CopyRecord, CUpti_ActivityMemcpyPtoP4);
SAME(CopyRecord, copy_kind, CUpti_ActivityMemcpyPtoP4, copyKind);
SAME(CopyRecord, source_device, CUpti_ActivityMemcpyPtoP4, srcDeviceId);
SAME(CopyRecord, dest_device, CUpti_ActivityMemcpyPtoP4, dstDeviceId);
SAME_WORK(FillRecord, CUpti_ActivityMemset4);
#if CUPTI_API_VERSION >= 19
SAME_KERNEL(CUpti_ActivityKernel9);
#endif
#if CUPTI_API_VERSION >= 130000
SAME_KERNEL(CUpti_ActivityKernel10);
SAME_WORK(CopyRecord, CUpti_ActivityMemcpy6);
SAME(CopyRecord, copy_kind, CUpti_ActivityMemcpy6, copyKind);
#endif

static_assert(kernel == static_cast<Kind>(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL));
static_assert(copy == static_cast<Kind>(CUPTI_ACTIVITY_KIND_MEMCPY));
static_assert(fill == static_cast<Kind>(CUPTI_ACTIVITY_KIND_MEMSET));
static_assert(copy_between_devices == static_cast<Kind>(CUPTI_ACTIVITY_KIND_MEMCPY2));
static_assert(kFlushForced == CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
