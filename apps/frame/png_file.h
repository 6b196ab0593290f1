// Writing a picture: png_libpng.c, or png_none.c where libpng was not there at configure time.
#pragma once
#include "colour.h"

/// Null, or what went wrong, for people.
const char* png_write(const char* file, int width, int height, const Colour* pixels);
