#include "memkind/cuda_kernels.hpp"

#include <atomic>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "base/log.hpp"
#include "memkind/cuda_devices.hpp"
#include "memkind/kernels/images.hpp"

namespace isthmus::memkind::cuda {
namespace {

/// One kernel. After `tried`, a null function means that the driver refused it.
struct Slot {
  std::atomic<bool> tried = false;  ///< read without the lock, which a thread may hold while the driver waits
  Module* module = nullptr;         ///< null if the kernel is of the module with all of them
  Function* function = nullptr;

  void set(Function* found) {
    function = found;
    tried.store(true, std::memory_order_release);
  }
};

struct Loaded {
  std::mutex mutex;
  kernels::Table<Slot> slots;
  Module* all = nullptr;
  int device = -1;  ///< in use by the kernels, from the first that is loaded until unload_kernels()

  void begin() {
    if (device >= 0) return;
    use(home_device());
    device = home_device();
  }
};
Loaded loaded;

/// The PTX of one kernel without the others, because the driver compiles all that it is given. Empty if there is none.
std::string only(const std::string& name) {
  constexpr std::string_view kEntry = ".visible .entry ";
  const kernels::Image& image = kernels::kNvptx64[0];
  const std::string_view text(image.begin, image.size());
  const std::size_t start = text.find(std::string(kEntry) + name + "(");
  if (start == text.npos) return {};
  const std::size_t next = text.find(kEntry, start + 1);
  return std::string(text.substr(0, text.find(kEntry))).append(text.substr(start, next - start));
}

/// Under the lock.
void load(Slot& slot, kernels::Kernel kernel) {
  loaded.begin();
  const std::string name = kernels::name(kernel), ptx = only(name);
  Function* function = nullptr;
  Result result = driver().module_load(&slot.module, ptx.c_str());
  if (result != 0) slot.module = nullptr;
  if (result == 0) result = driver().module_function(&function, slot.module, name.c_str());
  if (result != 0)
    base::debug(base::text("%s runs on the host: the CUDA driver does not take its kernel: %s", name.c_str(),
                           cuda::name(result).c_str()));
  slot.set(result == 0 ? function : nullptr);
}

/// Under the lock. Of a module with several kernels the driver loads each at its first launch, unless it is told to do
/// so before. A module of one kernel it loads whole, but it compiles a single module in half of the time.
void load_all() {
  loaded.begin();
  const std::string ptx(kernels::kNvptx64[0].begin, kernels::kNvptx64[0].size());
  if (const Result result = driver().module_load(&loaded.all, ptx.c_str()); result != 0) {
    loaded.all = nullptr;
    return base::debug("the CUDA driver does not take the module with all kernels: " + cuda::name(result));
  }
  for (std::size_t i = 0; i < loaded.slots.size(); ++i) {
    const auto kernel = kernels::Kernel::at(i);
    Function* function = nullptr;
    if (!loaded.slots[i].tried && kernels::is_in(kernels::Set::all, kernel) &&
        driver().module_function(&function, loaded.all, kernels::name(kernel).c_str()) == 0 &&
        driver().function_load(function) == 0)
      loaded.slots[i].set(function);
  }
}

}  // namespace

Function* find_kernel(kernels::Kernel kernel) {
  Slot& slot = loaded.slots[kernel.index()];
  if (!slot.tried.load(std::memory_order_acquire)) {
    const std::lock_guard lock(loaded.mutex);
    if (!slot.tried) load(slot, kernel);
  }
  return slot.function;
}

void load_kernels(kernels::Set which) {
  int own = 0;
  if (!home() && driver().current_device(&own) == 0) hold(own);  // the device of the program's streams
  if (!home() || out_of_reach()) return;
  const Current current(home());
  const std::lock_guard lock(loaded.mutex);
  if (which == kernels::Set::all && driver().function_load && !loaded.all) load_all();
  for (std::size_t i = 0; i < loaded.slots.size(); ++i)
    if (const auto kernel = kernels::Kernel::at(i); !loaded.slots[i].tried && kernels::is_in(which, kernel))
      load(loaded.slots[i], kernel);
}

void unload_kernels() {
  const std::lock_guard lock(loaded.mutex);
  if (loaded.device < 0) return;
  const Current current(home());
  for (Slot& slot : loaded.slots) {
    if (slot.module) driver().module_unload(slot.module);
    slot.tried = false;
    slot.module = nullptr;
  }
  if (loaded.all) driver().module_unload(loaded.all);
  loaded.all = nullptr;
  leave(std::exchange(loaded.device, -1));
}

}  // namespace isthmus::memkind::cuda
