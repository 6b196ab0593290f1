#include "core/kernels.hpp"

#include <dlfcn.h>
#include <elf.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>

#include "core/memory.hpp"
#include "core/settings.hpp"

namespace doubles {
namespace {

struct Table {
  std::mutex mutex;
  std::map<std::string, const DoubleKernel*> rows;

  Table() {
    const std::string& path = settings().kernels;
    if (path.empty()) return;
    void* object = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    const void* found = object != nullptr ? dlsym(object, "double_kernels") : nullptr;
    if (found == nullptr) give_up("DOUBLE_KERNELS=" + path + ": " + dlerror());
    for (auto row = static_cast<const DoubleKernel*>(found); row->name != nullptr; ++row) rows[row->name] = row;
  }
};

Table& table() {
  static Table& ours = *new Table;
  return ours;
}

template <class T>
T read(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

std::size_t bundle_size(const char* bundle) {
  const auto entries = read<std::uint64_t>(bundle + 24);
  const char* at = bundle + 32;
  std::uint64_t size = 32;
  for (std::uint64_t i = 0; i < entries && entries < 1000; ++i) {
    const auto offset = read<std::uint64_t>(at), bytes = read<std::uint64_t>(at + 8),
               name = read<std::uint64_t>(at + 16);
    size = std::max(size, offset + bytes);
    at += 24 + name;
  }
  return size;
}

void* usable(const void* address) {
  const BlockRef block = memory().find(address);
  const bool of_device = block != nullptr && block->place == Place::device;
  return of_device ? block->hidden + (static_cast<const char*>(address) - block->shown) : const_cast<void*>(address);
}

}  // namespace

std::size_t Module::functions() const {
  std::size_t count = 0;
  for (std::size_t at = image.find(".entry "); at != image.npos; at = image.find(".entry ", at + 1)) ++count;
  return count;
}

std::size_t image_size(const void* image) {
  const auto* bytes = static_cast<const char*>(image);
  if (std::memcmp(bytes, ELFMAG, SELFMAG) == 0) {
    const auto header = read<Elf64_Ehdr>(bytes);
    return header.e_shoff + std::size_t{header.e_shentsize} * header.e_shnum;
  }
  if (std::strncmp(bytes, "__CLANG_OFFLOAD_BUNDLE__", 24) == 0) return bundle_size(bytes);
  const std::size_t length = strnlen(bytes, std::size_t{64} << 20);
  return std::string_view(bytes, length).find(".version") != std::string_view::npos ? length : 0;
}

const DoubleKernel* find_kernel(const std::string& name) {
  const std::lock_guard lock(table().mutex);
  const auto at = table().rows.find(name);
  return at == table().rows.end() ? nullptr : at->second;
}

std::size_t arguments_of(const DoubleKernel& kernel) {
  std::size_t n = 0;
  while (kernel.sizes[n] != 0) ++n;
  return n;
}

bool prepare_launch(const DoubleKernel& kernel, const DoubleLaunch& launch, void* const* arguments, int device,
                    bool (*reaches)(int device, int other), Operation& operation) {
  struct Call {
    std::vector<std::vector<std::uint64_t>> values;  // words, so that each argument is aligned
    std::vector<BlockRef> blocks;
  };
  const auto call = std::make_shared<Call>();
  for (std::size_t i = 0; kernel.sizes[i] != 0; ++i) {
    std::vector<std::uint64_t>& words = call->values.emplace_back((kernel.sizes[i] + 7) / 8);
    std::memcpy(words.data(), arguments[i], kernel.sizes[i]);
    for (std::size_t w = 0; w < kernel.sizes[i] / 8; ++w) {
      const auto* address = reinterpret_cast<const char*>(words[w]);
      BlockRef block = memory().find(address);
      if (block == nullptr && address != nullptr) block = memory().find(address - 1);  // the end of a block
      if (block == nullptr || block->place != Place::device) continue;
      if (!block->imported && !reaches(device, block->device)) return false;
      words[w] = reinterpret_cast<std::uintptr_t>(block->hidden + (address - block->shown));
      call->blocks.push_back(std::move(block));
    }
  }
  DoubleLaunch with_memory = launch;
  with_memory.usable = usable;
  operation.work = [call, launch = with_memory, run = kernel.run] {
    std::vector<void*> pointers;
    for (std::vector<std::uint64_t>& words : call->values) pointers.push_back(words.data());
    run(&launch, pointers.data());
    __atomic_thread_fence(__ATOMIC_RELEASE);
    return 0;
  };
  return true;
}

std::vector<void*> arguments_in_buffer(const DoubleKernel& kernel, void** extra) {
  constexpr std::uintptr_t buffer_pointer = 1, buffer_size = 2;
  char* buffer = nullptr;
  std::size_t bytes = 0;
  for (void** option = extra;; option += 2) {
    const auto what = reinterpret_cast<std::uintptr_t>(*option);
    if (what == buffer_pointer) buffer = static_cast<char*>(option[1]);
    if (what == buffer_size) bytes = *static_cast<const std::size_t*>(option[1]);
    if (what != buffer_pointer && what != buffer_size) break;
  }
  std::vector<void*> arguments;
  std::size_t at = 0;
  for (const std::size_t* size = kernel.sizes; *size != 0 && buffer != nullptr; ++size) {
    const std::size_t alignment = *size < 8 ? *size : 8;
    at = (at + alignment - 1) / alignment * alignment;
    if (at + *size > bytes) return {};
    arguments.push_back(buffer + at);
    at += *size;
  }
  return arguments;
}

}  // namespace doubles

#pragma GCC visibility push(default)
extern "C" void double_register_kernel(const DoubleKernel* row) {
  const std::lock_guard lock(doubles::table().mutex);
  doubles::table().rows[row->name] = row;
}
#pragma GCC visibility pop
