// The entry points of libomptarget that clang calls for maps. Calls without selected objects are passed on unchanged.
#include "export.hpp"
#include "maps.hpp"
#include "vendor.hpp"

using namespace isthmus::omp;

ISTHMUS_EXPORT void __tgt_target_data_begin_mapper(void* where, std::int64_t device, std::int32_t n, void** bases,
                                                   void** begins, std::int64_t* sizes, std::int64_t* types,
                                                   void** names, void** mappers) {
  const MapCall call{where, device, n, bases, begins, sizes, types, names, mappers};
  if (!begin_maps(call)) vendor().begin(call);
}

ISTHMUS_EXPORT void __tgt_target_data_end_mapper(void* where, std::int64_t device, std::int32_t n, void** bases,
                                                 void** begins, std::int64_t* sizes, std::int64_t* types, void** names,
                                                 void** mappers) {
  const MapCall call{where, device, n, bases, begins, sizes, types, names, mappers};
  if (!end_maps(call)) vendor().end(call);
}

// With nowait, libomp makes the call inside a task whose dependences are satisfied. Ours returns only when its copies
// are done, which blocks a helper thread of libomp and not the program.
ISTHMUS_EXPORT void __tgt_target_data_begin_nowait_mapper(void* where, std::int64_t device, std::int32_t n,
                                                          void** bases, void** begins, std::int64_t* sizes,
                                                          std::int64_t* types, void** names, void** mappers,
                                                          std::int32_t n_depends, void* depends, std::int32_t n_noalias,
                                                          void* noalias) {
  if (!begin_maps({where, device, n, bases, begins, sizes, types, names, mappers}))
    vendor().data_begin_nowait(where, device, n, bases, begins, sizes, types, names, mappers, n_depends, depends,
                               n_noalias, noalias);
}

ISTHMUS_EXPORT void __tgt_target_data_end_nowait_mapper(void* where, std::int64_t device, std::int32_t n, void** bases,
                                                        void** begins, std::int64_t* sizes, std::int64_t* types,
                                                        void** names, void** mappers, std::int32_t n_depends,
                                                        void* depends, std::int32_t n_noalias, void* noalias) {
  if (!end_maps({where, device, n, bases, begins, sizes, types, names, mappers}))
    vendor().data_end_nowait(where, device, n, bases, begins, sizes, types, names, mappers, n_depends, depends,
                             n_noalias, noalias);
}

ISTHMUS_EXPORT void __tgt_register_lib(void* description) {
  vendor().register_lib(description);
  note_images();
}

// libomptarget refuses to disassociate a mapped object. It takes objects that we have mapped for associations of the
// program's, so they are refused here.
ISTHMUS_EXPORT int omp_target_disassociate_ptr(const void* pointer, int number) {
  if (Device* device = number < 0 ? nullptr : serving_device(number)) {
    const std::lock_guard lock(device->mutex);
    if (device->owns(pointer)) return -1;
  }
  return vendor().disassociate(pointer, number);
}
