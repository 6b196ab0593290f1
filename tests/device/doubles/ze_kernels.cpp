// The double of libze_loader.so.1: modules and kernels.
#include <cstring>

#include "ze.hpp"
#include "ze_state.hpp"

namespace ze {
namespace {

bool is_spirv(const ModuleDesc& desc) {
  std::uint32_t magic = 0;
  if (desc.input_size < sizeof magic) return false;
  std::memcpy(&magic, desc.input_module, sizeof magic);
  return magic == 0x07230203;
}

}  // namespace
}  // namespace ze

using namespace ze;  // NOLINT: the entry points have C's names

#pragma GCC visibility push(default)
extern "C" {

Result zeModuleCreate(ContextHandle context, DeviceHandle device, const ModuleDesc* desc, ModuleHandle* module,
                      void**) {
  return call("zeModuleCreate", module_build_failure, [&] {
    if (!process().contexts.has(context) || !is_device(device)) return invalid_null_handle;
    if (desc == nullptr || desc->input_module == nullptr || module == nullptr) return invalid_null_pointer;
    if (desc->stype != kModuleDesc) return invalid_argument;
    if (desc->input_size == 0) return invalid_size;
    if (desc->format != 0 || !is_spirv(*desc)) return invalid_native_binary;
    *module = process().modules.add(
        ModuleObject{{std::string(reinterpret_cast<const char*>(desc->input_module), desc->input_size)}});
    return success;
  });
}

Result zeModuleDestroy(ModuleHandle module) {
  return call("zeModuleDestroy", unknown_error,
              [&] { return process().modules.remove(module) ? success : invalid_null_handle; });
}

Result zeKernelCreate(ModuleHandle module, const KernelDesc* desc, KernelHandle* kernel) {
  return call("zeKernelCreate", invalid_kernel_name, [&] {
    if (!process().modules.has(module)) return invalid_null_handle;
    if (desc == nullptr || desc->kernel_name == nullptr || kernel == nullptr) return invalid_null_pointer;
    if (!module->content.has(desc->kernel_name)) return invalid_kernel_name;
    const DoubleKernel* row = doubles::find_kernel(desc->kernel_name);
    if (row == nullptr) {
      doubles::give_up(std::string("DOUBLE_KERNELS has no ") + desc->kernel_name + ", which the image has");
    }
    *kernel = process().kernels.add(Kernel{row});
    (*kernel)->arguments.resize(doubles::arguments_of(*row));
    return success;
  });
}

Result zeKernelDestroy(KernelHandle kernel) {
  return call("zeKernelDestroy", unknown_error,
              [&] { return process().kernels.remove(kernel) ? success : invalid_null_handle; });
}

Result zeKernelSetGroupSize(KernelHandle kernel, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return call("zeKernelSetGroupSize", invalid_group_size_dimension, [&] {
    if (!process().kernels.has(kernel)) return invalid_null_handle;
    if (x * y * z == 0 || x * y * z > 1024) return invalid_group_size_dimension;
    kernel->group = {x, y, z};
    return success;
  });
}

Result zeKernelSetIndirectAccess(KernelHandle kernel, std::uint32_t flags) {
  return call("zeKernelSetIndirectAccess", unknown_error, [&] {
    if (!process().kernels.has(kernel)) return invalid_null_handle;
    if (flags > 7) return invalid_enumeration;
    kernel->indirect = (flags & kIndirectDevice) != 0;
    return success;
  });
}

Result zeKernelSetArgumentValue(KernelHandle kernel, std::uint32_t index, std::size_t bytes, const void* value) {
  return call("zeKernelSetArgumentValue", invalid_kernel_argument_size, [&] {
    if (!process().kernels.has(kernel)) return invalid_null_handle;
    if (index >= kernel->arguments.size()) return invalid_kernel_argument_index;
    if (bytes != kernel->row->sizes[index]) return invalid_kernel_argument_size;
    kernel->arguments[index].assign(bytes, '\0');
    if (value != nullptr) kernel->arguments[index].assign(static_cast<const char*>(value), bytes);
    return success;
  });
}

}  // extern "C"
#pragma GCC visibility pop
