// The double of libcuda.so.1: copies, streams, events, kernels.
#include <dlfcn.h>

#include <cstring>

#include "core/observer.hpp"
#include "cuda.hpp"
#include "cuda_state.hpp"

namespace cuda {

using doubles::Context;
using doubles::ContextEvent;
using doubles::ContextStream;
using doubles::Operation;
using doubles::Return;

doubles::ContextStream* find_stream(StreamHandle handle, Context*& owner) {
  const auto number = reinterpret_cast<std::uintptr_t>(handle);
  owner = &current();
  if (number <= 2) return owner->null_stream();  // null, legacy; the thread's own is no more than legacy here
  const std::lock_guard lock(process().mutex);
  for (PrimaryContext& primary : process().contexts) {
    if (primary.work != nullptr && primary.work->knows(handle)) {
      owner = primary.work.get();
      return handle;
    }
  }
  return nullptr;
}

Error submit(StreamHandle handle, Operation operation, Return when) {
  Context* owner = nullptr;
  ContextStream* stream = find_stream(handle, owner);
  if (stream == nullptr) return invalid_handle;
  owner->submit(*stream, std::move(operation), when);
  return success;
}

bool is_place(Address address, doubles::Place place) {
  const doubles::BlockRef block = doubles::memory().find(pointer_to(address));
  return (block != nullptr ? block->place : doubles::Place::pageable) == place;
}

namespace {

/// The event's context; null for what is no event.
Context* owner_of(const ContextEvent* event) {
  const std::lock_guard lock(process().mutex);
  for (PrimaryContext& primary : process().contexts) {
    if (primary.work != nullptr && primary.work->knows(event)) return primary.work.get();
  }
  return nullptr;
}

Error copy(const char* name, Address dest, Address source, std::size_t bytes, bool asynchronous, StreamHandle stream) {
  return call(name, Needs::context, invalid_value, [&] {
    if (bytes == 0) return success;
    if (dest == 0 || source == 0) return invalid_value;
    Operation operation;
    Return when = Return::at_once;
    const Error error = error_of(
        doubles::prepare_copy_as_cuda(pointer_to(dest), pointer_to(source), bytes, asynchronous, operation, when));
    if (error != success) return error;
    doubles::observe_copy(operation, pointer_to(dest), pointer_to(source), bytes, stack().back()->device, stream);
    return submit(stream, std::move(operation), when);
  });
}

/// Copies that say which side is the device's.
Error copy_to(const char* name, Address dest, Address source, std::size_t bytes, bool from_device, bool to_device,
              bool asynchronous, StreamHandle stream) {
  if (bytes != 0 && ((from_device && is_place(source, doubles::Place::pageable)) ||
                     (to_device && is_place(dest, doubles::Place::pageable)))) {
    const Error refused = admitted(name, Needs::context, invalid_value);
    return refused != success ? refused : invalid_value;
  }
  return copy(name, dest, source, bytes, asynchronous, stream);
}

Error fill(const char* name, Address dest, const void* value, std::size_t width, std::size_t count, bool asynchronous,
           StreamHandle stream) {
  return call(name, Needs::context, invalid_value, [&] {
    if (count == 0) return success;
    if (dest % width != 0 || is_place(dest, doubles::Place::pageable)) return invalid_value;
    Operation operation;
    const Error error = error_of(doubles::prepare_fill(pointer_to(dest), value, width, count, operation));
    if (error != success) return error;
    doubles::observe_fill(operation, width * count, stack().back()->device, stream);
    const bool pinned = is_place(dest, doubles::Place::pinned);
    return submit(stream, std::move(operation), !asynchronous && pinned ? Return::when_done : Return::at_once);
  });
}

/// Loads a function's code at its first use, for which the driver waits until nothing runs on the device. That of a module with
/// a single function is loaded with the module.
void load(Function& function) {
  {
    const std::lock_guard lock(process().mutex);
    if (!function.module->loaded.insert(function.name).second || function.module->content.functions() < 2) return;
  }
  current().finish();
}

bool reaches(int device, int other) {
  if (device == other) return true;
  const std::lock_guard lock(process().mutex);
  return process().contexts[static_cast<std::size_t>(device)].peers.count(other) != 0;
}

}  // namespace
}  // namespace cuda

using namespace cuda;  // NOLINT: the entry points have C's names

#pragma GCC visibility push(default)
extern "C" {

Error cuGetProcAddress_v2(const char* symbol, void** function, int, std::uint64_t, int* status) {
  return call("cuGetProcAddress_v2", Needs::nothing, not_found, [&] {
    Dl_info self{};
    dladdr(reinterpret_cast<void*>(&cuGetProcAddress_v2), &self);
    void* library = dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD);
    *function = nullptr;
    for (const char* suffix : {"_v2", ""}) {
      if (*function == nullptr) *function = dlsym(library, (std::string(symbol) + suffix).c_str());
    }
    if (library != nullptr) dlclose(library);
    if (status != nullptr) *status = *function != nullptr ? 0 : 1;
    return *function != nullptr ? success : not_found;
  });
}

