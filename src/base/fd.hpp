// The owner of a file descriptor: the destructor closes it.
#pragma once
#include <unistd.h>

#include <cstddef>
#include <utility>

namespace isthmus::base {

class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Fd() { reset(); }

  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }
  explicit operator bool() const { return fd_ >= 0; }
  void reset() {
    if (fd_ >= 0) close(std::exchange(fd_, -1));
  }

 private:
  int fd_ = -1;
};

/// Takes the numbers 0 to 2 that are closed, so that no descriptor of ours or of a library gets one of them: what the
/// program prints would go there, into symmetric memory at worst. Reading and writing fail as before.
void reserve_standard_descriptors();

/// Raises the soft limit of open files, as far as the hard one allows, so that `n` descriptors fit beside those that
/// the program itself may have open. Returns the limit that holds then.
std::size_t allow_descriptors(std::size_t n);

}  // namespace isthmus::base
