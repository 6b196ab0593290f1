// One interface to the three doubles, so that the same scenarios test what they have in common. Calls that may fail
// return the vendor's code; calls that a scenario relies on end the process when they fail.
#pragma once
#include <dlfcn.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

/// A handle as it travels between processes.
struct Travelling {
  char bytes[64] = {};
  int fd = -1;  ///< beside the bytes, where the vendor's handles need one
};

class Vendor {
 public:
  virtual ~Vendor() = default;
  virtual int start() = 0;
  virtual int devices() = 0;
  virtual int allocate(int device, std::size_t bytes, void** pointer) = 0;
  virtual int free(void* pointer) = 0;
  virtual void* pin(std::size_t bytes) = 0;
  virtual bool is_device_memory(const void* pointer) = 0;
  virtual int device_of(const void* pointer) = 0;
  virtual bool can_reach(int device, int other) = 0;

  virtual void* open_queue(int device) = 0;
  virtual void close_queue(void* queue) = 0;
  virtual int copy(void* queue, void* dest, const void* source, std::size_t bytes) = 0;
  virtual int fill(void* queue, void* dest, unsigned char value, std::size_t bytes) = 0;
  virtual int finish(void* queue) = 0;
  virtual bool idle(void* queue) = 0;

  virtual int export_memory(void* pointer, Travelling& handle) = 0;
  virtual int import_memory(int device, const Travelling& handle, void** pointer) = 0;
  virtual int close_import(void* pointer) = 0;

  /// Loads an image that holds the kernel and launches it with these arguments; returns the first error.
  virtual int launch(void* queue, const char* kernel, void** arguments, const std::size_t* sizes) = 0;

  std::string alloc_entry, copy_entry, finish_entry, import_entry, launch_entry;  ///< names, for DOUBLE_FAIL
  int no_memory = 0, no_device = 0;
  std::string no_memory_name;

  /// Copies by a queue of that device and waits.
  void copy_now(void* dest, const void* source, std::size_t bytes, int device = 0);

  template <class F>
  F* entry(const char* name) const {
    void* found = dlsym(library_, name);
    if (found == nullptr) fail(dlerror());
    return reinterpret_cast<F*>(found);
  }

 protected:
  explicit Vendor(const char* library) : library_(dlopen(library, RTLD_NOW | RTLD_LOCAL)) {
    if (library_ == nullptr) fail(dlerror());
  }
  [[noreturn]] static void fail(const std::string& why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    std::exit(3);
  }
  static void good(int code, const char* what) {
    if (code != 0) fail(std::string(what) + " failed with " + std::to_string(code));
  }

 public:
  void* library() const { return library_; }

 private:
  void* library_;
};

std::unique_ptr<Vendor> cuda_vendor();
std::unique_ptr<Vendor> hip_vendor();
std::unique_ptr<Vendor> ze_vendor();

/// CUDA, HIP or ZE.
std::unique_ptr<Vendor> vendor_named(const std::string& name);