Error cuMemcpy(Address dest, Address source, std::size_t bytes) {
  return copy("cuMemcpy", dest, source, bytes, false, nullptr);
}
Error cuMemcpyAsync(Address dest, Address source, std::size_t bytes, StreamHandle stream) {
  return copy("cuMemcpyAsync", dest, source, bytes, true, stream);
}
Error cuMemcpyHtoD_v2(Address dest, const void* source, std::size_t bytes) {
  return copy_to("cuMemcpyHtoD_v2", dest, address_of(source), bytes, false, true, false, nullptr);
}
Error cuMemcpyDtoH_v2(void* dest, Address source, std::size_t bytes) {
  return copy_to("cuMemcpyDtoH_v2", address_of(dest), source, bytes, true, false, false, nullptr);
}
Error cuMemcpyDtoD_v2(Address dest, Address source, std::size_t bytes) {
  return copy_to("cuMemcpyDtoD_v2", dest, source, bytes, true, true, false, nullptr);
}
Error cuMemcpyHtoDAsync_v2(Address dest, const void* source, std::size_t bytes, StreamHandle stream) {
  return copy_to("cuMemcpyHtoDAsync_v2", dest, address_of(source), bytes, false, true, true, stream);
}
Error cuMemcpyDtoHAsync_v2(void* dest, Address source, std::size_t bytes, StreamHandle stream) {
  return copy_to("cuMemcpyDtoHAsync_v2", address_of(dest), source, bytes, true, false, true, stream);
}
Error cuMemcpyDtoDAsync_v2(Address dest, Address source, std::size_t bytes, StreamHandle stream) {
  return copy_to("cuMemcpyDtoDAsync_v2", dest, source, bytes, true, true, true, stream);
}

Error cuMemsetD8_v2(Address dest, unsigned char value, std::size_t count) {
  return fill("cuMemsetD8_v2", dest, &value, 1, count, false, nullptr);
}
Error cuMemsetD32_v2(Address dest, unsigned value, std::size_t count) {
  return fill("cuMemsetD32_v2", dest, &value, 4, count, false, nullptr);
}
Error cuMemsetD8Async(Address dest, unsigned char value, std::size_t count, StreamHandle stream) {
  return fill("cuMemsetD8Async", dest, &value, 1, count, true, stream);
}
Error cuMemsetD32Async(Address dest, unsigned value, std::size_t count, StreamHandle stream) {
  return fill("cuMemsetD32Async", dest, &value, 4, count, true, stream);
}

Error cuStreamCreate(StreamHandle* stream, unsigned flags) {
  return call("cuStreamCreate", Needs::context, out_of_memory, [&] {
    if (flags > kStreamNonBlocking) return invalid_value;
    *stream = current().open_stream(flags == 0);
    return success;
  });
}

Error cuStreamCreateWithPriority(StreamHandle* stream, unsigned flags, int) { return cuStreamCreate(stream, flags); }

Error cuStreamDestroy_v2(StreamHandle stream) {
  return call("cuStreamDestroy_v2", Needs::context, unknown, [&] {
    Context* owner = nullptr;
    if (reinterpret_cast<std::uintptr_t>(stream) <= 2 || find_stream(stream, owner) == nullptr) return invalid_handle;
    owner->close_stream(stream);
    return success;
  });
}

Error cuStreamSynchronize(StreamHandle handle) {
  return call("cuStreamSynchronize", Needs::context, unknown, [&] {
    Context* owner = nullptr;
    const ContextStream* stream = find_stream(handle, owner);
    if (stream == nullptr) return invalid_handle;
    const doubles::StreamRef work = stream->work;
    work->finish();
    const int failure = work->take_failure();
    if (failure != 0) owner->breaks(failure);
    return static_cast<Error>(failure);
  });
}

Error cuStreamQuery(StreamHandle handle) {
  return call("cuStreamQuery", Needs::context, unknown, [&] {
    Context* owner = nullptr;
    const ContextStream* stream = find_stream(handle, owner);
    if (stream == nullptr) return invalid_handle;
    if (stream->work->idle()) return success;
    stream->work->make_haste();  // who asks will ask again
    return not_ready;
  });
}

Error cuStreamWaitEvent(StreamHandle stream, EventHandle event, unsigned) {
  return call("cuStreamWaitEvent", Needs::context, unknown, [&] {
    if (owner_of(event) == nullptr) return invalid_handle;
    Operation operation;
    if (event->recorded != nullptr) operation.after.push_back(event->recorded);
    return submit(stream, std::move(operation), Return::at_once);
  });
}

Error cuLaunchHostFunc(StreamHandle stream, void (*function)(void*), void* data) {
  return call("cuLaunchHostFunc", Needs::context, unknown, [&] {
    Operation operation;
    operation.work = [function, data] {
      function(data);
      return 0;
    };
    return submit(stream, std::move(operation), Return::at_once);
  });
}

