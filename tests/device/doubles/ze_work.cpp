// The double of libze_loader.so.1: command lists and queues, events. A list that is not in order starts what was
// appended in any order between barriers; the specification promises no order of completion.
#include <chrono>
#include <limits>

#include "core/observer.hpp"
#include "ze.hpp"
#include "ze_state.hpp"

namespace ze {
namespace {

using doubles::Operation;
using doubles::SignalRef;

doubles::Deadline deadline(std::uint64_t nanoseconds) {
  if (nanoseconds == std::numeric_limits<std::uint64_t>::max()) return {};
  return std::chrono::steady_clock::now() + std::chrono::nanoseconds(nanoseconds);
}

/// Adds the events to the operation; returns an error if a handle is not an event.
Result with_events(Operation& operation, EventHandle signal, std::uint32_t waits, EventHandle* events) {
  if (signal != nullptr) {
    if (!process().events.has(signal)) return invalid_null_handle;
    operation.then.push_back(signal->signal);
  }
  if (waits != 0 && events == nullptr) return invalid_size;
  for (std::uint32_t i = 0; i < waits; ++i) {
    if (!process().events.has(events[i])) return invalid_null_handle;
    operation.after.push_back(events[i]->signal);
  }
  return success;
}

/// Whether the device of the list reaches the memory at `pointer`.
bool reachable(const CommandList& list, const void* pointer) {
  const doubles::BlockRef block = doubles::memory().find(pointer);
  return block == nullptr || block->place != doubles::Place::device || block->imported ||
         block->device == list.device->number || doubles::settings().peers;
}

Result append(CommandList& list, Operation operation) {
  if (list.work == nullptr) {
    if (list.closed) return invalid_argument;
    list.appended.push_back(std::move(operation));
    return success;
  }
  const SignalRef end = list.work->submit(std::move(operation));
  if (list.synchronous) end->wait();
  return success;
}

/// The frame of every entry point that appends: `make` turns its arguments into an operation or an error.
template <class Make>
Result appending(const char* name, Result usual_failure, CommandListHandle list, Make make) {
  return call(name, usual_failure, [&]() -> Result {
    if (!process().lists.has(list)) return invalid_null_handle;
    Operation operation;
    const Result made = make(operation);
    return made != success ? made : append(*list, std::move(operation));
  });
}

Result result_of(doubles::Verdict verdict) {
  switch (verdict) {
    case doubles::Verdict::good:
      return success;
    case doubles::Verdict::overlap:
      return overlapping_regions;
    default:
      return invalid_argument;
  }
}

Result finish(doubles::Stream& work, std::uint64_t timeout) {
  if (timeout == 0 && !work.idle()) {
    work.make_haste();
    return not_ready;
  }
  if (!work.finish(deadline(timeout))) return not_ready;
  return static_cast<Result>(work.take_failure());
}

bool reaches(int device, int other) { return device == other || doubles::settings().peers; }

}  // namespace
}  // namespace ze

using namespace ze;  // NOLINT: the entry points have C's names

