#include "vendor.hpp"

#include <dlfcn.h>

#include "say.hpp"

namespace isthmus::omp {
namespace {

constexpr const char* kEntry = "__tgt_target_data_begin_mapper";

/// Looks a function up in the libraries after this one; converts to any type of function pointer.
struct Next {
  void* symbol;
  explicit Next(const char* name) : symbol(dlsym(RTLD_NEXT, name)) {}
  template <typename Function>
  operator Function*() const {
    return reinterpret_cast<Function*>(symbol);
  }
};

}  // namespace

Vendor::Vendor()
    : data_begin(Next(kEntry)),
      data_end(Next("__tgt_target_data_end_mapper")),
      data_begin_nowait(Next("__tgt_target_data_begin_nowait_mapper")),
      data_end_nowait(Next("__tgt_target_data_end_nowait_mapper")),
      kernel(Next("__tgt_target_kernel")),
      register_lib(Next("__tgt_register_lib")),
      push_mapper_component(Next("__tgt_push_mapper_component")),
      mapper_num_components(Next("__tgt_mapper_num_components")),
      disassociate(Next("omp_target_disassociate_ptr")),
      associate(Next("omp_target_associate_ptr")),
      is_present(Next("omp_target_is_present")),
      mapped_ptr(Next("omp_get_mapped_ptr")),
      num_devices(Next("omp_get_num_devices")),
      default_device(Next("omp_get_default_device")) {}

const Vendor* find_vendor() {
  static const Vendor found;
  static const bool complete = found.data_begin && found.data_end && found.kernel && found.associate &&
                               found.disassociate && found.is_present && found.mapped_ptr && found.num_devices &&
                               found.default_device;
  return complete ? &found : nullptr;
}

const char* why_no_vendor() {
  Dl_info ours{}, first{};
  if (dladdr(reinterpret_cast<void*>(&find_vendor), &ours) && dladdr(dlsym(RTLD_DEFAULT, kEntry), &first) &&
      first.dli_fbase != ours.dli_fbase)
    return "libisthmus_omp comes after LLVM's libomptarget; link it before, as oshc++ does, not with dlopen";
  if (dlsym(RTLD_NEXT, kEntry))
    return "LLVM's offload runtime in this process is older than LLVM 17; use a newer clang";
  return "LLVM's offload runtime (libomptarget) is not in this process; build the program with clang -fopenmp "
         "-fopenmp-targets=..., or leave -listhmus_omp out";
}

const Vendor& vendor() {
  const Vendor* found = find_vendor();
  if (!found) fail("OpenMP", why_no_vendor());
  return *found;
}

}  // namespace isthmus::omp
