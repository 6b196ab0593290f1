#include "memkind/cuda_virtual.hpp"

#include <mutex>
#include <set>

namespace isthmus::memkind::cuda {
namespace {

std::mutex imports_mutex;
std::set<Pointer> imports;  ///< addresses that import_descriptor() has returned

/// Holds a physical allocation while the object lives. A mapping keeps the memory, too.
class Held {
 public:
  explicit Held(Physical physical) : physical_(physical) {}
  ~Held() { driver().release_physical(physical_); }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;

 private:
  Physical physical_;
};

}  // namespace

bool identify_physical(Allocation& found) {
  const Driver& cuda = driver();
  if (!cuda.retain_physical || !cuda.release_physical || found.bytes == 0) return false;
  Physical first = 0, last = 0;
  if (cuda.retain_physical(&first, found.base) != 0) return false;
  const Held held(first);
  if (cuda.retain_physical(&last, found.base + found.bytes - 1) != 0) return false;
  const Held held_last(last);
  found.id ^= static_cast<std::uint64_t>(first) * 0x9e3779b97f4a7c15u;
  return first == last;
}

base::Fd export_descriptor(Pointer base) {
  const Driver& cuda = driver();
  Physical physical = 0;
  if (!cuda.retain_physical || !cuda.export_physical || !cuda.release_physical) return {};
  if (cuda.retain_physical(&physical, reinterpret_cast<void*>(base)) != 0) return {};
  const Held held(physical);
  int fd = -1;
  return cuda.export_physical(&fd, physical, kDescriptor, 0) == 0 ? base::Fd(fd) : base::Fd();
}

void* import_descriptor(int fd, std::size_t bytes) {
  const Driver& cuda = driver();
  if (!cuda.import_physical || !cuda.reserve || !cuda.map || !cuda.set_access)
    throw base::SetupError("the CUDA driver has no virtual memory management");
  Physical physical = 0;
  void* const number = reinterpret_cast<void*>(static_cast<std::uintptr_t>(fd));
  setup("cuMemImportFromShareableHandle", cuda.import_physical(&physical, number, kDescriptor));
  const Held held(physical);
  Pointer address = 0;
  setup("cuMemAddressReserve", cuda.reserve(&address, bytes, 0, 0, 0));
  Result result = cuda.map(address, bytes, 0, physical, 0);
  if (result == 0) {
    const Access access{.device = home_device()};
    result = cuda.set_access(address, bytes, &access, 1);
    if (result != 0) cuda.unmap(address, bytes);
  }
  if (result != 0) cuda.unreserve(address, bytes);
  setup("cuMemMap", result);
  const std::lock_guard lock(imports_mutex);
  imports.insert(address);
  return reinterpret_cast<void*>(address);
}

bool release_descriptor(void* at, std::size_t bytes) {
  const auto address = reinterpret_cast<Pointer>(at);
  {
    const std::lock_guard lock(imports_mutex);
    if (imports.erase(address) == 0) return false;
  }
  driver().unmap(address, bytes);
  driver().unreserve(address, bytes);
  return true;
}

}  // namespace isthmus::memkind::cuda