#pragma GCC visibility push(default)
extern "C" {

Result zeCommandListCreateImmediate(ContextHandle context, DeviceHandle device, const CommandQueueDesc* desc,
                                    CommandListHandle* list) {
  return call("zeCommandListCreateImmediate", out_of_device_memory, [&] {
    if (!process().contexts.has(context) || !is_device(device)) return invalid_null_handle;
    if (desc == nullptr || list == nullptr) return invalid_null_pointer;
    if (desc->stype != kCommandQueueDesc || desc->ordinal > 1 || desc->index > 3) return invalid_argument;
    if (desc->flags > 7 || desc->mode > kModeAsynchronous) return invalid_enumeration;
    const bool in_order = (desc->flags & kQueueInOrder) != 0;
    *list = process().lists.add(
        CommandList{device, desc->ordinal, in_order, desc->mode == kModeSynchronous, doubles::Stream::open(in_order)});
    return success;
  });
}

Result zeCommandListCreate(ContextHandle context, DeviceHandle device, const CommandListDesc* desc,
                           CommandListHandle* list) {
  return call("zeCommandListCreate", out_of_device_memory, [&] {
    if (!process().contexts.has(context) || !is_device(device)) return invalid_null_handle;
    if (desc == nullptr || list == nullptr) return invalid_null_pointer;
    if (desc->stype != kCommandListDesc || desc->ordinal > 1) return invalid_argument;
    *list = process().lists.add(CommandList{device, desc->ordinal, (desc->flags & kListInOrder) != 0, false});
    return success;
  });
}

Result zeCommandListClose(CommandListHandle list) {
  return call("zeCommandListClose", unknown_error, [&] {
    if (!process().lists.has(list)) return invalid_null_handle;
    list->closed = true;
    return success;
  });
}

Result zeCommandListReset(CommandListHandle list) {
  return call("zeCommandListReset", unknown_error, [&] {
    if (!process().lists.has(list)) return invalid_null_handle;
    if (still_running(*list)) return handle_object_in_use;
    list->appended.clear();
    list->running.clear();
    list->closed = false;
    return success;
  });
}

Result zeCommandListDestroy(CommandListHandle list) {
  return call("zeCommandListDestroy", unknown_error, [&] {
    if (!process().lists.has(list)) return invalid_null_handle;
    if (still_running(*list)) return handle_object_in_use;
    if (list->work != nullptr) list->work->close();
    process().lists.remove(list);
    return success;
  });
}

Result zeCommandListHostSynchronize(CommandListHandle list, std::uint64_t timeout) {
  return call("zeCommandListHostSynchronize", device_lost, [&] {
    if (!process().lists.has(list)) return invalid_null_handle;
    return list->work != nullptr ? finish(*list->work, timeout) : invalid_argument;
  });
}

Result zeCommandListAppendMemoryCopy(CommandListHandle list, void* dest, const void* source, std::size_t bytes,
                                     EventHandle signal, std::uint32_t waits, EventHandle* events) {
  return appending("zeCommandListAppendMemoryCopy", device_lost, list, [&](Operation& operation) {
    if (dest == nullptr || source == nullptr) return invalid_null_pointer;
    if (!reachable(*list, dest) || !reachable(*list, source)) return invalid_argument;
    const Result result = result_of(doubles::prepare_copy(dest, source, bytes, operation));
    doubles::observe_copy(operation, dest, source, bytes, list->device->number, list);
    return result != success ? result : with_events(operation, signal, waits, events);
  });
}

Result zeCommandListAppendMemoryFill(CommandListHandle list, void* dest, const void* pattern, std::size_t pattern_size,
                                     std::size_t bytes, EventHandle signal, std::uint32_t waits, EventHandle* events) {
  return appending("zeCommandListAppendMemoryFill", device_lost, list, [&](Operation& operation) {
    if (dest == nullptr || pattern == nullptr) return invalid_null_pointer;
    if (pattern_size == 0 || (pattern_size & (pattern_size - 1)) != 0 || pattern_size > 128 ||
        bytes % pattern_size != 0) {
      return invalid_size;
    }
    if (!reachable(*list, dest)) return invalid_argument;
    const Result result =
        result_of(doubles::prepare_fill(dest, pattern, pattern_size, bytes / pattern_size, operation));
    doubles::observe_fill(operation, bytes, list->device->number, list);
    return result != success ? result : with_events(operation, signal, waits, events);
  });
}

Result zeCommandListAppendBarrier(CommandListHandle list, EventHandle signal, std::uint32_t waits,
                                  EventHandle* events) {
  return appending("zeCommandListAppendBarrier", device_lost, list, [&](Operation& operation) {
    operation.after_all_before = waits == 0;
    operation.before_all_after = true;
    return with_events(operation, signal, waits, events);
  });
}

Result zeCommandListAppendSignalEvent(CommandListHandle list, EventHandle event) {
  return appending("zeCommandListAppendSignalEvent", device_lost, list, [&](Operation& operation) {
    return event == nullptr ? invalid_null_handle : with_events(operation, event, 0, nullptr);
  });
}

Result zeCommandListAppendWaitOnEvents(CommandListHandle list, std::uint32_t waits, EventHandle* events) {
  return appending("zeCommandListAppendWaitOnEvents", device_lost, list, [&](Operation& operation) {
    operation.before_all_after = true;
    return with_events(operation, nullptr, waits, events);
  });
}

Result zeCommandListAppendEventReset(CommandListHandle list, EventHandle event) {
  return appending("zeCommandListAppendEventReset", device_lost, list, [&](Operation& operation) {
    if (!process().events.has(event)) return invalid_null_handle;
    operation.work = [signal = event->signal] {
      signal->reset();
      return 0;
    };
    return success;
  });
}

Result zeCommandListAppendLaunchKernel(CommandListHandle list, KernelHandle kernel, const GroupCount* groups,
                                       EventHandle signal, std::uint32_t waits, EventHandle* events) {
  return appending("zeCommandListAppendLaunchKernel", device_lost, list, [&](Operation& operation) {
    if (!process().kernels.has(kernel)) return invalid_null_handle;
    if (groups == nullptr) return invalid_null_pointer;
    if (list->ordinal == 0) return invalid_command_list_type;  // the group that only copies
    if (groups->x * groups->y * groups->z == 0) return invalid_argument;
    std::vector<void*> arguments;
    for (std::size_t i = 0; i < kernel->arguments.size(); ++i) {
      if (kernel->arguments[i].size() != kernel->row->sizes[i]) return invalid_kernel_argument_size;
      arguments.push_back(kernel->arguments[i].data());
      // A driver does not see addresses within structures, so kernels that take these must be marked for indirect
      // access.
      if (kernel->row->sizes[i] > sizeof(void*) && !kernel->indirect) return invalid_argument;
    }
    const DoubleLaunch launch{
        {groups->x, groups->y, groups->z}, {kernel->group[0], kernel->group[1], kernel->group[2]}, 0};
    if (!doubles::prepare_launch(*kernel->row, launch, arguments.data(), list->device->number, reaches, operation)) {
      operation.work = [] { return static_cast<int>(device_lost); };
    }
    doubles::observe_kernel(operation, kernel->row->name, list->device->number, list);
    return with_events(operation, signal, waits, events);
  });
}

Result zeCommandQueueCreate(ContextHandle context, DeviceHandle device, const CommandQueueDesc* desc,
                            CommandQueueHandle* queue) {
  return call("zeCommandQueueCreate", out_of_device_memory, [&] {
    if (!process().contexts.has(context) || !is_device(device)) return invalid_null_handle;
    if (desc == nullptr || queue == nullptr) return invalid_null_pointer;
    if (desc->stype != kCommandQueueDesc || desc->ordinal > 1 || desc->index > 3) return invalid_argument;
    *queue = process().queues.add(
        CommandQueue{device, desc->ordinal, desc->mode == kModeSynchronous, doubles::Stream::open(false)});
    return success;
  });
}

Result zeCommandQueueDestroy(CommandQueueHandle queue) {
  return call("zeCommandQueueDestroy", unknown_error, [&] {
    if (!process().queues.has(queue)) return invalid_null_handle;
    if (!queue->work->idle()) return handle_object_in_use;
    queue->work->close();
    process().queues.remove(queue);
    return success;
  });
}

Result zeCommandQueueExecuteCommandLists(CommandQueueHandle queue, std::uint32_t n, CommandListHandle* lists,
                                         void* fence) {
  return call("zeCommandQueueExecuteCommandLists", device_lost, [&] {
    if (!process().queues.has(queue)) return invalid_null_handle;
    if (lists == nullptr) return invalid_null_pointer;
    if (n == 0) return invalid_size;
    if (fence != nullptr) return unsupported_feature;
    for (std::uint32_t i = 0; i < n; ++i) {
      if (!process().lists.has(lists[i])) return invalid_null_handle;
      if (lists[i]->work != nullptr || lists[i]->ordinal != queue->ordinal) return invalid_command_list_type;
      if (!lists[i]->closed) return invalid_argument;
      if (still_running(*lists[i])) return handle_object_in_use;
    }
    for (std::uint32_t i = 0; i < n; ++i) {
      lists[i]->running.clear();
      for (Operation operation : lists[i]->appended) {
        operation.after_all_before = operation.after_all_before || lists[i]->in_order;
        operation.before_all_after = operation.before_all_after || lists[i]->in_order;
        lists[i]->running.push_back(queue->work->submit(std::move(operation)));
      }
    }
    return queue->synchronous ? finish(*queue->work, std::numeric_limits<std::uint64_t>::max()) : success;
  });
}

Result zeCommandQueueSynchronize(CommandQueueHandle queue, std::uint64_t timeout) {
  return call("zeCommandQueueSynchronize", device_lost,
              [&] { return process().queues.has(queue) ? finish(*queue->work, timeout) : invalid_null_handle; });
}

Result zeEventPoolCreate(ContextHandle context, const EventPoolDesc* desc, std::uint32_t, DeviceHandle*,
                         EventPoolHandle* pool) {
  return call("zeEventPoolCreate", out_of_host_memory, [&] {
    if (!process().contexts.has(context)) return invalid_null_handle;
    if (desc == nullptr || pool == nullptr) return invalid_null_pointer;
    if (desc->stype != kEventPoolDesc) return invalid_argument;
    if (desc->count == 0) return invalid_size;
    *pool = process().pools.add(EventPool{std::vector<bool>(desc->count)});
    return success;
  });
}

Result zeEventPoolDestroy(EventPoolHandle pool) {
  return call("zeEventPoolDestroy", unknown_error,
              [&] { return process().pools.remove(pool) ? success : invalid_null_handle; });
}

Result zeEventCreate(EventPoolHandle pool, const EventDesc* desc, EventHandle* event) {
  return call("zeEventCreate", out_of_host_memory, [&] {
    if (!process().pools.has(pool)) return invalid_null_handle;
    if (desc == nullptr || event == nullptr) return invalid_null_pointer;
    if (desc->stype != kEventDesc || desc->index >= pool->taken.size() || pool->taken[desc->index]) {
      return invalid_argument;
    }
    pool->taken[desc->index] = true;
    *event = process().events.add(Event{pool, desc->index, std::make_shared<doubles::Signal>()});
    return success;
  });
}

Result zeEventDestroy(EventHandle event) {
  return call("zeEventDestroy", unknown_error, [&] {
    if (!process().events.has(event)) return invalid_null_handle;
    if (process().pools.has(event->pool)) event->pool->taken[event->index] = false;
    process().events.remove(event);
    return success;
  });
}

Result zeEventHostSignal(EventHandle event) {
  return call("zeEventHostSignal", unknown_error, [&] {
    if (!process().events.has(event)) return invalid_null_handle;
    event->signal->set();
    return success;
  });
}

Result zeEventHostReset(EventHandle event) {
  return call("zeEventHostReset", unknown_error, [&] {
    if (!process().events.has(event)) return invalid_null_handle;
    event->signal->reset();
    return success;
  });
}

Result zeEventQueryStatus(EventHandle event) { return zeEventHostSynchronize(event, 0); }

Result zeEventHostSynchronize(EventHandle event, std::uint64_t timeout) {
  return call("zeEventHostSynchronize", device_lost, [&] {
    if (!process().events.has(event)) return invalid_null_handle;
    return event->signal->wait(deadline(timeout)) ? success : not_ready;
  });
}

}  // extern "C"
#pragma GCC visibility pop
