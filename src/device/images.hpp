// The copies of the state in device code that this process has loaded. They register themselves before main(), or when a
// shared object is loaded, and live as long as their code; the list outlives jobs.
#pragma once
#include "shmemx_device/state.h"

namespace isthmus::device {

/// The device code of one language that decides where the state's tables are if the job has no device memory.
enum class Language { none, host, openmp, cuda, hip };

class Images {
 public:
  void add(isthmus_device_image& image);
  void remove(isthmus_device_image& image);
  Language language() const;
  /// An image that was compiled with another version of the header, or null.
  const isthmus_device_image* odd_one() const;
  /// Writes the state to every image; `device` is the OpenMP number of the device, or -1. Returns how many copies could
  /// not be written.
  int write(const isthmus_device_state& state, int device) const;

 private:
  isthmus_device_image* first_ = nullptr;
};

}  // namespace isthmus::device
