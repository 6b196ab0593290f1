// The owner of a mapped range of address space: the destructor unmaps it.
#pragma once
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace isthmus::base {

class Mapping {
 public:
  constexpr Mapping() = default;
  /// Maps `size` bytes, at `hint` if that range is free. The Mapping is empty if the kernel refuses; errno says why.
  Mapping(void* hint, std::size_t size, int protection, int flags, int fd = -1, std::size_t offset = 0) {
    void* p = mmap(hint, size, protection, flags, fd, static_cast<off_t>(offset));
    if (p != MAP_FAILED) {
      address_ = p;
      size_ = size;
    }
  }
  Mapping(Mapping&& other) noexcept
      : address_(std::exchange(other.address_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Mapping& operator=(Mapping&& other) noexcept {
    std::swap(address_, other.address_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Mapping() {
    if (address_) munmap(address_, size_);
  }

  void* get() const { return address_; }
  std::uintptr_t address() const { return reinterpret_cast<std::uintptr_t>(address_); }
  std::size_t size() const { return size_; }
  explicit operator bool() const { return address_ != nullptr; }
  /// Forgets the range without unmapping it.
  void release() { address_ = nullptr, size_ = 0; }

 private:
  void* address_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace isthmus::base
