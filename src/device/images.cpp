#include "device/images.hpp"

#include <cstring>

namespace isthmus::device {

void Images::add(isthmus_device_image& image) {
  image.next = first_;
  first_ = &image;
}

void Images::remove(isthmus_device_image& image) {
  for (isthmus_device_image** at = &first_; *at; at = &(*at)->next)
    if (*at == &image) {
      *at = image.next;
      return;
    }
}

Language Images::language() const {
  Language found = Language::none;
  for (const isthmus_device_image* image = first_; image; image = image->next) {
    if (std::strcmp(image->language, "host") == 0) return Language::host;
    if (std::strcmp(image->language, "CUDA") == 0) found = Language::cuda;
    if (std::strcmp(image->language, "HIP") == 0) found = Language::hip;
    if (std::strcmp(image->language, "OpenMP") == 0 && found == Language::none) found = Language::openmp;
  }
  return found;
}

const isthmus_device_image* Images::odd_one() const {
  for (const isthmus_device_image* image = first_; image; image = image->next)
    if (image->version != ISTHMUS_DEVICE_VERSION || image->bytes != sizeof(isthmus_device_state)) return image;
  return nullptr;
}

int Images::write(const isthmus_device_state& state, int device) const {
  int failed = 0;
  for (const isthmus_device_image* image = first_; image; image = image->next)
    if (image->write(&state, sizeof state, device) != 0) ++failed;
  return failed;
}

}  // namespace isthmus::device
