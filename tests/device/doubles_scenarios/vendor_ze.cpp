#include <unistd.h>

#include <cstring>
#include <limits>
#include <vector>

#include "doubles_scenarios/vendor.hpp"
#include "ze.hpp"

namespace {

ze::CommandListHandle list(void* queue) { return static_cast<ze::CommandListHandle>(queue); }

class Ze : public Vendor {
 public:
  Ze() : Vendor("libze_loader.so.1") {
    alloc_entry = "zeMemAllocDevice";
    copy_entry = "zeCommandListAppendMemoryCopy";
    finish_entry = "zeCommandListHostSynchronize";
    import_entry = "zeMemOpenIpcHandle";
    launch_entry = "zeCommandListAppendLaunchKernel";
    no_memory = ze::out_of_device_memory;
    no_memory_name = "ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY";
    no_device = ze::uninitialized;
  }

  int start() override {
    if (const int error = entry<decltype(zeInit)>("zeInit")(1)) return error;
    std::uint32_t n = 1;
    ze::DriverHandle driver = nullptr;
    good(entry<decltype(zeDriverGet)>("zeDriverGet")(&n, &driver), "zeDriverGet");
    n = 0;
    good(entry<decltype(zeDeviceGet)>("zeDeviceGet")(driver, &n, nullptr), "zeDeviceGet");
    devices_.resize(n);
    good(entry<decltype(zeDeviceGet)>("zeDeviceGet")(driver, &n, devices_.data()), "zeDeviceGet");
    const ze::ContextDesc desc{ze::kContextDesc, nullptr, 0};
    good(entry<decltype(zeContextCreate)>("zeContextCreate")(driver, &desc, &context_), "zeContextCreate");
    return 0;
  }
  int devices() override { return static_cast<int>(devices_.size()); }
  int allocate(int device, std::size_t bytes, void** pointer) override {
    const ze::DeviceMemAllocDesc desc{ze::kDeviceMemAllocDesc, nullptr, 0, 0};
    return entry<decltype(zeMemAllocDevice)>("zeMemAllocDevice")(context_, &desc, bytes, 0, at(device), pointer);
  }
  int free(void* pointer) override { return entry<decltype(zeMemFree)>("zeMemFree")(context_, pointer); }
  void* pin(std::size_t bytes) override {
    void* pointer = nullptr;
    const ze::HostMemAllocDesc desc{ze::kHostMemAllocDesc, nullptr, 0};
    good(entry<decltype(zeMemAllocHost)>("zeMemAllocHost")(context_, &desc, bytes, 64, &pointer), "pin");
    return pointer;
  }
  bool is_device_memory(const void* pointer) override { return properties(pointer).first == ze::kMemoryDevice; }
  int device_of(const void* pointer) override {
    const ze::DeviceHandle device = properties(pointer).second;
    for (int i = 0; i < devices(); ++i) {
      if (at(i) == device) return i;
    }
    return -1;
  }
  bool can_reach(int device, int other) override {
    std::uint8_t can = 77;
    good(entry<decltype(zeDeviceCanAccessPeer)>("zeDeviceCanAccessPeer")(at(device), at(other), &can), "can access");
    return can == 1;
  }

  void* open_queue(int device) override {
    const ze::CommandQueueDesc desc{ze::kCommandQueueDesc, nullptr, 1, 0, ze::kQueueInOrder, ze::kModeAsynchronous, 0};
    ze::CommandListHandle made = nullptr;
    good(entry<decltype(zeCommandListCreateImmediate)>("zeCommandListCreateImmediate")(context_, at(device), &desc,
                                                                                       &made),
         "immediate list");
    return made;
  }
  void close_queue(void* queue) override {
    good(entry<decltype(zeCommandListDestroy)>("zeCommandListDestroy")(list(queue)), "list destroy");
  }
  int copy(void* queue, void* dest, const void* source, std::size_t bytes) override {
    return entry<decltype(zeCommandListAppendMemoryCopy)>("zeCommandListAppendMemoryCopy")(list(queue), dest, source,
                                                                                           bytes, nullptr, 0, nullptr);
  }
  int fill(void* queue, void* dest, unsigned char value, std::size_t bytes) override {
    return entry<decltype(zeCommandListAppendMemoryFill)>("zeCommandListAppendMemoryFill")(list(queue), dest, &value, 1,
                                                                                           bytes, nullptr, 0, nullptr);
  }
  int finish(void* queue) override { return synchronise(queue, std::numeric_limits<std::uint64_t>::max()); }
  bool idle(void* queue) override { return synchronise(queue, 0) == ze::success; }

