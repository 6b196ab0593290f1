#include <cstring>

#include "doubles_scenarios/vendor.hpp"
#include "hip.hpp"

namespace {

hip::StreamHandle stream(void* queue) { return static_cast<hip::StreamHandle>(queue); }

class Hip : public Vendor {
 public:
  Hip() : Vendor("libamdhip64.so.6") {
    alloc_entry = "hipMalloc";
    copy_entry = "hipMemcpyAsync";
    finish_entry = "hipStreamSynchronize";
    import_entry = "hipIpcOpenMemHandle";
    launch_entry = "hipModuleLaunchKernel";
    no_memory = hip::out_of_memory;
    no_memory_name = "hipErrorOutOfMemory";
    no_device = hip::no_device;
  }

  int start() override { return entry<decltype(hipInit)>("hipInit")(0); }
  int devices() override {
    int n = 0;
    good(entry<decltype(hipGetDeviceCount)>("hipGetDeviceCount")(&n), "hipGetDeviceCount");
    return n;
  }
  int allocate(int device, std::size_t bytes, void** pointer) override {
    use(device);
    return entry<decltype(hipMalloc)>("hipMalloc")(pointer, bytes);
  }
  int free(void* pointer) override { return entry<decltype(hipFree)>("hipFree")(pointer); }
  void* pin(std::size_t bytes) override {
    void* pointer = nullptr;
    good(entry<decltype(hipHostMalloc)>("hipHostMalloc")(&pointer, bytes, hip::kHostMallocPortable), "pin");
    return pointer;
  }
  bool is_device_memory(const void* pointer) override {
    hip::PointerAttributes attributes{};
    const int error = entry<decltype(hipPointerGetAttributes)>("hipPointerGetAttributes")(&attributes, pointer);
    if (error != 0) entry<decltype(hipGetLastError)>("hipGetLastError")();
    return error == 0 && attributes.type == hip::kMemoryTypeDevice;
  }
  int device_of(const void* pointer) override {
    hip::PointerAttributes attributes{};
    good(entry<decltype(hipPointerGetAttributes)>("hipPointerGetAttributes")(&attributes, pointer), "attributes");
    return attributes.device;
  }
  bool can_reach(int device, int other) override {
    int can = -1;
    good(entry<decltype(hipDeviceCanAccessPeer)>("hipDeviceCanAccessPeer")(&can, device, other), "can access");
    return can == 1;
  }

  void* open_queue(int device) override {
    use(device);
    hip::StreamHandle made = nullptr;
    good(entry<decltype(hipStreamCreateWithFlags)>("hipStreamCreateWithFlags")(&made, hip::kStreamNonBlocking),
         "stream");
    return made;
  }
  void close_queue(void* queue) override {
    good(entry<decltype(hipStreamDestroy)>("hipStreamDestroy")(stream(queue)), "stream destroy");
  }
  int copy(void* queue, void* dest, const void* source, std::size_t bytes) override {
    return entry<decltype(hipMemcpyAsync)>("hipMemcpyAsync")(dest, source, bytes, hip::kDefault, stream(queue));
  }
  int fill(void* queue, void* dest, unsigned char value, std::size_t bytes) override {
    return entry<decltype(hipMemsetAsync)>("hipMemsetAsync")(dest, value, bytes, stream(queue));
  }
  int finish(void* queue) override {
    return entry<decltype(hipStreamSynchronize)>("hipStreamSynchronize")(stream(queue));
  }
  bool idle(void* queue) override {
    return entry<decltype(hipStreamQuery)>("hipStreamQuery")(stream(queue)) == hip::success;
  }

  int export_memory(void* pointer, Travelling& handle) override {
    hip::IpcMemHandle made{};
    const int error = entry<decltype(hipIpcGetMemHandle)>("hipIpcGetMemHandle")(&made, pointer);
    std::memcpy(handle.bytes, &made, sizeof made);
    return error;
  }
  int import_memory(int device, const Travelling& handle, void** pointer) override {
    use(device);
    hip::IpcMemHandle taken;
    std::memcpy(&taken, handle.bytes, sizeof taken);
    return entry<decltype(hipIpcOpenMemHandle)>("hipIpcOpenMemHandle")(pointer, taken, 1);
  }
  int close_import(void* pointer) override {
    return entry<decltype(hipIpcCloseMemHandle)>("hipIpcCloseMemHandle")(pointer);
  }

  int launch(void* queue, const char* kernel, void** arguments, const std::size_t* sizes) override {
    // A bundle with one object in it, as clang makes them.
    const std::string object = std::string("\x7f") + "code object with " + kernel;
    const std::string target = "hipv4-amdgcn-amd-amdhsa--gfx90a";
    std::string bundle = "__CLANG_OFFLOAD_BUNDLE__";
    for (const std::uint64_t number : {std::uint64_t{1}, std::uint64_t{32 + 24 + target.size()},
                                       std::uint64_t{object.size()}, std::uint64_t{target.size()}}) {
      bundle.append(reinterpret_cast<const char*>(&number), sizeof number);
    }
    bundle += target + object;
    hip::ModuleHandle module = nullptr;
    hip::FunctionHandle function = nullptr;
    if (const int e = entry<decltype(hipModuleLoadData)>("hipModuleLoadData")(&module, bundle.data())) return e;
    if (const int e = entry<decltype(hipModuleGetFunction)>("hipModuleGetFunction")(&function, module, kernel))
      return e;
    // By a buffer, HIP's usual way.
    alignas(8) char buffer[256];
    std::size_t at = 0;
    for (std::size_t i = 0; sizes[i] != 0; ++i) {
      const std::size_t alignment = sizes[i] < 8 ? sizes[i] : 8;
      at = (at + alignment - 1) / alignment * alignment;
      std::memcpy(buffer + at, arguments[i], sizes[i]);
      at += sizes[i];
    }
    void* extra[] = {reinterpret_cast<void*>(1), buffer, reinterpret_cast<void*>(2), &at, reinterpret_cast<void*>(3)};
    return entry<decltype(hipModuleLaunchKernel)>("hipModuleLaunchKernel")(function, 8, 1, 1, 32, 1, 1, 0,
                                                                           stream(queue), nullptr, extra);
  }

 private:
  void use(int device) const { good(entry<decltype(hipSetDevice)>("hipSetDevice")(device), "hipSetDevice"); }
};

}  // namespace

std::unique_ptr<Vendor> hip_vendor() { return std::make_unique<Hip>(); }
