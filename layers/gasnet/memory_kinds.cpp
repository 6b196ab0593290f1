#include "memory_kinds.hpp"

#include <gasnetex.h>
#include <shmemx.h>

#include "fatal.hpp"
#include "job.hpp"

using namespace isthmus::gasnet;

namespace {

const void* host_cdata = nullptr;

/// What the arguments of gex_MK_Create mean. The name is null for a class that there is not.
isthmus_gasnet_kind kind_of(const gex_MK_Create_args_t& args) {
  switch (args.gex_class) {
    case GEX_MK_CLASS_CUDA_UVA:
      return {args.gex_class, "CUDA", args.gex_args.gex_class_cuda_uva.gex_CUdevice, nullptr};
    case GEX_MK_CLASS_HIP:
      return {args.gex_class, "HIP", args.gex_args.gex_class_hip.gex_hipDevice, nullptr};
    // Level Zero names a device by a pointer, which the library has no number for.
    case GEX_MK_CLASS_ZE:
      return {args.gex_class, "ZE", -1, nullptr};
    default:
      return {args.gex_class, nullptr, -1, nullptr};
  }
}

}  // namespace

extern "C" {

int gex_MK_Create(gex_MK_t* memkind_p, gex_Client_t, const gex_MK_Create_args_t* args, gex_Flags_t) {
  constexpr const char* call = "gex_MK_Create";
  if (args->gex_class == GEX_MK_CLASS_HOST) {
    *memkind_p = GEX_MK_HOST;
    return GASNET_OK;
  }
  const isthmus_gasnet_kind kind = kind_of(*args);
  if (!kind.name) {
    say(call, text("%d is none of GEX_MK_CLASS_*", static_cast<int>(args->gex_class)));
    return GASNET_ERR_BAD_ARG;
  }
  // The driver may be absent, and the device, too. The library says why.
  void* const trial = shmemx_local_malloc(kind.name, kind.device, 1);
  if (!trial) {
    say(call,
        text("device %d of %s cannot be used; check the driver, and the device's number", kind.device, kind.name));
    return GASNET_ERR_BAD_ARG;
  }
  shmemx_local_free(trial);
  *memkind_p = new isthmus_gasnet_kind(kind);
  return GASNET_OK;
}

void gex_MK_Destroy(gex_MK_t kind, gex_Flags_t) {
  if (kind != GEX_MK_HOST) delete kind;
}
void gex_MK_SetCData(gex_MK_t kind, const void* value) { (kind == GEX_MK_HOST ? host_cdata : kind->cdata) = value; }
void* gex_MK_QueryCData(gex_MK_t kind) { return const_cast<void*>(kind == GEX_MK_HOST ? host_cdata : kind->cdata); }
gex_Flags_t gex_MK_QueryFlags(gex_MK_t) { return 0; }
gex_Client_t gex_MK_QueryClient(gex_MK_t) { return &the_client; }
gex_MK_Class_t gex_MK_QueryClass(gex_MK_t kind) { return kind == GEX_MK_HOST ? GEX_MK_CLASS_HOST : kind->mk_class; }
}