  int export_memory(void* pointer, Travelling& handle) override {
    ze::IpcMemHandle made{};
    const int error = entry<decltype(zeMemGetIpcHandle)>("zeMemGetIpcHandle")(context_, pointer, &made);
    std::memcpy(handle.bytes, &made, sizeof made);
    if (error == 0) std::memcpy(&handle.fd, made.data, sizeof handle.fd);
    return error;
  }
  int import_memory(int device, const Travelling& handle, void** pointer) override {
    ze::IpcMemHandle taken;
    std::memcpy(&taken, handle.bytes, sizeof taken);
    std::memcpy(taken.data, &handle.fd, sizeof handle.fd);
    return entry<decltype(zeMemOpenIpcHandle)>("zeMemOpenIpcHandle")(context_, at(device), taken, 0, pointer);
  }
  int close_import(void* pointer) override {
    return entry<decltype(zeMemCloseIpcHandle)>("zeMemCloseIpcHandle")(context_, pointer);
  }

  int launch(void* queue, const char* kernel, void** arguments, const std::size_t* sizes) override {
    const std::string spirv = std::string("\x03\x02\x23\x07", 4) + "OpEntryPoint " + kernel;
    ze::ModuleDesc desc{ze::kModuleDesc, nullptr, 0, spirv.size(), reinterpret_cast<const std::uint8_t*>(spirv.data()),
                        nullptr,         nullptr};
    ze::ModuleHandle module = nullptr;
    ze::KernelHandle made = nullptr;
    if (const int e = entry<decltype(zeModuleCreate)>("zeModuleCreate")(context_, at(0), &desc, &module, nullptr))
      return e;
    const ze::KernelDesc kernel_desc{ze::kKernelDesc, nullptr, 0, kernel};
    if (const int e = entry<decltype(zeKernelCreate)>("zeKernelCreate")(module, &kernel_desc, &made)) return e;
    good(entry<decltype(zeKernelSetGroupSize)>("zeKernelSetGroupSize")(made, 32, 1, 1), "group size");
    good(entry<decltype(zeKernelSetIndirectAccess)>("zeKernelSetIndirectAccess")(made, ze::kIndirectDevice), "access");
    for (std::uint32_t i = 0; sizes[i] != 0; ++i) {
      good(entry<decltype(zeKernelSetArgumentValue)>("zeKernelSetArgumentValue")(made, i, sizes[i], arguments[i]),
           "argument");
    }
    const ze::GroupCount groups{8, 1, 1};
    return entry<decltype(zeCommandListAppendLaunchKernel)>("zeCommandListAppendLaunchKernel")(
        list(queue), made, &groups, nullptr, 0, nullptr);
  }

 private:
  ze::DeviceHandle at(int device) const { return devices_[static_cast<std::size_t>(device)]; }
  std::pair<int, ze::DeviceHandle> properties(const void* pointer) const {
    ze::MemoryAllocationProperties found{ze::kMemoryAllocationProperties, nullptr, 77, 0, 0};
    ze::DeviceHandle device = nullptr;
    good(entry<decltype(zeMemGetAllocProperties)>("zeMemGetAllocProperties")(context_, pointer, &found, &device),
         "properties");
    return {found.type, device};
  }
  int synchronise(void* queue, std::uint64_t timeout) const {
    return entry<decltype(zeCommandListHostSynchronize)>("zeCommandListHostSynchronize")(list(queue), timeout);
  }

  ze::ContextHandle context_ = nullptr;
  std::vector<ze::DeviceHandle> devices_;
};

}  // namespace

std::unique_ptr<Vendor> ze_vendor() { return std::make_unique<Ze>(); }
