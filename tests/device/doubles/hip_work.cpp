// The double of libamdhip64.so.6: copies, streams, events, kernels.
#include <vector>

#include "core/observer.hpp"
#include "hip.hpp"
#include "hip_state.hpp"

namespace hip {
namespace {

using doubles::Context;
using doubles::ContextEvent;
using doubles::ContextStream;
using doubles::Operation;
using doubles::Place;
using doubles::Return;

/// The context that owns a stream or event; null if it is neither.
template <class T>
Context* owner_of(const T* object) {
  const std::lock_guard lock(process().mutex);
  for (const auto& context : process().contexts) {
    if (context != nullptr && context->knows(object)) return context.get();
  }
  return nullptr;
}

ContextStream* find_stream(StreamHandle handle, Context*& owner) {
  owner = &current();
  if (reinterpret_cast<std::uintptr_t>(handle) <= 2) return owner->null_stream();
  owner = owner_of(handle);
  return owner != nullptr ? handle : nullptr;
}

int device_of(StreamHandle handle) {
  Context* owner = nullptr;
  find_stream(handle, owner);
  return owner != nullptr ? owner->device() : -1;
}

}  // namespace

Error submit(StreamHandle handle, Operation operation, Return when) {
  Context* owner = nullptr;
  ContextStream* stream = find_stream(handle, owner);
  if (stream == nullptr) return invalid_handle;
  owner->submit(*stream, std::move(operation), when);
  return success;
}

namespace {

/// A copy kind that does not fit the memory is refused. Real drivers accept some of these and copy by address.
bool fits(int kind, const void* dest, const void* source) {
  const bool to_device = !is_place(dest, Place::pageable), from_device = !is_place(source, Place::pageable);
  const bool to_host = !is_place(dest, Place::device), from_host = !is_place(source, Place::device);
  switch (kind) {
    case kHostToHost:
      return to_host && from_host;
    case kHostToDevice:
      return to_device && from_host;
    case kDeviceToHost:
      return to_host && from_device;
    case kDeviceToDevice:
      return to_device && from_device;
    default:
      return kind == kDefault;
  }
}

Error copy(const char* name, void* dest, const void* source, std::size_t bytes, int kind, bool asynchronous,
           StreamHandle stream) {
  return call(name, invalid_value, [&] {
    if (bytes == 0) return success;
    if (dest == nullptr || source == nullptr) return invalid_value;
    if (!fits(kind, dest, source)) return invalid_memcpy_direction;
    Operation operation;
    Return when = Return::at_once;
    if (doubles::prepare_copy_as_cuda(dest, source, bytes, asynchronous, operation, when) != doubles::Verdict::good) {
      return invalid_value;
    }
    // HIP's documents: without pinned memory such a copy is no different from one that is not asynchronous.
    if (is_place(dest, Place::pageable) || is_place(source, Place::pageable)) when = Return::when_done;
    doubles::observe_copy(operation, dest, source, bytes, device_of(stream), stream);
    return submit(stream, std::move(operation), when);
  });
}

Error fill(const char* name, void* dest, int value, std::size_t bytes, bool asynchronous, StreamHandle stream) {
  return call(name, invalid_value, [&] {
    if (bytes == 0) return success;
    if (is_place(dest, Place::pageable)) return invalid_value;
    const auto byte = static_cast<unsigned char>(value);
    Operation operation;
    if (doubles::prepare_fill(dest, &byte, 1, bytes, operation) != doubles::Verdict::good) return invalid_value;
    doubles::observe_fill(operation, bytes, device_of(stream), stream);
    const bool wait = !asynchronous && is_place(dest, Place::pinned);
    return submit(stream, std::move(operation), wait ? Return::when_done : Return::at_once);
  });
}

bool reaches(int device, int other) {
  if (device == other) return true;
  const std::lock_guard lock(process().mutex);
  return process().peers[static_cast<std::size_t>(device)].count(other) != 0;
}

}  // namespace
}  // namespace hip

using namespace hip;  // NOLINT: the entry points have C's names

