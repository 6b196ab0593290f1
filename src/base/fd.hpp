// A file descriptor that is closed once.
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

/// Lets this process have `n` descriptors beside some of its own: raises the soft limit as far as the hard one allows.
/// How many it may have.
std::size_t allow_descriptors(std::size_t n);

}  // namespace isthmus::base
