#include <png.h>
#include <string.h>

#include "png_file.h"

const char* png_write(const char* file, int width, int height, const Colour* pixels) {
  static char problem[sizeof(((png_image*)0)->message)];
  png_image image;
  memset(&image, 0, sizeof(image));
  image.version = PNG_IMAGE_VERSION;
  image.width = (png_uint_32)width;
  image.height = (png_uint_32)height;
  image.format = PNG_FORMAT_RGB;
  if (png_image_write_to_file(&image, file, 0, pixels, 0, NULL)) return NULL;
  memcpy(problem, image.message, sizeof(problem));
  return problem;
}
