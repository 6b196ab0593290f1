// A kernel's call maps its arguments, runs the kernel and unmaps them. Ours begins the maps, so that the runtime's call
// finds the objects present, and ends them after it. If a kernel with nowait is still running then, ours ends them when
// libomp learns that the kernel has ended.
#include <dlfcn.h>

#include <unordered_map>

#include "export.hpp"
#include "maps.hpp"
#include "plan.hpp"
#include "vendor.hpp"

namespace isthmus::omp {
namespace {

/// The functions of libomp and libomptarget by which a task waits for a kernel.
struct Tasks {
  int (*thread)(void*) = find("__kmpc_global_thread_num");
  bool (*has_team)(int) = find("__kmpc_omp_has_task_team");
  void** (*handle)(int) = find("__kmpc_omp_get_target_async_handle_ptr");
  void (*query)(void**) = Finding{dlsym(RTLD_NEXT, "__tgt_target_nowait_query")};

  /// The handle of the kernel that this thread's task has started and that is still running, or null.
  void* running() const {
    if (!thread || !has_team || !handle) return nullptr;
    const int own = thread(nullptr);
    void** task = has_team(own) ? handle(own) : nullptr;
    return task ? *task : nullptr;
  }

 private:
  struct Finding {
    void* symbol;
    template <typename Function>
    operator Function*() const {
      return reinterpret_cast<Function*>(symbol);
    }
  };
  static Finding find(const char* name) { return {dlsym(RTLD_DEFAULT, name)}; }
};

const Tasks& tasks() {
  static const Tasks found;
  return found;
}

struct Running {
  Device* device;
  MapCall call;
  std::pmr::vector<Item> items;
};
std::mutex running_mutex;
std::unordered_map<void*, Running> running;

void end_kernel(Device& device, const MapCall& call, const std::pmr::vector<Item>& items) {
  Plan plan(device, call, items);
  if (!plan.end(true)) return;
  plan.copy_before_end();
  plan.finish_end();
}

MapCall maps_of(void* where, std::int64_t device, const KernelArguments& k) {
  return {where, device, static_cast<std::int32_t>(k.n), k.bases, k.begins, k.sizes, k.types, k.names, k.mappers};
}

bool returns_early(const KernelArguments& k) { return k.version >= 2 && (k.flags & kNoWait); }

}  // namespace
}  // namespace isthmus::omp

using namespace isthmus::omp;

ISTHMUS_EXPORT int __tgt_target_kernel(void* where, std::int64_t number, std::int32_t teams, std::int32_t threads,
                                       void* host_function, KernelArguments* k) {
  const MapCall call = maps_of(where, number, *k);
  Device* device = concerned(call);
  if (!device) return vendor().kernel(where, number, teams, threads, host_function, k);
  device->load_images();
  Plan plan(*device, call);
  // If only one thread maps, a kernel that maps an object anew also unmaps it, so its own call may copy both ways.
  // With several threads the first copy is done before others may use the object, so that none of them waits for this
  // kernel, and the last copy is done only if the count has dropped to zero.
  const bool merge = one_thread_so_far() && !returns_early(*k);
  if (!plan.begin(true, merge)) return vendor().kernel(where, number, teams, threads, host_function, k);
  plan.copy_before_begin();
  if (!merge) plan.finish_begin();
  const KernelArguments given = *k;
  const MapCall changed = plan.changed();
  k->begins = changed.begins;
  k->types = changed.types;
  const int status = vendor().kernel(where, number, teams, threads, host_function, k);
  k->begins = given.begins;
  k->types = given.types;
  if (merge) plan.finish_begin();
  if (void* handle = returns_early(*k) ? tasks().running() : nullptr) {
    const std::lock_guard lock(running_mutex);
    // The call's arrays are in the task's frame and will be gone; the items have all that ending the maps needs.
    running.insert_or_assign(handle, Running{device,
                                             {where, number, 0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr},
                                             {plan.items().begin(), plan.items().end()}});
    return status;
  }
  end_kernel(*device, call, plan.items());
  return status;
}

ISTHMUS_EXPORT void __tgt_target_nowait_query(void** handle) {
  void* before = handle ? *handle : nullptr;
  tasks().query(handle);
  if (!before || *handle) return;
  std::unique_lock lock(running_mutex);
  const auto found = running.find(before);
  if (found == running.end()) return;
  const Running ended = std::move(found->second);
  running.erase(found);
  lock.unlock();
  end_kernel(*ended.device, ended.call, ended.items);
}
