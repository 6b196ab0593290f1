#include <cstring>

#include "cuda.hpp"
#include "doubles_scenarios/vendor.hpp"

namespace {

cuda::Address address(const void* p) { return reinterpret_cast<std::uintptr_t>(p); }
cuda::StreamHandle stream(void* queue) { return static_cast<cuda::StreamHandle>(queue); }

class Cuda : public Vendor {
 public:
  Cuda() : Vendor("libcuda.so.1") {
    alloc_entry = "cuMemAlloc";
    copy_entry = "cuMemcpyAsync";
    finish_entry = "cuStreamSynchronize";
    import_entry = "cuIpcOpenMemHandle_v2";
    launch_entry = "cuLaunchKernel";
    no_memory = cuda::out_of_memory;
    no_memory_name = "CUDA_ERROR_OUT_OF_MEMORY";
    no_device = cuda::no_device;
  }

  int start() override {
    if (const int error = entry<decltype(cuInit)>("cuInit")(0)) return error;
    for (int device = devices() - 1; device >= 0; --device) use(device);
    return 0;
  }
  int devices() override {
    int n = 0;
    good(entry<decltype(cuDeviceGetCount)>("cuDeviceGetCount")(&n), "cuDeviceGetCount");
    return n;
  }
  int allocate(int device, std::size_t bytes, void** pointer) override {
    use(device);
    cuda::Address got = 0;
    const int error = entry<decltype(cuMemAlloc_v2)>("cuMemAlloc_v2")(&got, bytes);
    *pointer = reinterpret_cast<void*>(got);
    return error;
  }
  int free(void* pointer) override { return entry<decltype(cuMemFree_v2)>("cuMemFree_v2")(address(pointer)); }
  void* pin(std::size_t bytes) override {
    void* pointer = nullptr;
    good(entry<decltype(cuMemHostAlloc)>("cuMemHostAlloc")(&pointer, bytes, cuda::kHostAllocPortable), "pin");
    return pointer;
  }
  bool is_device_memory(const void* pointer) override {
    unsigned type = 0;
    return attribute(&type, cuda::kAttributeMemoryType, pointer) == 0 && type == cuda::kMemoryTypeDevice;
  }
  int device_of(const void* pointer) override {
    int device = -1;
    good(attribute(&device, cuda::kAttributeDeviceOrdinal, pointer), "device of a pointer");
    return device;
  }
  bool can_reach(int device, int other) override {
    int can = -1;
    good(entry<decltype(cuDeviceCanAccessPeer)>("cuDeviceCanAccessPeer")(&can, device, other), "can access");
    return can == 1;
  }

  void* open_queue(int device) override {
    use(device);
    cuda::StreamHandle made = nullptr;
    good(entry<decltype(cuStreamCreate)>("cuStreamCreate")(&made, cuda::kStreamNonBlocking), "stream");
    return made;
  }
  void close_queue(void* queue) override {
    good(entry<decltype(cuStreamDestroy_v2)>("cuStreamDestroy_v2")(stream(queue)), "stream destroy");
  }
  int copy(void* queue, void* dest, const void* source, std::size_t bytes) override {
    return entry<decltype(cuMemcpyAsync)>("cuMemcpyAsync")(address(dest), address(source), bytes, stream(queue));
  }
  int fill(void* queue, void* dest, unsigned char value, std::size_t bytes) override {
    return entry<decltype(cuMemsetD8Async)>("cuMemsetD8Async")(address(dest), value, bytes, stream(queue));
  }
  int finish(void* queue) override {
    return entry<decltype(cuStreamSynchronize)>("cuStreamSynchronize")(stream(queue));
  }
  bool idle(void* queue) override {
    return entry<decltype(cuStreamQuery)>("cuStreamQuery")(stream(queue)) == cuda::success;
  }

  int export_memory(void* pointer, Travelling& handle) override {
    cuda::IpcMemHandle made{};
    const int error = entry<decltype(cuIpcGetMemHandle)>("cuIpcGetMemHandle")(&made, address(pointer));
    std::memcpy(handle.bytes, &made, sizeof made);
    return error;
  }
  int import_memory(int device, const Travelling& handle, void** pointer) override {
    use(device);
    cuda::IpcMemHandle taken;
    std::memcpy(&taken, handle.bytes, sizeof taken);
    cuda::Address got = 0;
    const int error = entry<decltype(cuIpcOpenMemHandle_v2)>("cuIpcOpenMemHandle_v2")(&got, taken, 1);
    *pointer = reinterpret_cast<void*>(got);
    return error;
  }
  int close_import(void* pointer) override {
    return entry<decltype(cuIpcCloseMemHandle)>("cuIpcCloseMemHandle")(address(pointer));
  }

  int launch(void* queue, const char* kernel, void** arguments, const std::size_t*) override {
    const std::string ptx = std::string(".version 7.0\n.target sm_70\n.visible .entry ") + kernel + "()\n{ ret; }\n";
    cuda::ModuleHandle module = nullptr;
    cuda::FunctionHandle function = nullptr;
    if (const int e = entry<decltype(cuModuleLoadData)>("cuModuleLoadData")(&module, ptx.c_str())) return e;
    if (const int e = entry<decltype(cuModuleGetFunction)>("cuModuleGetFunction")(&function, module, kernel)) return e;
    return entry<decltype(cuLaunchKernel)>("cuLaunchKernel")(function, 8, 1, 1, 32, 1, 1, 0, stream(queue), arguments,
                                                             nullptr);
  }

 private:
  int attribute(void* data, int which, const void* pointer) const {
    return entry<decltype(cuPointerGetAttribute)>("cuPointerGetAttribute")(data, which, address(pointer));
  }
  void use(int device) const {
    cuda::ContextHandle context = nullptr;
    good(entry<decltype(cuDevicePrimaryCtxRetain)>("cuDevicePrimaryCtxRetain")(&context, device), "retain");
    good(entry<decltype(cuCtxSetCurrent)>("cuCtxSetCurrent")(context), "set current");
  }
};

}  // namespace

std::unique_ptr<Vendor> cuda_vendor() { return std::make_unique<Cuda>(); }