Error cuEventCreate(EventHandle* event, unsigned flags) {
  return call("cuEventCreate", Needs::context, out_of_memory, [&] {
    if (flags > 7) return invalid_value;
    *event = current().make_event();
    return success;
  });
}

Error cuEventDestroy_v2(EventHandle event) {
  return call("cuEventDestroy_v2", Needs::context, unknown, [&] {
    Context* owner = owner_of(event);
    return owner != nullptr && owner->destroy_event(event) ? success : invalid_handle;
  });
}

Error cuEventRecord(EventHandle event, StreamHandle handle) {
  return call("cuEventRecord", Needs::context, unknown, [&] {
    Context* owner = nullptr;
    ContextStream* stream = find_stream(handle, owner);
    if (stream == nullptr || owner_of(event) == nullptr) return invalid_handle;
    event->recorded = owner->submit(*stream, Operation{});
    return success;
  });
}

Error cuEventQuery(EventHandle event) {
  return call("cuEventQuery", Needs::context, unknown, [&] {
    if (owner_of(event) == nullptr) return invalid_handle;
    if (event->recorded == nullptr || event->recorded->done()) return success;
    event->recorded->make_haste();
    return not_ready;
  });
}

Error cuEventSynchronize(EventHandle event) {
  return call("cuEventSynchronize", Needs::context, unknown, [&] {
    if (owner_of(event) == nullptr) return invalid_handle;
    if (event->recorded != nullptr) event->recorded->wait();
    return success;
  });
}

Error cuModuleLoadData(ModuleHandle* module, const void* image) {
  return call("cuModuleLoadData", Needs::context, invalid_image, [&] {
    const std::size_t bytes = image != nullptr ? doubles::image_size(image) : 0;
    if (bytes == 0) return image != nullptr ? invalid_image : invalid_value;
    current().finish();  // as the driver does, also for streams and kernels that wait
    *module = new LoadedModule{{std::string(static_cast<const char*>(image), bytes)}};
    const std::lock_guard lock(process().mutex);
    process().modules.insert(*module);
    return success;
  });
}

Error cuModuleLoadDataEx(ModuleHandle* module, const void* image, unsigned, int*, void**) {
  return cuModuleLoadData(module, image);
}

Error cuModuleUnload(ModuleHandle module) {
  return call("cuModuleUnload", Needs::context, unknown, [&] {
    current().finish();
    const std::lock_guard lock(process().mutex);
    if (process().modules.erase(module) == 0) return invalid_handle;
    std::erase_if(process().functions, [module](const Function* f) { return f->module == module; });
    delete module;
    return success;
  });
}

Error cuModuleGetFunction(FunctionHandle* function, ModuleHandle module, const char* name) {
  return call("cuModuleGetFunction", Needs::context, not_found, [&] {
    const std::lock_guard lock(process().mutex);
    if (process().modules.count(module) == 0) return invalid_handle;
    const DoubleKernel* kernel = doubles::find_kernel(name);
    if (!module->content.has(name)) return not_found;
    *function = *process().functions.insert(new Function{module, name, kernel}).first;
    return success;
  });
}

Error cuFuncLoad(FunctionHandle function) {
  return call("cuFuncLoad", Needs::context, unknown, [&] {
    load(*function);
    return success;
  });
}

Error cuLaunchKernel(FunctionHandle function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                     unsigned block_y, unsigned block_z, unsigned shared_bytes, StreamHandle stream, void** arguments,
                     void** extra) {
  return call("cuLaunchKernel", Needs::context, launch_failed, [&] {
    {
      const std::lock_guard lock(process().mutex);
      if (process().functions.count(function) == 0) return invalid_handle;
    }
    if (function->kernel == nullptr)
      doubles::give_up("DOUBLE_KERNELS has no " + function->name + ", which the image has");
    const DoubleLaunch launch{{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes};
    if (grid_x * grid_y * grid_z == 0 || block_x * block_y * block_z == 0 ||
        (arguments != nullptr && extra != nullptr)) {
      return invalid_value;
    }
    if (block_x * block_y * block_z > 1024) return invalid_value;
    std::vector<void*> from_buffer;
    if (extra != nullptr) {
      from_buffer = doubles::arguments_in_buffer(*function->kernel, extra);
      if (from_buffer.size() != doubles::arguments_of(*function->kernel)) return invalid_value;
      arguments = from_buffer.data();
    }
    load(*function);
    Operation operation;
    const bool good =
        doubles::prepare_launch(*function->kernel, launch, arguments, current().device(), reaches, operation);
    if (!good) operation.work = [] { return static_cast<int>(illegal_address); };
    doubles::observe_kernel(operation, function->kernel->name, stack().back()->device, stream);
    return submit(stream, std::move(operation), Return::at_once);
  });
}

}  // extern "C"
#pragma GCC visibility pop