#pragma GCC visibility push(default)
extern "C" {

Error hipMemcpy(void* dest, const void* source, std::size_t bytes, int kind) {
  return copy("hipMemcpy", dest, source, bytes, kind, false, nullptr);
}

Error hipMemcpyAsync(void* dest, const void* source, std::size_t bytes, int kind, StreamHandle stream) {
  return copy("hipMemcpyAsync", dest, source, bytes, kind, true, stream);
}

Error hipMemset(void* dest, int value, std::size_t bytes) {
  return fill("hipMemset", dest, value, bytes, false, nullptr);
}

Error hipMemsetAsync(void* dest, int value, std::size_t bytes, StreamHandle stream) {
  return fill("hipMemsetAsync", dest, value, bytes, true, stream);
}

Error hipStreamCreateWithFlags(StreamHandle* stream, unsigned flags) {
  return call("hipStreamCreateWithFlags", out_of_memory, [&] {
    if (flags > kStreamNonBlocking) return invalid_value;
    *stream = current().open_stream(flags == 0);
    return success;
  });
}

Error hipStreamDestroy(StreamHandle stream) {
  return call("hipStreamDestroy", unknown, [&] {
    Context* owner = owner_of(stream);
    return owner != nullptr && owner->close_stream(stream) ? success : invalid_handle;
  });
}

Error hipStreamSynchronize(StreamHandle handle) {
  return call("hipStreamSynchronize", unknown, [&] {
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

Error hipStreamQuery(StreamHandle handle) {
  return call("hipStreamQuery", unknown, [&] {
    Context* owner = nullptr;
    const ContextStream* stream = find_stream(handle, owner);
    if (stream == nullptr) return invalid_handle;
    if (stream->work->idle()) return success;
    stream->work->make_haste();
    return not_ready;
  });
}

Error hipStreamWaitEvent(StreamHandle stream, EventHandle event, unsigned) {
  return call("hipStreamWaitEvent", unknown, [&] {
    if (owner_of(event) == nullptr) return invalid_handle;
    Operation operation;
    if (event->recorded != nullptr) operation.after.push_back(event->recorded);
    return submit(stream, std::move(operation), Return::at_once);
  });
}

Error hipEventCreateWithFlags(EventHandle* event, unsigned) {
  return call("hipEventCreateWithFlags", out_of_memory, [&] {
    *event = current().make_event();
    return success;
  });
}

Error hipEventDestroy(EventHandle event) {
  return call("hipEventDestroy", unknown, [&] {
    Context* owner = owner_of(event);
    return owner != nullptr && owner->destroy_event(event) ? success : invalid_handle;
  });
}

Error hipEventRecord(EventHandle event, StreamHandle handle) {
  return call("hipEventRecord", unknown, [&] {
    Context* owner = nullptr;
    ContextStream* stream = find_stream(handle, owner);
    if (stream == nullptr || owner_of(event) == nullptr) return invalid_handle;
    event->recorded = owner->submit(*stream, Operation{});
    return success;
  });
}

Error hipEventQuery(EventHandle event) {
  return call("hipEventQuery", unknown, [&] {
    if (owner_of(event) == nullptr) return invalid_handle;
    if (event->recorded == nullptr || event->recorded->done()) return success;
    event->recorded->make_haste();
    return not_ready;
  });
}

Error hipEventSynchronize(EventHandle event) {
  return call("hipEventSynchronize", unknown, [&] {
    if (owner_of(event) == nullptr) return invalid_handle;
    if (event->recorded != nullptr) event->recorded->wait();
    return success;
  });
}

Error hipModuleLoadData(ModuleHandle* module, const void* image) {
  return call("hipModuleLoadData", invalid_image, [&] {
    const std::size_t bytes = image != nullptr ? doubles::image_size(image) : 0;
    if (bytes == 0) return image != nullptr ? invalid_image : invalid_value;
    current().finish();  // as CUDA's driver does; what AMD's does is not known
    *module = new LoadedModule{{std::string(static_cast<const char*>(image), bytes)}};
    const std::lock_guard lock(process().mutex);
    process().modules.insert(*module);
    return success;
  });
}

Error hipModuleUnload(ModuleHandle module) {
  return call("hipModuleUnload", unknown, [&] {
    current().finish();
    const std::lock_guard lock(process().mutex);
    if (process().modules.erase(module) == 0) return invalid_handle;
    std::erase_if(process().functions, [module](const Function* f) { return f->module == module; });
    delete module;
    return success;
  });
}

Error hipModuleGetFunction(FunctionHandle* function, ModuleHandle module, const char* name) {
  return call("hipModuleGetFunction", not_found, [&] {
    const std::lock_guard lock(process().mutex);
    if (process().modules.count(module) == 0) return invalid_handle;
    if (!module->content.has(name)) return not_found;
    const DoubleKernel* kernel = doubles::find_kernel(name);
    *function = *process().functions.insert(new Function{module, name, kernel}).first;
    return success;
  });
}

Error hipModuleLaunchKernel(FunctionHandle function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                            unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                            StreamHandle stream, void** arguments, void** extra) {
  return call("hipModuleLaunchKernel", launch_failure, [&] {
    {
      const std::lock_guard lock(process().mutex);
      if (process().functions.count(function) == 0) return invalid_handle;
    }
    if (function->kernel == nullptr)
      doubles::give_up("DOUBLE_KERNELS has no " + function->name + ", which the image has");
    const unsigned threads = block_x * block_y * block_z;
    if (grid_x * grid_y * grid_z == 0 || threads == 0 || threads > 1024 ||
        (arguments == nullptr) == (extra == nullptr)) {
      return invalid_value;
    }
    std::vector<void*> from_buffer;
    if (extra != nullptr) {
      from_buffer = doubles::arguments_in_buffer(*function->kernel, extra);
      if (from_buffer.size() != doubles::arguments_of(*function->kernel)) return invalid_value;
      arguments = from_buffer.data();
    }
    const DoubleLaunch launch{{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes};
    Operation operation;
    const bool good =
        doubles::prepare_launch(*function->kernel, launch, arguments, current_device(), reaches, operation);
    if (!good) operation.work = [] { return static_cast<int>(illegal_address); };
    doubles::observe_kernel(operation, function->kernel->name, device_of(stream), stream);
    return submit(stream, std::move(operation), Return::at_once);
  });
}

}  // extern "C"
#pragma GCC visibility pop
